#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Honest clients beside attackers, by hand: how long do the honest ones wait?

    python3 tests/server_attack.py PORT [--clients 200] [--seconds 10] [--target /v1/nine-c1] [--attacks none,batches,...]

Loopback only. Each honest client has an address of its own (127.1.x.y), asks what the page asks (a random position with
replies=1) every `--pause` seconds on one connection, and counts from before it sends to the last byte. Attackers come
from 127.2.0.x, bounded in number (`--attackers`). Prints one line for each attack."""
import argparse
import asyncio
import json
import multiprocessing
import random
import time

ATTACKS = ("none", "batches", "idle", "slow_headers", "long_headers", "searches", "positions", "reconnect")


def random_position(rng, fewest=3, most=9):
    board = ["*"] * 24
    points = rng.sample(range(24), 24)
    for man in "O@":
        for _ in range(rng.randint(fewest, most)):
            board[points.pop()] = man
    text = "".join(board)
    return f"{text[:8]}/{text[8:16]}/{text[16:]}_{rng.choice('wb')}_0_0"


async def connect(port, address):
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def answer(reader):
    """Status of the next answer, its body read to the end."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    await reader.readexactly(length)
    return int(head[9:12])


async def honest(number, options, end, waits, failures):
    rng = random.Random(number)
    address = f"127.1.{number // 250}.{1 + number % 250}"
    await asyncio.sleep(rng.random() * options.pause)
    reader = writer = None
    while time.monotonic() < end:
        target = options.target
        if target.startswith("/v1/"):
            target += "?replies=1&fen=" + random_position(rng)
        began = time.monotonic()
        try:
            if writer is None:
                reader, writer = await connect(options.port, address)
            writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            status = await asyncio.wait_for(answer(reader), 30)
            if status != 200:
                failures[status] = failures.get(status, 0) + 1
            waits.append(time.monotonic() - began)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            failures[type(error).__name__] = failures.get(type(error).__name__, 0) + 1
            if writer is not None:
                writer.close()
            writer = None
        await asyncio.sleep(options.pause * (0.5 + rng.random()))
    if writer is not None:
        writer.close()


def batch(rng):
    positions = [random_position(rng).replace("_", " ") for _ in range(1024)]
    body = json.dumps({"positions": positions, "counts": True}).encode()
    return (b"POST /v1/nine-c1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body)) + body


async def attacker(kind, number, options, end):
    rng = random.Random(1000 + number)
    address = f"127.2.0.{1 + number % options.attackers}"
    request = {
        "batches": batch(rng),
        "slow_headers": b"GET /v1/nine-c1 HTTP/1.1\r\nHost: lo",
        "long_headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"".join(b"X-%d: %s\r\n" % (i, b"a" * 1000) for i in range(100)),
        "searches": b"POST /v1/nine-c1/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n"
                    b'{"player":"search","level": 10}',
        "positions": f"GET /v1/nine-c1?replies=1&fen={random_position(rng)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20,
    }.get(kind, b"")
    while time.monotonic() < end:
        try:
            reader, writer = await connect(options.port, address)
            writer.write(request)
            if kind in ("idle", "slow_headers"):
                await asyncio.wait_for(reader.read(), max(0.1, end - time.monotonic()))
            elif kind in ("long_headers", "searches", "positions"):
                await asyncio.wait_for(reader.read(200_000), 5)
            writer.close()  # batches: hang up at once
        except (OSError, asyncio.TimeoutError):
            pass
        await asyncio.sleep({"batches": 0.5, "idle": 2, "slow_headers": 2, "reconnect": 0.01}.get(kind, 0.1))


def attack(kind, options):
    """All attackers, in a process of their own."""
    async def all_of_them():
        end = time.monotonic() + options.seconds
        count = {"idle": 1030, "slow_headers": 1030}.get(kind, 62)
        await asyncio.gather(*(attacker(kind, i, options, end) for i in range(count)), return_exceptions=True)
    asyncio.run(all_of_them())


async def run(kind, options):
    end = time.monotonic() + options.seconds
    waits, failures = [], {}
    process = multiprocessing.Process(target=attack, args=(kind, options))
    if kind != "none":
        process.start()
        await asyncio.sleep(1)
    await asyncio.gather(*(honest(i, options, end, waits, failures) for i in range(options.clients)))
    if kind != "none":
        process.terminate()
        process.join()
    waits.sort()
    at = lambda share: 1000 * waits[min(len(waits) - 1, int(share * len(waits)))] if waits else float("nan")
    print(f"{kind:13} {len(waits):6} answers  p50 {at(0.5):7.1f} ms  p99 {at(0.99):7.1f} ms  worst {at(1):7.1f} ms  failed {failures}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--attackers", type=int, default=40, help="addresses of attackers")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pause", type=float, default=2)
    parser.add_argument("--target", default="/v1/nine-c1")
    parser.add_argument("--attacks", default=",".join(ATTACKS))
    options = parser.parse_args()
    for kind in options.attacks.split(","):
        asyncio.run(run(kind, options))


if __name__ == "__main__":
    main()
