# SPDX-License-Identifier: GPL-2.0-or-later
#
# The package for Buildroot keeps the style rules of check-package, its options exist where it can be
# built and nowhere else, and it turns on every kernel option that awl's messages name.
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
buildroot=$(cd "$TESTS/../contrib/buildroot" && pwd) || exit 1
rc=0
python3 -B "$TESTS/meta/buildroot.py" "$buildroot" || rc=1
python3 -B "$TESTS/meta/buildroot.py" --self-test "$buildroot" || rc=1

version=$(sed -n 's/^AC_INIT(\[awl\], *\[\(.*\)\])$/\1/p' "$TESTS/../configure.ac")
grep -qx "AWL_VERSION = $version" "$buildroot/package/awl/awl.mk" || { echo "awl.mk: not version $version"; rc=1; }
(cd "$TESTS/.." && grep '^sha256' "$buildroot/package/awl/awl.hash" | sed 's/^sha256 *//' |
	sha256sum --quiet -c -) || { echo "awl.hash: other checksums"; rc=1; }

# Options that the architecture chooses, or that slow down or endanger all kernels.
chosen='BPF_KPROBE_OVERRIDE HAVE_HW_BREAKPOINT KPROBES_ON_FTRACE TRACEPOINTS UNWINDER_ARM'
make -s -n -f "$TESTS/packages/buildroot.mk" PACKAGE="$buildroot/package/awl" BUILD_DIR=/none \
	KERNEL_CONFIG=/none BR2_PACKAGE_AWL_BTF=y kernel | grep -o 'CONFIG_[A-Z0-9_]*=y' >"$TMP/on"
for option in $(cat "$TESTS"/../src/base/*.def "$TESTS/../doc/boards.md" | grep -o 'CONFIG_[A-Z0-9_]*' | sort -u); do
	case " $chosen " in
	*" ${option#CONFIG_} "*) continue ;;
	esac
	grep -qx "$option=y" "$TMP/on" || { echo "awl.mk: does not turn on $option"; rc=1; }
done

# visible ARCH MMU: are the package's options there?  What Buildroot itself has is made up.
visible() {
	cat >"$TMP/top" <<-X
		config BR2_EXTERNAL_AWL_PATH
			string
			default "$buildroot"
		config $1
			bool
			default y
		config BR2_USE_MMU
			bool
			default $2
		config BR2_LINUX_KERNEL
			bool "kernel"
		config BR2_LINUX_KERNEL_NEEDS_HOST_PAHOLE
			bool
		source "\$BR2_EXTERNAL_AWL_PATH/Config.in"
	X
	(cd "$TMP" && CONFIG_='' KCONFIG_CONFIG=config kconfig-conf --allyesconfig top >log 2>&1) ||
		{ cat "$TMP/log"; return 2; }
	! grep 'warning' "$TMP/log" || return 2
	grep -qx BR2_PACKAGE_AWL=y "$TMP/config"
}
if command -v kconfig-conf >/dev/null; then
	for arch in BR2_x86_64 BR2_aarch64 BR2_arm BR2_RISCV_64; do
		visible $arch y || { echo "Config.in: $arch can't have awl"; rc=1; }
		for want in BR2_PACKAGE_AWL_TOOLS=y BR2_PACKAGE_AWL_BTF=y BR2_LINUX_KERNEL_NEEDS_HOST_PAHOLE=y \
			'BR2_PACKAGE_AWL_SITE="file://$(BR2_EXTERNAL_AWL_PATH)/../.."'; do
			grep -qxF "$want" "$TMP/config" || { echo "Config.in: $arch: no $want"; rc=1; }
		done
	done
	visible BR2_x86_64 n
	[ $? = 1 ] || { echo "Config.in: awl can be chosen without MMU"; rc=1; }
	visible BR2_mips y
	[ $? = 1 ] || { echo "Config.in: awl can be chosen for mips"; rc=1; }
elif [ $rc = 0 ]; then
	echo "no kconfig-conf (package kconfig-frontends-nox)"
	exit 77
fi
exit $rc
