#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays the openings of nine-c1 by the levels that the page offers, each against itself, and counts what they chose and
# gave away: data/openings/nine-c1.json, which the opening explorer shows.
#
#   tools/measure_openings.sh MERELS DB FOLDER > data/openings/nine-c1.json
#
# Games go to FOLDER and are kept; those that are there are not played again. Every limit is in plies or nodes, so the
# same games come out everywhere.
set -euo pipefail
merels=$1 db=$2 folder=$3
mkdir -p "$folder"
files=()
play() {   # PLAYER GAMES START
    local file="$folder/${1//[:=]/-}-${3//:/-}.txt"
    files+=("$file")
    [[ -s $file ]] && return
    "$merels" match nine-c1 "$1" "$1" --games "$2" --start "$3" --most-plies 18 --seed 1 --save "$file.part" --quiet >&2
    mv "$file.part" "$file"
}
for start in start opening:1 opening:2 opening:3 opening:4; do
    for level in 1 3 5; do play search:level=$level 400 $start; done
    play search:level=7 80 $start
    play random 400 $start
done
play search:level=10 16 start
exec "$merels" openings "${files[@]}" --db "$db" --least 8 \
    --note 'tools/measure_openings.sh: each player against himself, 400 games from each of 5 starts (level 7: 80; level 10: 16 from one)'
