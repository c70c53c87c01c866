// SPDX-License-Identifier: MIT
// Exact values of the very smallest tables for the mock server: 3 against 3 without hands, by plain iteration, and
// everything above it in a start of 3 and 3 by recursion.
import { BOARD, apply, canonical, finalValue, isMill, legalTurns, mapMen, points, popcount } from './rules.mjs';

export const keyOf = (own, other) => own * 16777216 + other;

// Yields progress 0..1 while it works; returns Map key -> {category, dtw}.
export function* solveThree(v) {
    const sets = [];
    for (let m = 0; m < 1 << 24; ++m) if (popcount(m) === 3) sets.push(m);
    const n = sets.length,
        number = new Map(sets.map((m, i) => [m, i]));
    const images = Array.from({ length: 16 }, (_, s) => Int16Array.from(sets, (m) => number.get(mapMen(s, m))));
    // Sets are in ascending order, so the smallest pair of numbers is the smallest pair of masks.
    const canonicalPair = (a, b) => {
        let best = a * n + b;
        for (let s = 1; s < 16; ++s) best = Math.min(best, images[s][a] * n + images[s][b]);
        return best;
    };
    const list = [],
        place = new Int32Array(n * n).fill(-1);
    for (let a = 0; a < n; ++a) {
        for (let b = 0; b < n; ++b) {
            if ((sets[a] & sets[b]) !== 0 || canonicalPair(a, b) !== a * n + b) continue;
            place[a * n + b] = list.length;
            list.push(a * n + b);
        }
    }
    yield 0.1;
    // Successors by flying: places in the list, or -1 where the opponent has lost at once. A mill takes a man and wins,
    // unless the opponent's three stand in a mill and are protected.
    const next = [];
    for (let i = 0; i < list.length; ++i) {
        const other = list[i] % n,
            own = (list[i] - other) / n,
            out = [];
        const safe = v.all_in_mills === 'protected' && isMill(v, sets[other]);
        for (const from of points(sets[own])) {
            for (const to of points(BOARD & ~(sets[own] | sets[other]))) {
                const moved = (sets[own] & ~(1 << from)) | (1 << to);
                out.push(isMill(v, moved) && !safe ? -1 : place[canonicalPair(other, number.get(moved))]);
            }
        }
        next.push(Int32Array.from(out));
        if (i % 2000 === 0) yield 0.1 + 0.8 * (i / list.length);
    }
    const dtw = new Int16Array(list.length).fill(-1);
    for (let ply = 1, idle = 0; idle < 2; ++ply) {
        let changed = false;
        for (let i = 0; i < list.length; ++i) {
            if (dtw[i] >= 0) continue;
            let any = false,
                all = true; // three men that fly are never blocked
            for (const j of next[i]) {
                const d = j < 0 ? 0 : dtw[j];
                const old = d >= 0 && d < ply;
                if (old && d % 2 === 0) any = true;
                if (!old || d % 2 === 0) all = false;
            }
            if (ply % 2 === 1 ? any : all) {
                dtw[i] = ply;
                changed = true;
            }
        }
        idle = changed ? 0 : idle + 1;
    }
    return new Map(
        list.map((pair, i) => [
            keyOf(sets[Math.floor(pair / n)], sets[pair % n]),
            dtw[i] < 0 ? { category: 'draw', dtw: null } : { category: dtw[i] % 2 ? 'win' : 'loss', dtw: dtw[i] },
        ]),
    );
}

const flip = { win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown' };
export const before = (after) => ({ category: flip[after.category], dtw: after.dtw === null ? null : after.dtw + 1 });
const order = { win: 3, draw: 2, unknown: 1, loss: 0 };
export function better(a, b) {
    if (a.category !== b.category) return order[a.category] > order[b.category];
    if (a.category === 'win') return a.dtw < b.dtw;
    if (a.category === 'loss') return a.dtw > b.dtw;
    return false;
}

// Values of positions with at most three men a side in all.
export class Values {
    constructor(v) {
        this.v = v;
        this.three = null;
        this.memo = new Map();
    }
    has(p) {
        return this.three !== null && [0, 1].every((s) => popcount(p.men[s]) + p.hand[s] <= 3);
    }
    get(p) {
        const final = finalValue(this.v, p);
        if (final) return final;
        if (!this.has(p)) return null;
        const c = canonical(p);
        const key = `${keyOf(...c.men)}/${c.hand}`;
        if (c.hand[0] + c.hand[1] === 0) return this.three.get(keyOf(...c.men)) ?? null;
        if (this.v.phases !== 'place then move') return null; // cycles: not for this little solver
        let value = this.memo.get(key);
        if (value) return value;
        value = null;
        for (const t of legalTurns(this.v, c)) {
            const after = this.get(apply(c, t));
            if (!after) return null;
            const mine = before(after);
            if (!value || better(mine, value)) value = mine;
        }
        this.memo.set(key, value);
        return value;
    }
}
