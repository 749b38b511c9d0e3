# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Completion of awl's command line for bash: options and their values, tools and their options,
# and the probes of this machine, also inside of a quoted script.

# _awl_probes PREFIX: the probes that begin with PREFIX, or the providers if it has no colon
_awl_probes() {
	case $1 in
	*:*) awl -q -l "$1*" 2>/dev/null | head -n 1000 ;;
	*) compgen -W 'begin: bench: end: fentry: fexit: hardware: interval: iter: kprobe: kretprobe:
		profile: rawtracepoint: self: software: syscall: tracepoint: uprobe: uretprobe: usdt:
		watchpoint:' -- "$1" ;;
	esac
}

_awl_tools() { awl --tools 2>/dev/null | cut -d ' ' -f 1; }

# _awl_tool_options TOOL: its own options, as its help lists them
_awl_tool_options() { awl "$1" -h 2>/dev/null | sed -n 's/^  \(--*[^ ,]*\).*/\1/p'; }

# _awl_value OPTION PREFIX: completes the value of an option; false if it has none
_awl_value() {
	local cur=$2
	case $1 in
	-F | --format) COMPREPLY=($(compgen -W 'awlmap csv folded json openmetrics svg text timeline' -- "$cur")) ;;
	--arch) COMPREPLY=($(compgen -W 'aarch64 arm i386 loongarch64 mips mips64 mips64el mipsel powerpc ppc64le riscv32 riscv64 s390x x86_64' -- "$cur")) ;;
	--as) COMPREPLY=($(compgen -W 'ply' -- "$cur")) ;;
	--attach) COMPREPLY=($(compgen -W 'auto fast plain' -- "$cur")) ;;
	--color) COMPREPLY=($(compgen -W 'always auto never' -- "$cur")) ;;
	--dump) COMPREPLY=($(compgen -W 'ast bpf ir' -- "$cur")) ;;
	--messages) COMPREPLY=($(compgen -W 'json text' -- "$cur")) ;;
	--mode) COMPREPLY=($(compgen -W 'bench' -- "$cur")) ;;
	--tool-source) COMPREPLY=($(compgen -W "$(_awl_tools)" -- "$cur")) ;;
	-p | --pid) COMPREPLY=($(compgen -W "$(cd /proc && echo [0-9]*)" -- "$cur")) ;;
	-c | --cmd | --command) COMPREPLY=($(compgen -c -- "$cur")) ;;
	--source | --sysroot | --tracefs | -I | --include) COMPREPLY=($(compgen -d -- "$cur")) ;;
	-f | -o | --output | --btf | --bundle | --kallsyms | --runner | --stack-filter | --vmlinux)
		COMPREPLY=($(compgen -f -- "$cur")) ;;
	-t | --timeout | --budget | --buffer | --map-size | --memory | --stack-depth | --strlen | -B | \
		-e | -L | --lines | --probe-filter | --traceable-functions) ;;
	*) return 1 ;;
	esac
}

_awl_options='--arch --as --attach --btf --budget --buffer --bench --bundle --by-host --check --cmd --color --command --cost
	--diff --dry-run --dump --format --help --include --info --kallsyms --lines --list --map-size --memory --merge
	--messages --mode --no-warnings --output --pid --probe-filter --quiet --raw --runner --self-test --source
	--stack-depth --stack-filter --strict --strlen --sysroot --throttle --timeout --tool-source --tools
	--top --traceable-functions --tracefs --unsafe --usdt-file-activation --verbose --version --vmlinux
	-B -c -d -e -F -f -h -I -k -L -l -n -o -p -q -S -T -t -u -V -v'

# The word before the cursor.  bash cuts words at colons, but not within quotes.
_awl_word() {
	local line=${COMP_LINE:0:COMP_POINT}
	printf '%s' "${line##*[[:space:]\'\"]}"
}

# The tool that the command line names, or nothing.
_awl_tool() {
	local word
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in -*) continue ;; esac
		_awl_tools | grep -Fqx -e "$word" && echo "$word"
		return
	done
}

_awl() {
	local cur prev probes word tool
	COMPREPLY=()
	cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word=$(_awl_word)
	if [[ $cur != [\'\"]* && $word != *:* ]]; then
		_awl_value "$prev" "$cur" && return
		tool=$(_awl_tool)
		if [[ $cur == -* ]]; then
			COMPREPLY=($(compgen -W "$_awl_options ${tool:+$(_awl_tool_options "$tool")}" -- "$cur"))
			return
		fi
		[ -n "$tool" ] || COMPREPLY=($(compgen -W "$(_awl_tools)" -- "$cur"))
		COMPREPLY+=($(compgen -f -- "$cur"))
	fi
	[[ -n $word || $prev == -l || $prev == --list ]] || return
	mapfile -t probes < <(_awl_probes "$word")
	if [[ $cur == [\'\"]* ]]; then
		# bash replaces the whole text after the quote.  It would close the quote after the only
		# choice, so a provider has a second one.
		[[ ${#probes[@]} -ne 1 || ${probes[0]} != *: ]] || probes+=("${probes[0]}*")
		word=${cur:1:${#cur}-1-${#word}}
		COMPREPLY+=("${probes[@]/#/$word}")
	else
		# bash replaces what follows the last colon.
		[[ $COMP_WORDBREAKS != *:* ]] || word=${word%"${word##*:}"}
		COMPREPLY+=("${probes[@]#"$word"}")
		[[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *: ]] || compopt -o nospace
	fi
}

complete -F _awl awl
