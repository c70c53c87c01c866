#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools/try_packages.sh BUILD FOLDER: makes the Debian packages in the build folder BUILD (made where it is not there), looks at them with
# lintian, installs them in a clean Debian 12 in FOLDER (debootstrap, as root; from the mirror that this machine uses) and uses them
# there: a solve, probe, a C program by pkg-config, the Python package, serve. Then they are removed, and nothing of them may be left.
# FOLDER takes 0.5 GB and stays for the next time. Needs debootstrap and lintian, and what ./test installs.
set -euo pipefail
[[ $# -eq 2 ]] || { echo "use: tools/try_packages.sh BUILD FOLDER" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath -m "$1") folder=$(realpath -m "$2")
say() { printf '== %s\n' "$*"; }
# quietly COMMAND...: what it says is shown only when it fails.
quietly() { "$@" >"$build/packages.log" 2>&1 || { tail -n 40 "$build/packages.log" >&2; exit 1; }; }
enter=(chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { "${enter[@]}" "$@"; }

say "packages"
mkdir -p "$build"
quietly cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DMERELS_PYTHON=REQUIRED
quietly ninja -C "$build" -j2 merels merels_help merels_archive merels_python
rm -f "$build"/*.deb
(cd "$build" && quietly cpack -G DEB)
for package in "$build"/*.deb; do
    echo "$(basename "$package")  $(stat -c %s "$package") bytes  Depends: $(dpkg-deb -f "$package" Depends)"
done
say "lintian"
lintian --allow-root --fail-on error "$build"/*.deb

say "a clean Debian 12"
if [[ ! -e $folder/etc/debian_version ]]; then
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/\?$' | head -n 1)
    quietly debootstrap --variant=minbase bookworm "$folder" "$mirror"
fi
mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc"
server=
trap '[[ -z $server ]] || kill $server 2>/dev/null; umount "$folder/proc"' EXIT
remove() {  # of these, what is there
    local there
    there=$(inside dpkg-query -W -f '${db:Status-Status} ${Package}\n' merels libmerels-dev python3-merels libcurl4 gcc libc6-dev \
        pkg-config 2>/dev/null | sed -n 's/^installed //p') || true
    # shellcheck disable=SC2086
    [[ -z $there ]] || quietly inside apt-get purge -y --autoremove $there
}
quietly inside apt-get update
remove  # what an earlier run may have left
rm -rf "$folder/try"
mkdir "$folder/try"
cp "$build"/*.deb "$root/examples/probe.c" "$folder/try/"
quietly inside sh -c 'apt-get install -y --no-install-recommends /try/*.deb'
inside cat /etc/debian_version

say "solve, probe"
inside merels --version
inside merels solve nine-c1 --phase moving --max-men 4 --db /try/db --progress none
inside merels probe nine-c1 'O*O*****/@*******/@**@*O** w 0 0' --db /try/db | tee "$folder/try/probe" | head -n 12
say "fetch: libcurl is only recommended"
inside merels fetch http://127.0.0.1:1/ --db /try/none 2>&1 | tee "$folder/try/fetch" || true
grep -q libcurl "$folder/try/fetch"
quietly inside apt-get install -y --no-install-recommends libcurl4
inside merels fetch http://127.0.0.1:1/ --db /try/none 2>&1 | tee "$folder/try/fetch" || true
if grep -q libcurl "$folder/try/fetch"; then exit 1; fi
say "man page, completions"
test "$(zcat "$folder/usr/share/man/man1/merels.1.gz" | grep -c '^\.SH')" -gt 3
for file in bash-completion/completions/merels zsh/vendor-completions/_merels fish/vendor_completions.d/merels.fish; do
    test -s "$folder/usr/share/$file"
done
say "C, by pkg-config"
quietly inside apt-get install -y --no-install-recommends gcc libc6-dev pkg-config
inside sh -c 'cc -std=c11 -Wall -Wextra -Werror /try/probe.c -o /try/use $(pkg-config --cflags --libs merels)'
inside /try/use /try/db nine-c1 'O*O*****/@*******/@**@*O** w 0 0' | tee "$folder/try/said" | head -n 3
say "Python"
inside python3 -c "import merels
value = merels.Tablebase('/try/db').probe('nine-c1', 'O*O*****/@*******/@**@*O** w 0 0')
print(merels.__version__, value)
assert '%s %d' % (value.outcome, value.plies) == open('/try/said').readline().strip()"
say "serve"
# Not by the function: $! would be a shell around the server.
"${enter[@]}" merels serve --db /try/db --listen 127.0.0.1:0 >"$folder/try/serve.log" 2>&1 &
server=$!
for _ in $(seq 100); do
    url=$(grep -o 'http://127.0.0.1:[0-9]*/' "$folder/try/serve.log" | head -n 1) && break
    sleep 0.1
done
curl -fsS -G "${url}v1/nine-c1" --data-urlencode 'fen=O*O*****/@*******/@**@*O** w 0 0' | head -c 200
echo
curl -fsS "$url" | grep -qi '<html'
kill $server
wait $server || true
server=
say "removed"
remove
left=$(find "$folder" -xdev -path "$folder/try" -prune -o -path "$folder/proc" -prune -o -iname '*merels*' -print)
[[ -z $left ]] || { echo "left: $left" >&2; exit 1; }
say "all good"
