# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl for Yocto.  Not built here: no test runs bitbake.  Put this file into recipes-devtools/awl/ of a
# layer and set the checksum of the tarball.
SUMMARY = "A small language for tracing Linux"
HOMEPAGE = "https://example.org/awl"
LICENSE = "GPL-2.0-or-later"
LIC_FILES_CHKSUM = "file://COPYING;md5=b234ee4d69f5fce4486a80fdaf4a4263"
SRC_URI = "${HOMEPAGE}/awl-${PV}.tar.xz"
SRC_URI[sha256sum] = ""

inherit autotools

# What the kernel needs; add it to KERNEL_FEATURES or to the kernel's configuration:
# BPF_SYSCALL BPF_EVENTS BPF_JIT PERF_EVENTS KPROBES KPROBE_EVENTS UPROBES UPROBE_EVENTS FTRACE
# FTRACE_SYSCALLS KALLSYMS; DEBUG_INFO_BTF for the kernel's structures by name

PACKAGES =+ "${PN}-tools"
FILES:${PN}-tools = "${datadir}/awl"
FILES:${PN} += "${datadir}/bash-completion ${datadir}/zsh ${datadir}/fish"
