# SPDX-License-Identifier: GPL-2.0-or-later
#
# What Buildroot does with a package, as its manual describes it: enough to build contrib/buildroot
# without Buildroot.  For tests/packages/buildroot, which sets
#
#	PACKAGE		the folder with the package's .mk
#	BUILD_DIR	where it is built		TARGET_DIR	the root file system
#	CC, HOST	the compiler and its name	KERNEL_CONFIG	a kernel's .config
#
# and BR2_... as .config of Buildroot would.
all: $(BUILD_DIR)/.installed

sharp := \#
define sep


endef
qstrip = $(strip $(subst ",,$(1)))
INSTALL = install

# KCONFIG_MUNGE OPTION LINE: replaces an option of the kernel
define KCONFIG_MUNGE
	sed -i '/\<$(1)\>/d' $(KERNEL_CONFIG)
	echo '$(2)' >>$(KERNEL_CONFIG)
endef
KCONFIG_ENABLE_OPT = $(call KCONFIG_MUNGE,$(1),$(1)=y)
KCONFIG_DISABLE_OPT = $(call KCONFIG_MUNGE,$(1),$(sharp) $(1) is not set)

define autotools-package
$(BUILD_DIR)/.configured:
	mkdir -p $$(@D)
	tar -xf $$(patsubst file://%,%,$$(AWL_SITE))/$$(AWL_SOURCE) -C $$(@D) --strip-components=1
	cd $$(@D) && $$(foreach file,$$(AWL_LICENSE_FILES),\
		grep ' $$(file)$$$$' $(PACKAGE)/awl.hash | sed 's/^sha256 *//' | sha256sum -c -)
	cd $$(@D) && CC='$(CC)' ./configure --target=$(HOST) --host=$(HOST) --build=x86_64-pc-linux-gnu \
		--prefix=/usr --exec-prefix=/usr --sysconfdir=/etc --localstatedir=/var --program-prefix= \
		--disable-gtk-doc --disable-doc --disable-docs --disable-documentation \
		--disable-dependency-tracking --enable-ipv6 --disable-nls --disable-static --enable-shared \
		$$(AWL_CONF_OPTS)
	touch $$@
$(BUILD_DIR)/.installed: $(BUILD_DIR)/.configured
	$$(MAKE) -C $$(@D)
	$$(AWL_INSTALL_TARGET_CMDS)
	$$(foreach hook,$$(AWL_POST_INSTALL_TARGET_HOOKS),$$($$(hook))$$(sep))
	touch $$@
kernel:
	$$(AWL_LINUX_CONFIG_FIXUPS)
endef

include $(PACKAGE)/awl.mk
