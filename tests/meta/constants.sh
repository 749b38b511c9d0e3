# SPDX-License-Identifier: GPL-2.0-or-later
#
# The constants that scripts know by name have the values of the C compiler's headers.  Families of
# constants with a known last member are complete.
cd "$TESTS/.." || exit 1
CC=${CC-cc}
command -v "$CC" >/dev/null || { echo "no C compiler"; exit 77; }
{
	cat <<-'C'
	#define _GNU_SOURCE
	#include <dirent.h>
	#include <errno.h>
	#include <fcntl.h>
	#include <sched.h>
	#include <signal.h>
	#include <sys/file.h>
	#include <sys/mman.h>
	#include <sys/socket.h>
	#include <sys/stat.h>
	#include <sys/wait.h>
	#include <unistd.h>
	#include <netinet/in.h>
	#include <linux/icmp.h>
	#include <linux/icmpv6.h>
	#include <linux/if_ether.h>
	#undef SIGSTKSZ	/* not a constant in glibc */
	C
	sed -n 's/X(\([A-Z0-9a-z_]*\), \([^)]*\))/\n&\n/gp' src/lang/constants.def |
		sed -n 's/^X(\([A-Z0-9a-z_]*\), \([^)]*\))$/#ifdef \1\n_Static_assert(\1 == \2, "\1");\n#endif/p'
} >"$TMP/constants.c"
[ "$(grep -c _Static_assert "$TMP/constants.c")" -gt 300 ] || { echo "constants.def has an unknown form"; exit 1; }
"$CC" -fsyntax-only "$TMP/constants.c" 2>"$TMP/err" || { grep error: "$TMP/err"; exit 1; }

# all error numbers
printf '#include <errno.h>\n' | "$CC" -E -dM - 2>/dev/null |
	sed -n 's/^#define \(E[A-Z0-9]*\) .*/\1/p' | grep -vx 'ENOTSUP' >"$TMP/names"
rc=0
while read -r name; do
	grep -q "X($name," src/lang/constants.def || { echo "$name is missing"; rc=1; }
done <"$TMP/names"
exit $rc
