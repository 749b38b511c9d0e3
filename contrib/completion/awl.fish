# SPDX-License-Identifier: GPL-2.0-or-later
#
# Completion of awl's command line for fish: options and their values, tools and their options, and
# the probes of this machine, also inside of a quoted script.

set -g __awl_providers begin bench end fentry fexit hardware interval iter kprobe kretprobe profile \
    rawtracepoint self software syscall tracepoint uprobe uretprobe usdt watchpoint

# The probes that begin with the last word of the token, each after the text before it.
function __awl_probes
    set -l token (string trim -l -c "'\"" -- (commandline -ct))
    set -l word (string replace -r '^.*\s' '' -- $token)
    set -l before (string sub -l (math (string length -- $token) - (string length -- $word)) -- $token)
    if string match -q '*:*' -- $word
        printf "$before%s\n" (awl -q -l "$word*" 2>/dev/null | head -n 1000)
    else
        printf "$before%s:\n" $__awl_providers
    end
end

function __awl_tools
    awl --tools 2>/dev/null | string replace -r ' +' \t
end

# The tool that the command line names; fails if there is none.
function __awl_tool
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and continue
        contains -- $word (awl --tools 2>/dev/null | string replace -r ' .*' ''); and echo $word
        return
    end
    return 1
end

function __awl_tool_options
    awl (__awl_tool) -h 2>/dev/null | string replace -rf '^  (--?[^ ,]*)\S* +(.*)' '$1\t$2'
end

complete -c awl -n 'not __awl_tool >/dev/null' -a '(__awl_tools)'
complete -c awl -n 'not __awl_tool >/dev/null' -a '(__awl_probes)'
complete -c awl -n '__awl_tool >/dev/null' -a '(__awl_tool_options)'

complete -c awl -l arch -x -a 'aarch64 arm i386 loongarch64 mips mips64 mips64el mipsel powerpc ppc64le riscv32 riscv64 s390x x86_64' -d 'compile for another machine'
complete -c awl -l as -x -a ply -d 'accept the options of ply and print like ply'
complete -c awl -l attach -x -a 'auto fast plain' -d 'attach by the cheapest equivalent probe, or as written'
complete -c awl -l bench -d 'time benchmarks'
complete -c awl -l btf -r -d 'types of another kernel'
complete -c awl -l budget -x -d 'how much of a CPU the programs may take'
complete -c awl -l buffer -x -d 'bytes of the buffer for records'
complete -c awl -l diff -d 'compare two awlmap files'
complete -c awl -l bundle -r -d 'write a command that runs the script'
complete -c awl -l by-host -d 'with --merge, the host as the first key'
complete -c awl -s c -l cmd -l command -x -a '(__fish_complete_command)' -d 'run a command, and trace until it ends'
complete -c awl -l cost -d 'show what tracing cost'
complete -c awl -l check -d 'load, but don\'t run'
complete -c awl -l color -x -a 'always auto never' -d 'colours on a terminal'
complete -c awl -l dump -x -a 'ast bpf ir' -d 'show a stage of the compiler'
complete -c awl -s n -l dry-run -d 'load, but don\'t run'
complete -c awl -s F -l format -x -a 'awlmap csv folded json openmetrics svg text timeline' -d 'format of the output'
complete -c awl -s h -l help -d 'show the options'
complete -c awl -s I -l include -r -d 'a directory of headers, which is not read'
complete -c awl -s T -l info -l self-test -d 'test what works here'
complete -c awl -l kallsyms -r -d 'symbols of another kernel'
complete -c awl -s L -l lines -x -d 'show source lines that a probe can be at'
complete -c awl -s l -l list -d 'list probes'
complete -c awl -l map-size -x -d 'entries of a map'
complete -c awl -l memory -x -d 'most bytes of all maps'
complete -c awl -l merge -d 'add up what -o FILE.awlmap saved'
complete -c awl -l messages -x -a 'json text' -d 'form of the messages about the script'
complete -c awl -l mode -x -a bench -d 'what to do'
complete -c awl -l no-warnings -d 'show no warnings'
complete -c awl -s o -l output -r -d 'write the output to a file'
complete -c awl -s p -l pid -x -a '(__fish_complete_pids)' -d 'trace this process, and stop when it ends'
complete -c awl -l probe-filter -x -d 'list only these probes'
complete -c awl -s q -l quiet -d 'print less'
complete -c awl -l raw -d 'don\'t escape strings on a terminal'
complete -c awl -l runner -r -d 'the awl of a bundle'
complete -c awl -l source -r -d 'the directory of the source text'
complete -c awl -l stack-depth -x -d 'frames of a stack'
complete -c awl -l stack-filter -r -d 'show only stacks with one of these functions'
complete -c awl -l strict -d 'end at the first loss'
complete -c awl -l strlen -x -d 'bytes of a string'
complete -c awl -l sysroot -r -d 'the root directory of another machine'
complete -c awl -l throttle -d 'pause when the budget is used up'
complete -c awl -s t -l timeout -x -d 'stop after that time'
complete -c awl -l tool-source -x -a '(__awl_tools)' -d 'show the script of a tool'
complete -c awl -l tools -d 'list the tools'
complete -c awl -l top -d 'refresh maps in place'
complete -c awl -l traceable-functions -r -d 'functions that can be probed'
complete -c awl -l tracefs -r -d 'where tracefs is mounted'
complete -c awl -l unsafe -d 'allow functions that change the system'
complete -c awl -l usdt-file-activation -d 'accepted, and always so'
complete -c awl -s v -l verbose -d 'print more'
complete -c awl -s V -l version -d 'show the version'
complete -c awl -l vmlinux -r -d 'debug information of the kernel'
complete -c awl -s B -x -a 'full line none' -d 'buffer output'
complete -c awl -s d -d 'show all stages of the compiler'
complete -c awl -s e -x -a '(__awl_probes)' -d 'the program'
complete -c awl -s f -r -d 'a file with the program'
complete -c awl -s k -d 'report each failed read'
complete -c awl -s S -d 'show the BPF code'
complete -c awl -s u -d 'don\'t buffer output'
