" SPDX-License-Identifier: GPL-2.0-or-later
au BufRead,BufNewFile *.awl setfiletype awl
au BufRead * if getline(1) =~# '^#!.*\<awl\>' | setfiletype awl | endif
