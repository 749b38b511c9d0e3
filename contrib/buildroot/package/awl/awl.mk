################################################################################
#
# awl
#
################################################################################

# SPDX-License-Identifier: GPL-2.0-or-later
AWL_VERSION = 0.1.0
AWL_SITE = $(call qstrip,$(BR2_PACKAGE_AWL_SITE))
AWL_SOURCE = awl-$(AWL_VERSION).tar.xz
AWL_LICENSE = GPL-2.0+
AWL_LICENSE_FILES = COPYING

# `make dist` of any commit may have made the tarball.
BR_NO_CHECK_HASH_FOR += $(AWL_SOURCE)

define AWL_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 0755 $(@D)/awl $(TARGET_DIR)/usr/bin/awl
endef

# busybox's env has no -S, which the scripts' first lines use.
ifeq ($(BR2_PACKAGE_AWL_TOOLS),y)
define AWL_INSTALL_TOOLS
	for f in $(@D)/tools/*.awl; do \
		sed '1s|.*|#!/usr/bin/awl -f|' $$f >$(@D)/script && \
		$(INSTALL) -D -m 0755 $(@D)/script \
			$(TARGET_DIR)/usr/bin/$$(basename $$f .awl) || exit 1; \
	done
endef
AWL_POST_INSTALL_TARGET_HOOKS += AWL_INSTALL_TOOLS
endif

# Some need others: KPROBES needs MODULES on older kernels, KALLSYMS_ALL needs DEBUG_KERNEL.
AWL_LINUX_OPTIONS = \
	BPF_EVENTS \
	BPF_JIT \
	BPF_SYSCALL \
	DEBUG_KERNEL \
	DYNAMIC_FTRACE \
	FPROBE \
	FTRACE \
	FTRACE_SYSCALLS \
	FUNCTION_TRACER \
	KALLSYMS \
	KALLSYMS_ALL \
	KPROBES \
	KPROBE_EVENTS \
	MODULES \
	PERF_EVENTS \
	UPROBES \
	UPROBE_EVENTS

# pahole makes BTF from debug information.
ifeq ($(BR2_PACKAGE_AWL_BTF),y)
AWL_LINUX_OPTIONS += DEBUG_INFO DEBUG_INFO_BTF DEBUG_INFO_DWARF_TOOLCHAIN_DEFAULT
AWL_LINUX_OPTIONS_OFF = DEBUG_INFO_REDUCED DEBUG_INFO_SPLIT
endif

define AWL_LINUX_CONFIG_FIXUPS
	$(foreach option,$(AWL_LINUX_OPTIONS),
		$(call KCONFIG_ENABLE_OPT,CONFIG_$(option))$(sep))
	$(foreach option,$(AWL_LINUX_OPTIONS_OFF),
		$(call KCONFIG_DISABLE_OPT,CONFIG_$(option))$(sep))
endef

$(eval $(autotools-package))
