#!/bin/bash
# SPDX-License-Identifier: MIT
# What a network costs merels-mpi: two ranks in two network namespaces of this machine, joined by a veth pair that tc holds
# to a rate, speak Open MPI over TCP. For each rate: `bench mpi` (time, share of communication) and a solve whose bytes must
# be those of one process. By hand, as root; leaves nothing behind.
#
#   tools/try_mpi_network.sh [BUILD] [ARGUMENTS OF SOLVE...]
#
# BUILD is a folder built with -DMERELS_MPI=ON (build/release); the solve is nine-c1 --max-men 6 where nothing is said.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build/release}
shift || true
game=("$@")
[[ ${#game[@]} -gt 0 ]] || game=(nine-c1 --max-men 6)
rates=(1gbit 10gbit)
merels=$build/apps/cli/merels
merels_mpi=$build/apps/cli/merels-mpi

fail() { printf 'try_mpi_network: %s\n' "$*" >&2; exit 2; }
[[ $EUID -eq 0 ]] || fail "network namespaces are made by root"
for need in "$merels" "$merels_mpi" ip tc mpirun unshare; do
    command -v "$need" >/dev/null || fail "$need is missing"
done

first=merels-a-$$ second=merels-b-$$
work=$(mktemp -d)
cleanup() {
    ip netns del "$first" 2>/dev/null || true
    ip netns del "$second" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

ip netns add "$first" || fail "this machine allows no network namespaces"
ip netns add "$second"
ip link add mpi0 netns "$first" type veth peer name mpi0 netns "$second" || fail "this machine has no veth"
number=1
for space in "$first" "$second"; do
    ip -n "$space" addr add "10.77.0.$number/24" dev mpi0
    ip -n "$space" link set lo up
    ip -n "$space" link set mpi0 up
    number=$((number + 1))
done

# Open MPI starts its daemon of the other machine by this instead of ssh: HOST COMMAND... . The name of the machine must
# be another one, or the ranks would think that they share memory.
cat >"$work/agent" <<AGENT
#!/bin/sh
shift
exec ip netns exec $second unshare --uts sh -c 'hostname merels-b; exec sh -c "\$*"' sh "\$@"
AGENT
chmod +x "$work/agent"

# on_two PROGRAM...: runs it on both sides. One rank a namespace, nothing but TCP between them.
on_two() {
    ip netns exec "$first" unshare --uts sh -c 'hostname merels-a; exec "$@"' sh \
        mpirun --allow-run-as-root --host 10.77.0.1:1,10.77.0.2:1 -n 2 --map-by node --bind-to none \
        --mca plm_rsh_agent "$work/agent" --mca plm_rsh_no_tree_spawn 1 \
        --mca btl tcp,self --mca btl_tcp_if_include mpi0 --mca oob_tcp_if_include mpi0 \
        --mca pml ob1 --mca mpi_yield_when_idle 1 "$@"
}

digest() { (cd "$1" && find . -type f ! -name .lock -print0 | sort -z | xargs -0 sha256sum); }

# Bytes that both sides sent over the link so far.
link_bytes() {
    local space sum=0
    for space in "$first" "$second"; do
        sum=$((sum + $(ip netns exec "$space" cat /sys/class/net/mpi0/statistics/tx_bytes)))
    done
    echo "$sum"
}

solve=(solve "${game[@]}" --threads 1 --progress none --checkpoint 1000000)
"$merels" "${solve[@]}" --db "$work/one" >/dev/null
digest "$work/one" >"$work/one.digest"

for rate in none "${rates[@]}"; do
    for space in "$first" "$second"; do
        tc -n "$space" qdisc del dev mpi0 root 2>/dev/null || true
        [[ $rate == none ]] && continue
        tc -n "$space" qdisc add dev mpi0 root tbf rate "$rate" burst 4mb latency 100ms || fail "tc cannot shape: tbf is missing"
    done
    printf '\n== %s ==\n' "$([[ $rate == none ]] && echo "not shaped" || echo "$rate")"
    before=$(link_bytes)
    on_two "$merels_mpi" bench mpi "${game[@]}" --threads 1 --folder "$work" 2>"$work/errors" >"$work/report" ||
        { cat "$work/errors" >&2; fail "bench mpi failed"; }
    sed '/^$/q' "$work/report"
    echo "over the link: $(($(link_bytes) - before)) bytes"
    rm -rf "$work/two"
    on_two "$merels_mpi" "${solve[@]}" --db "$work/two" 2>"$work/errors" >/dev/null ||
        { cat "$work/errors" >&2; fail "solve failed"; }
    digest "$work/two" | cmp -s - "$work/one.digest" || fail "$rate: other bytes than one process"
    echo "tables: the bytes of one process"
done
