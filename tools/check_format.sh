#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fails when a source differs from what clang-format-14 makes of it (.clang-format). To repair: tools/check_format.sh --fix
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=(--dry-run -Werror)
[[ ${1:-} == --fix ]] && mode=(-i)
find include src apps tests bindings -name '*.h' -print0 -o -name '*.cpp' -print0 | xargs -0 clang-format-14 "${mode[@]}"
