#!/bin/sh
# SPDX-License-Identifier: MIT
# Rebuilds the page and compares it with the committed web/dist. Needs the packages of package-lock.json (npm ci).
set -eu
cd "$(dirname "$0")"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
node node_modules/vite/bin/vite.js build --outDir "$fresh/dist" --emptyOutDir --logLevel error >&2
if ! diff -r dist "$fresh/dist" > "$fresh/diff" 2>&1; then
    head -5 "$fresh/diff" | cut -c1-200 >&2
    echo "web/dist is not what the sources build: run 'npm run build' in web/ and commit it" >&2
    exit 1
fi
bytes=$(cat dist/index.html dist/assets/*.js dist/assets/*.css | gzip -9 | wc -c)
[ "$bytes" -lt 120000 ] || { echo "the first load is $bytes bytes compressed, more than 120000" >&2; exit 1; }
echo "web/dist is up to date, $bytes bytes compressed"
