# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is packed is what contrib/pack makes of the texts (else: contrib/pack).
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 "$TESTS/../contrib/pack" --check
