# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds a static awl, tests/work and tests/bench's programs for one architecture.
# contrib/static-build calls this with TOP (the sources), OUT (a folder for the objects),
# CC (with the options to find its C library), VERSION and, from the environment, WITHOUT:
# -DNO_SVG and the like leave parts out (src/tables.c).  This is not part of Makefile.am because
# an out-of-tree automake build refuses a configured source tree.

MAKEFLAGS += -rR
.SUFFIXES:

libawl_a_SOURCES :=
include $(TOP)/src/sources.am

# Jump tables for switches would be larger than comparisons.  Link-time compilation in a single
# partition saves 1,100 bytes.
CFLAGS ?= -Oz -flto=auto -flto-partition=one -fno-jump-tables
ALL_CFLAGS = -std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wno-missing-field-initializers -Wno-psabi \
	-I$(OUT) -I$(TOP)/src -I$(TOP) -fmacro-prefix-map=$(TOP)/= -D_FILE_OFFSET_BITS=64 \
	-DNO_CHECKS -DPACKED $(WITHOUT) -DPACKAGE_VERSION='"$(VERSION)"' $(CFLAGS)
# Nothing unwinds the stack, so unwind tables are left out.  Each function gets a section, so
# that the linker drops unused ones.
SMALL = -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables \
	-fno-unwind-tables -fno-pie
LINK = -Wno-psabi -static -no-pie -Wl,-z,noseparate-code,-z,norelro -Wl,--gc-sections -Wl,--build-id=none -Wl,-Map=$(OUT)/awl.map

SRCS = $(filter %.c,$(libawl_a_SOURCES)) $(if $(wildcard $(TOP)/src/main.c),src/main.c) \
	$(if $(findstring -specs,$(CC)),contrib/printf.c contrib/malloc.c contrib/process.c contrib/localtime.c \
		contrib/string.c contrib/strerror.c contrib/files.c contrib/inet.c)
OBJS = $(SRCS:%.c=$(OUT)/%.o)

all: $(if $(filter src/main.c,$(SRCS)),$(OUT)/awl) $(OUT)/work $(OUT)/cost $(OUT)/byhand

$(OUT)/awl: $(OBJS) $(OUT)/flags
	$(CC) $(CFLAGS) $(LINK) -s -o $@ $(OBJS)

# tests/work has debug information and frame pointers, because user probes are tested on it.  On
# arm it is not Thumb code, because the kernel has no uprobes for that.
$(OUT)/work: $(TOP)/tests/work.c $(TOP)/tests/work_jit.c $(TOP)/tests/work_net.c $(TOP)/tests/work_tools.c $(OUT)/flags $(TOP)/contrib/static.mk
	@$(CC) -std=gnu11 -O2 -g $(if $(findstring arm-linux,$(CC)),-marm) -fno-omit-frame-pointer -Wall -static -no-pie -pthread \
		-Wl,--build-id=0x0123456789abcdef00112233445566778899aabb -o $@ $(filter %.c,$^)

$(OUT)/cost $(OUT)/byhand: $(OUT)/%: $(TOP)/tests/bench/%.c $(OUT)/flags
	@$(CC) -std=gnu11 -Os -Wall -static -no-pie -s -o $@ $<

# binutils have the compiler's prefix.
OBJCOPY = $(patsubst %gcc,%objcopy,$(firstword $(CC)))
NM = $(patsubst %gcc,%nm,$(firstword $(CC)))

# Compressed tables (base/packed.h): raw deflate data as numbers for C.  The section may be longer
# than the table, to align what follows.
TABLES = src/base/text.c arch/syscall.c src/lang/constants.c src/kernel/feature_text.c \
	src/bpf/helper.c contrib/strerror.c $(if $(findstring NO_TOOLS,$(WITHOUT)),,src/toolbox.c)
$(TABLES:%.c=$(OUT)/%.o): $(OUT)/packed/tables
$(OUT)/packed/tables: $(TABLES:%=$(TOP)/%) $(wildcard $(TOP)/*/*.def $(TOP)/src/*/*.def) \
		$(TOP)/contrib/pack.c $(TOP)/contrib/static.mk $(OUT)/toolbox_text.h $(OUT)/flags
	@mkdir -p $(@D)
	@for file in $(TABLES); do \
		name=$$(basename $$file .c); \
		$(CC) -std=gnu11 -I$(OUT) -I$(TOP)/src -I$(TOP) $(WITHOUT) -DTABLE_FILE="\"$$file\"" \
			-fdata-sections -fno-pie -fno-lto -c -o $(@D)/$$name.o $(TOP)/contrib/pack.c && \
		$(OBJCOPY) -O binary -j .rodata.data $(@D)/$$name.o $(@D)/$$name && \
		size=$$($(NM) -S $(@D)/$$name.o | sed -n 's/.* 0*\([0-9a-f]*\) r data$$/\1/p') && \
		head -c $$((0x$$size)) $(@D)/$$name | gzip -9n | tail -c +11 | head -c -8 | \
			od -An -v -t u1 | sed 's/ *\([0-9]\+\)/\1,/g' >$(@D)/$$name.h || exit; \
	done
	@touch $@

$(OUT)/toolbox_text.h: $(wildcard $(TOP)/tools/*.awl) $(TOP)/contrib/embed-tools
	@mkdir -p $(@D)
	@$(TOP)/contrib/embed-tools $(sort $(wildcard $(TOP)/tools/*.awl)) >$@.new && mv $@.new $@

# Without LTO, the linker sees these objects before it searches libc.a.
$(OUT)/contrib/%.o: ALL_CFLAGS += -fno-lto -fno-builtin

$(OUT)/%.o: $(TOP)/%.c $(OUT)/flags
	@mkdir -p $(@D)
	@echo "  CC       $*.o"
	@$(CC) $(ALL_CFLAGS) $(SMALL) -MMD -MP -c -o $@ $<

# This code runs for each record, so it should be fast rather than small.
$(OUT)/src/show/plain.o: ALL_CFLAGS += -O2

# Everything is built again when the flags change.
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(SMALL) $(LINK) $(SRCS))' | cmp -s - $@ || \
		echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(SMALL) $(LINK) $(SRCS))' >$@

FORCE:
.PHONY: all FORCE
-include $(OBJS:.o=.d)
