#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/try_packages.sh BUILD FOLDER: makes the Debian packages of a build (configured with -DMERELS_PYTHON=ON), looks at them with
# lintian, installs them in a clean Debian 12 below FOLDER (debootstrap, as root; from the mirror that this machine uses) and runs
# probe, a small solve, serve and the Python package there. FOLDER needs 1 GB and is left for a second look.
set -euo pipefail
build=$(realpath "$1") folder=$(realpath -m "$2")
say() { printf '== %s\n' "$*"; }

say "packages"
rm -f "$build"/*.deb
(cd "$build" && ninja merels merels_help merels_archive merels_python >/dev/null && cpack -G DEB >"$build/cpack.log") || { cat "$build/cpack.log"; exit 1; }
ls -l "$build"/*.deb
say "lintian"
lintian --allow-root --fail-on error "$build"/*.deb

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/\?$' | head -n 1)
say "a clean Debian 12"
if [[ ! -e $folder/etc/debian_version ]]; then
    debootstrap --variant=minbase bookworm "$folder" "$mirror" >"$build/debootstrap.log" 2>&1 || { tail "$build/debootstrap.log"; exit 1; }
fi
mkdir -p "$folder/packages"
cp "$build"/*.deb "$folder/packages/"
cp /etc/apt/apt.conf.d/* "$folder/etc/apt/apt.conf.d/" 2>/dev/null || true
inside() { chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
inside sh -c 'apt-get install -qq -y --no-install-recommends /packages/*.deb' >"$build/install.log" 2>&1 || { tail "$build/install.log"; exit 1; }
say "solve, probe"
inside sh -c 'rm -rf /tmp/db && merels --version && merels solve nine-c1@3,3 --db /tmp/db --progress none && merels probe nine-c1@3,3 --db /tmp/db | head -n 1'
inside sh -c 'test -f /usr/share/man/man1/merels.1.gz -o -f /usr/share/man/man1/merels.1; test -f /usr/share/bash-completion/completions/merels'
say "Python"
inside python3 -c "import merels; print(merels.Tablebase('/tmp/db').probe('nine-c1@3,3', '********/********/******** w 3 3'))"
say "serve"
inside sh -c 'merels serve --db /tmp/db --listen 127.0.0.1:0 >/tmp/serve.log & echo $! >/tmp/serve.pid; sleep 3'
url=$(grep -o 'http://127.0.0.1:[0-9]*/' "$folder/tmp/serve.log")
curl -fsS "${url}v1/nine-c1@3,3" | head -c 200
echo
curl -fsS "$url" | grep -c '<html' >/dev/null
kill "$(cat "$folder/tmp/serve.pid")"
say "all good"
