" SPDX-License-Identifier: GPL-2.0-or-later
" :make checks the script and fills the list of errors.
setlocal commentstring=#\ %s
setlocal makeprg=awl\ --check\ --color=never\ -q\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#
