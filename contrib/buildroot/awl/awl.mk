# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl for Buildroot.  Copy this folder to package/ of a BR2_EXTERNAL tree,
# `source` its Config.in in the tree's Config.in, and include this file from
# external.mk.  If Buildroot builds the kernel, the options that awl needs are turned on.

AWL_SITE = $(call qstrip,$(BR2_PACKAGE_AWL_SOURCE))
AWL_SITE_METHOD = local
AWL_LICENSE = GPL-2.0+
AWL_LICENSE_FILES = COPYING
# a checkout has no configure
AWL_AUTORECONF = YES

define AWL_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 755 $(@D)/awl $(TARGET_DIR)/usr/bin/awl
endef

ifeq ($(BR2_PACKAGE_AWL_SCRIPTS),y)
# busybox's env has no -S
define AWL_INSTALL_SCRIPTS
	for f in $(@D)/tools/*.awl; do \
		sed '1s|.*|#!/usr/bin/awl -f|' $$f >$(@D)/script && \
		$(INSTALL) -D -m 755 $(@D)/script $(TARGET_DIR)/usr/bin/$$(basename $$f .awl) || exit; \
	done
endef
AWL_POST_INSTALL_TARGET_HOOKS += AWL_INSTALL_SCRIPTS
endif

# pahole makes BTF of the debug information
ifeq ($(BR2_PACKAGE_AWL_BTF),y)
AWL_BTF_OPTIONS = DEBUG_INFO DEBUG_INFO_DWARF_TOOLCHAIN_DEFAULT DEBUG_INFO_BTF
endif

define AWL_LINUX_CONFIG_FIXUPS
	$(foreach option,BPF_SYSCALL BPF_JIT BPF_EVENTS PERF_EVENTS KPROBES KPROBE_EVENTS UPROBES \
		UPROBE_EVENTS FTRACE FTRACE_SYSCALLS FUNCTION_TRACER DYNAMIC_FTRACE FPROBE KALLSYMS \
		KALLSYMS_ALL $(AWL_BTF_OPTIONS),
		$(call KCONFIG_ENABLE_OPT,CONFIG_$(option))$(sep))
endef

$(eval $(autotools-package))
