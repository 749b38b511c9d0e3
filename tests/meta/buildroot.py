# SPDX-License-Identifier: GPL-2.0-or-later
"""buildroot.py FOLDER: the style rules of Buildroot's utils/check-package, for the files of a package.

Buildroot is not needed.  The rules are those of its manual, "Adding new packages".  Prints what breaks
a rule and exits with 1.  With --self-test it breaks each rule in a copy and must notice.
"""
import os
import re
import shutil
import sys
import tempfile

ORDER = {"bool": 1, "prompt": 1, "string": 1, "default": 2, "depends": 3, "select": 4, "help": 5}
ENTRIES = {"choice", "comment", "config", "endchoice", "endif", "endmenu", "if", "menu", "menuconfig",
           "source"}
HASH_DIGITS = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}


def check_text(path, lines):
    if os.access(path, os.X_OK):
        yield 0, "is executable"
    if not lines or not lines[-1].endswith("\n"):
        yield len(lines), "no newline at the end"
    elif not lines[-1].strip():
        yield len(lines), "empty last line"
    for n, line in enumerate(lines, 1):
        if line.rstrip("\n") != line.rstrip():
            yield n, "trailing space"
        if not line.strip() and n > 1 and not lines[n - 2].strip():
            yield n, "consecutive empty lines"
        if not line.isascii():
            yield n, "not ASCII"


def check_config(lines):
    seen, last, is_help = set(), 0, False
    for n, line in enumerate(lines, 1):
        word = (line.split() or ["#"])[0]
        if word.startswith("#"):
            continue
        if is_help and line.startswith("\t  "):
            if len(line.rstrip()) > 1 + 2 + 62:
                yield n, "help text is wider than 62"
            continue
        if is_help and word not in ENTRIES:
            yield n, "help text is not indented by a tab and two blanks"
            continue
        is_help = word == "help"
        if word in ENTRIES:
            last = 0
            if not line.startswith(word):
                yield n, "should not be indented"
            if word in ("config", "menuconfig"):
                name = line.split()[1]
                if name in seen:
                    yield n, f"{name} is there twice"
                seen.add(name)
        elif word in ORDER:
            if not line.startswith("\t" + word):
                yield n, "should be indented with one tab"
            if ORDER[word] < last:
                yield n, "order: type, default, depends on, select, help"
            last = ORDER[word]
            if line.split("#")[0].split() == ["default", "n"]:
                yield n, "default n is the default"


def check_header(lines):
    for n, want in ((1, "#" * 80), (2, "#"), (4, "#"), (5, "#" * 80), (6, "")):
        if len(lines) < n or lines[n - 1].rstrip() != want:
            yield n, f"header: should be '{want}'"


def check_makefile(name, lines):
    yield from check_header(lines)
    upper = name.upper().replace("-", "_")
    in_define = continued = False
    is_set = set()
    for n, line in enumerate(lines, 1):
        text = line.rstrip()
        condition = not continued and re.match(r"\s*(ifn?eq|ifn?def|else|endif)\b", text)
        if re.match(r"(define|endef)\b", text):
            in_define = text.startswith("define")
        elif text and not re.match(r"\s*#", text):
            if line.startswith("\t") != ((in_define or continued) and not condition):
                yield n, "indented with tabs, or not, against the rule"
        if continued and not text:
            yield n, "backslash before an empty line"
        continued = text.endswith("\\") and not text.startswith("#")
        if re.search(r"(  |\t ?)\\$", text):
            yield n, "only one space before a backslash"
        if re.search(r"[^$]\$\{\w+\}", text):
            yield n, "$() and not ${}"
        m = re.match(r"(?:define\s+)?([A-Z0-9]+_[A-Z0-9_]+)\s*(\+?=)?", text)
        if not m:
            continue
        if not m[1].startswith(upper + "_") and m[1] != "BR_NO_CHECK_HASH_FOR":
            yield n, f"{m[1]} does not begin with {upper}_"
        if re.search(r"_(AUTORECONF|INSTALL_STAGING|INSTALL_IMAGES)\s*=\s*NO|_INSTALL_TARGET\s*=\s*YES", text):
            yield n, "sets the default"
        if re.match(rf"{upper}_SOURCE\s*=\s*{name}-\$\({upper}_VERSION\)\.tar\.gz", text):
            yield n, "sets the default"
        if m[2] == "=":
            if m[1] in is_set:
                yield n, f"{m[1]} is set again"
            is_set.add(m[1])


def check_hash(lines):
    for n, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        if len(fields) != 3 or line.rstrip("\n") != "  ".join(fields):
            yield n, "three fields with two blanks between them"
        elif not re.fullmatch("[0-9A-Fa-f]{%d}" % HASH_DIGITS.get(fields[0], 0), fields[1]):
            yield n, "no such hash"


def check_folder(folder):
    for at, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(at, name)
            with open(path, encoding="utf-8", newline="") as f:
                lines = f.readlines()
            found = list(check_text(path, lines))
            if name.startswith("Config."):
                found += check_config(lines)
            elif name.endswith(".hash"):
                found += check_hash(lines)
            elif name.endswith(".mk") and name != "external.mk":
                found += check_makefile(name[:-3], lines)
            for n, message in found:
                yield f"{os.path.relpath(path, folder)}:{n}: {message}"


# how to break each rule: the end of a file's name, what to replace, by what
DAMAGES = [
    (".hash", r"\Z", "\n"), (".hash", r"\n\Z", ""), (".hash", "COPYING", "COPYING "),
    (".hash", "sha256  ", "sha256 "), (".hash", "sha256", "sha512"), (".mk", r"(?m)^$", "\n"),
    ("awl/Config.in", "Traces", "Traçes"), ("awl/Config.in", r"\t  Traces", "\t  " + "long " * 10 + "Traces"),
    ("awl/Config.in", "\t  Traces", "\tTraces"), ("awl/Config.in", r"\tbool", "        bool"),
    ("awl/Config.in", r"(?m)^endif", "\tendif"), ("awl/Config.in", "default y\n", "default n\n"),
    ("awl/Config.in", r"(?s)\tdefault y\n\thelp\n", "\thelp\n\t  x\n\tdefault y\n"),
    ("awl/Config.in", "BR2_PACKAGE_AWL_BTF", "BR2_PACKAGE_AWL"), ("awl.mk", "^####", "###"),
    ("awl.mk", r"\n\nAWL|\n\n# SPDX", "\nAWL"), ("awl.mk", r"\t\$\(INSTALL\)", "        $(INSTALL)"),
    ("awl.mk", r"(?m)^AWL_SITE", "\tAWL_SITE"), ("awl.mk", r"; do \\", r";  do  \\"),
    ("awl.mk", r"UPROBE_EVENTS\n", "UPROBE_EVENTS \\\\\n\n"), ("awl.mk", r"\$\(@D\)/awl", "${D}/awl"),
    ("awl.mk", "(?m)^AWL_LICENSE =", "OWL_LICENSE ="), ("awl.mk", "tar.xz", "tar.gz"),
    ("awl.mk", "(?m)^AWL_LICENSE_FILES", "AWL_LICENSE"),
    ("awl.mk", "(?m)^AWL_LICENSE =", "AWL_AUTORECONF = NO\nAWL_LICENSE ="),
]


def self_test(folder):
    for suffix, pattern, by in DAMAGES:
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(folder, copy, dirs_exist_ok=True)
            path = next(os.path.join(at, name) for at, _, names in os.walk(copy) for name in names
                        if os.path.join(at, name).endswith(suffix) and name != "external.mk")
            with open(path, encoding="utf-8") as f:
                text = f.read()
            damaged = re.sub(pattern, by, text, count=1)
            with open(path, "w", encoding="utf-8") as f:
                f.write(damaged)
            if damaged == text or not list(check_folder(copy)):
                yield f"not noticed: {suffix}: {pattern!r} became {by!r}"


problems = list(self_test(sys.argv[2]) if sys.argv[1] == "--self-test" else check_folder(sys.argv[1]))
print("\n".join(problems))
sys.exit(1 if problems else 0)
