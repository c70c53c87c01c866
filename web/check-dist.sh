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
# The inline script is allowed by its digest, which the server must know.
digest=$(python3 - dist/index.html << 'END'
import base64, hashlib, re, sys
script = re.search(r"<script>(.*?)</script>", open(sys.argv[1], encoding="utf-8").read(), re.S).group(1)
print("sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode())
END
)
grep -qF "'$digest'" ../apps/server/http/response_header.cpp ||
    { echo "apps/server/http/response_header.cpp must allow the script of index.html: '$digest'" >&2; exit 1; }
bytes=$(cat dist/index.html dist/assets/*.js dist/assets/*.css | gzip -9 | wc -c)
[ "$bytes" -lt 120000 ] || { echo "the first load is $bytes bytes compressed, more than 120000" >&2; exit 1; }
echo "web/dist is up to date, $bytes bytes compressed"
