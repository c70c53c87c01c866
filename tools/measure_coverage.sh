#!/bin/bash
# SPDX-License-Identifier: MIT
# Which lines and branches of src the tests reach. By hand, after a build with the preset "coverage", which checks addresses and
# undefined behaviour, too:
#
#   cmake --preset coverage && ninja -C build/coverage
#   tools/measure_coverage.sh run [CTEST ARGUMENTS]       # runs tests, e.g. -E 'web_|Faults', and keeps what they reached
#   tools/measure_coverage.sh report                      # lines and branches by folder, and the files with most missing
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/coverage
profiles=$build/profiles
case "${1:-}" in
    run)
        shift
        mkdir -p $profiles
        export LLVM_PROFILE_FILE=$PWD/$profiles/%m.profraw  # one file for each program, whoever runs it
        exec ctest --test-dir $build --output-on-failure "$@"
        ;;
    report)
        llvm-profdata-14 merge -sparse $profiles/*.profraw -o $build/all.profdata
        # Every program that wrote a profile: tests, merels itself.
        mapfile -t programs < <(find $build -type f -executable -name '*_test' -o -type f -executable -name merels)
        objects=()
        for program in "${programs[@]}"; do objects+=(-object "$program"); done
        llvm-cov-14 export -summary-only -instr-profile $build/all.profdata "${objects[@]}" -ignore-filename-regex '_test\.cpp|/tests/|/usr/' \
            2> /dev/null > $build/coverage.json
        python3 tools/read_coverage.py $build/coverage.json
        ;;
    *)
        sed -n '3,8s,^# \?,,p' "$0" >&2
        exit 2
        ;;
esac
