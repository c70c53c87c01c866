#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/try_arm64.sh HERE BUILD FOLDER: compiles the program for arm64 in the build folder BUILD (cmake/arm64.cmake) against the libraries of
# an arm64 Debian 12 in FOLDER (fetched by debootstrap, as root; from the mirror that this machine uses), solves small games with it
# under qemu, and the same with HERE, this machine's own program. The tables must be the same: digest by digest, file by file.
# Changes nothing of the machine. FOLDER takes 0.5 GB and stays. Needs the lines "arm64" of tools/packages.txt.
set -euo pipefail
[[ $# -eq 3 ]] || { echo "use: tools/try_arm64.sh HERE BUILD FOLDER, say build/release/apps/cli/merels build/arm64 /tmp/arm64" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "$1") build=$(realpath -m "$2") debian=$(realpath -m "$3")
folder="$debian/try"
say() { printf '== %s\n' "$*"; }
# quietly COMMAND...: what it says is shown only when it fails.
quietly() { "$@" >"$folder/log" 2>&1 || { tail -n 40 "$folder/log" >&2; exit 1; }; }
mkdir -p "$folder"

if [[ ! -e $debian/unpacked ]]; then
    say "libraries for arm64"
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/\?$' | head -n 1)
    libraries=$(sed -n 's/^build \(lib[^ ]*\|nlohmann[^ ]*\).*/\1/p' "$root/tools/packages.txt" | paste -sd,)
    quietly debootstrap --arch=arm64 --variant=minbase --download-only "--include=libc6-dev,libstdc++-12-dev,$libraries" bookworm "$debian" "$mirror"
    for package in "$debian"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$debian"; done
    rm -rf "$debian/var/cache/apt/archives"
    touch "$debian/unpacked"
fi

say "compile"
quietly cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release --toolchain "$root/cmake/arm64.cmake" \
    "-DMERELS_SYSROOT=$debian" -DMERELS_BUILD_TESTS=OFF
quietly ninja -C "$build" -j2 merels
file -b "$build/apps/cli/merels" | cut -d, -f1-3
arm64() { qemu-aarch64-static -L "$debian" "$build/apps/cli/merels" "$@"; }
arm64 --version

# same NAME ARGUMENT...: solves with both programs, into folders of that name, and compares.
same() {
    local name=$1 start=$SECONDS
    shift
    rm -rf "$folder/db/$name"
    arm64 solve "$@" --db "$folder/db/$name/arm64" --progress none >"$folder/log" || { cat "$folder/log"; exit 1; }
    arm64 digest --db "$folder/db/$name/arm64" >"$folder/arm64.txt"
    "$program" solve "$@" --db "$folder/db/$name/here" --progress none >"$folder/log" || { cat "$folder/log"; exit 1; }
    "$program" digest --db "$folder/db/$name/here" >"$folder/here.txt"
    test -s "$folder/here.txt"
    cmp "$folder/arm64.txt" "$folder/here.txt"
    (cd "$folder/db/$name/arm64" && find . -name '*.mrl' -exec sha256sum {} + | sort -k2) >"$folder/files.txt"
    test -s "$folder/files.txt"
    (cd "$folder/db/$name/here" && sha256sum --quiet -c "$folder/files.txt")
    echo "$*: $(wc -l <"$folder/files.txt") tables, the same ($((SECONDS - start)) s)"
    sed 's/^/    /' "$folder/here.txt"
}
say "solve, under qemu and here"
same moving nine-c1 --phase moving --max-men 4
same hands nine-c1@3,3
same protected nine-p2@4,3
same lasker lasker-c1@3,3
same diagonals morabaraba@3,3
same ultra nine-c1@3,3 --values ultra --subspace-values ratio
same results nine-c1@4,4 --values wdl
say "verify, probe, engine on arm64"
arm64 verify nine-c1@3,3 --db "$folder/db/hands/arm64" | tail -n 1
arm64 probe nine-c1@3,3 --db "$folder/db/hands/arm64" | head -n 1
printf 'position startpos\ngo depth 4\n' | arm64 engine | tail -n 1
say "all good"
