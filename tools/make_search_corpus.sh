#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make_search_corpus.sh BUILD NINE_DB: writes tests/data/search/values.tsv from tables. NINE_DB holds the moving tables
# of nine-c1 up to nine men (merels solve nine-c1 --phase moving); those of the other rules, up to five men, are solved
# here in seconds. The same tables give the same file.
set -euo pipefail
build=$(realpath "$1")
nine=$(realpath "$2")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

ninja -C "$build" merels search_corpus_maker > "$scratch/build.log" || { tail "$scratch/build.log"; exit 1; }
merels=$(find "$build" -type f -name merels -perm -u+x | head -1)
for variant in nine-p1 morabaraba; do
    "$merels" solve "$variant" --db "$scratch/db" --phase moving --max-men 5 --progress none > "$scratch/solve.log"
done
ln -s "$nine/nine-capture" "$scratch/db/nine-capture"
mkdir -p "$root/tests/data/search"
"$build/tests/search_corpus_maker" "$scratch/db" > "$scratch/values.tsv"
mv "$scratch/values.tsv" "$root/tests/data/search/values.tsv"
