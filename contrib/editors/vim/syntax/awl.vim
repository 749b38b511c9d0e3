" SPDX-License-Identifier: GPL-2.0-or-later
" Vim syntax file for awl.  contrib/editors/regen writes the lists of words.
if exists("b:current_syntax")
  finish
endif

syn keyword awlKeyword __packed break comptime config const container_of continue delete else enum for if import let macro nil offsetof return sizeof struct typedef typeof union unroll volatile while
syn keyword awlProvider BEGIN END U begin bench end f fentry fexit fr h hardware i interval it iter k kfunc kprobe kr kretfunc kretprobe p profile rawtracepoint rt s self software syscall t trace tracepoint u uprobe ur uretprobe usdt w watchpoint
syn keyword awlFunction abs absent avg bswap buf cat cgroup_path cgroupid clear comptime count counter debugf dyn errorf exit fail find getopt has_key hex hist instant is_array is_integer is_literal is_ptr is_str is_unsigned_integer join kaddr kfunc_allowed kfunc_exist kptr ksym len lhist log2 lquantize macaddr max mem memcmp min ntohl ntohs ntop override path print printf pton quantize reg row signal signal_name signal_thread skboutput slice_begin slice_end socket_cookie static_assert stats str str_concat strcap strcmp strcontains strerrno strerror strftime strlen strncmp strstr strtoul substr sum syscall_name system time top tseries uaddr uptr usym warnf write_user zero
syn keyword awlValue args caller cgroup comm config cpid cpu ctx curtask data dw_ustack elapsed execname false func gid jiffies kpid kstack leader_comm leader_tid ncpus nsecs numaid pcomm phase pid ppid probe probetype rand regs retaddr retval secs stack target tid true uid usermode username ustack walltime
syn keyword awlMacro assert has_cpid is_err percpu_kaddr pid_in_ns
syn keyword awlType u8 u16 u32 u64 s8 s16 s32 s64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 char short int long unsigned signed void bool string size_t
syn match awlValue "\<s\?arg\d\+\>"
syn match awlProvider "\<\%(BEGIN\|END\)\>"
syn match awlProbe "\%(\<[a-z]\+\)\@<=:[^ \t{/,]\+"
syn match awlMap "@\h\w*\|@"
syn match awlVariable "\$\%(\h\w*\|\d\+\|#\)"
syn match awlNumber "\<\d[0-9a-zA-Z_]*\>"
syn match awlEscape contained "\\\%(x\x\{1,2}\|\o\{1,3}\|.\)"
syn match awlFormat contained "%[-+ 0#]*\d*\%(\.\d\+\)\?[hlLjzt]*[a-zA-Z%]"
syn region awlString start=+"+ skip=+\\.+ end=+"+ contains=awlEscape,awlFormat
syn match awlCharacter "'\%(\\.\|[^\\']\)'"
syn match awlPreprocessor "^\s*#\s*\%(define\|undef\|if\|ifdef\|ifndef\|elif\|else\|endif\|error\|include\|pragma\|line\)\>"
syn match awlComment "//.*$"
syn match awlComment "^\s*#!.*$"
syn match awlComment "#\%(\s*\%(define\|undef\|if\|ifdef\|ifndef\|elif\|else\|endif\|error\|include\|pragma\|line\)\>\)\@!.*$"
syn region awlComment start="/\*" end="\*/"

hi def link awlKeyword Keyword
hi def link awlProvider Statement
hi def link awlProbe Identifier
hi def link awlFunction Function
hi def link awlMacro Function
hi def link awlValue Special
hi def link awlType Type
hi def link awlMap Identifier
hi def link awlVariable Identifier
hi def link awlNumber Number
hi def link awlString String
hi def link awlCharacter Character
hi def link awlEscape SpecialChar
hi def link awlFormat SpecialChar
hi def link awlPreprocessor PreProc
hi def link awlComment Comment

let b:current_syntax = "awl"
