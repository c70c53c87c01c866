# SPDX-License-Identifier: MIT
# Set-up shared by ./merels and ./test; sourced by both, with `root` set to the top of the checkout.
# Everything here speaks on standard error only: standard output belongs to the program.

build_dir="$root/build/release"

say() { printf '%s\n' "$*" >&2; }

# install_missing KIND...: installs the packages of tools/packages.txt that are not there yet, except those whose command
# is there from elsewhere. Removes nothing.
install_missing() {
    local kinds=" $* " kind package command missing=()
    if ! command -v dpkg-query >/dev/null; then
        say "This is not a Debian system: please install what tools/packages.txt lists yourself."
        return 0
    fi
    while read -r kind package command; do
        [[ -z $kind || $kind == '#'* || $kinds != *" $kind "* ]] && continue
        [[ -n $command ]] && command -v "$command" >/dev/null && continue
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done <"$root/tools/packages.txt"
    [[ ${#missing[@]} -eq 0 ]] && return 0
    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null || { say "Missing: ${missing[*]}. Install them as root, or install sudo."; return 1; }
        as_root=(sudo)
    fi
    say "Installing: ${missing[*]}"
    "${as_root[@]}" apt-get update -q >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends --no-remove --no-upgrade "${missing[@]}" >&2
}

# install_node_modules: what the tests of the page need, exactly as web/package-lock.json says; no script of a package
# is run. Nothing is done when that was done since the lock file changed.
install_node_modules() {
    local done_mark="$root/web/node_modules/.package-lock.json" log="$build_dir/npm.log"
    [[ -f $done_mark && ! $root/web/package-lock.json -nt $done_mark ]] && return 0
    say "Installing the packages of web/package-lock.json ..."
    mkdir -p "$build_dir"
    (cd "$root/web" && npm ci --ignore-scripts --no-audit --no-fund) >"$log" 2>&1 || { tail -n 20 "$log" >&2; return 1; }
    touch "$done_mark"
}

# build TARGET [CMAKE_ARGUMENT...]: configures build/release where needed and builds one target. One build at a time.
build() {
    local target=$1 log="$build_dir/build.log"
    shift
    mkdir -p "$build_dir"
    (
        flock 9
        if [[ ! -f $build_dir/build.ninja || $# -gt 0 ]]; then
            cmake -S "$root" -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >"$log" 2>&1 ||
                { cat "$log" >&2; exit 1; }
        fi
        if [[ -t 2 ]]; then
            ninja -C "$build_dir" "$target" >&2
        else
            ninja -C "$build_dir" "$target" >"$log" 2>&1 || { tail -n 60 "$log" >&2; exit 1; }
        fi
    ) 9>"$build_dir/.lock"
}
