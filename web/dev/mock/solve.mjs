// SPDX-License-Identifier: MIT
// Exact values of the very smallest tables for the mock server: 3 against 3 without hands, by plain iteration, and
// everything above it in a start of 3 and 3 by recursion.
import { apply, canonical, canonicalMen, finalValue, legalTurns, popcount } from './rules.mjs';

export const keyOf = (own, other) => own * 16777216 + other;

// Yields progress 0..1 while it works; returns Map key -> {category, dtw}.
export function* solveThree(v) {
    const index = new Map(), list = [];
    const sets = [];
    for (let m = 7; m < 1 << 24;) {
        sets.push(m);
        const c = m & -m, r = m + c;
        m = (((r ^ m) >>> 2) / c | 0) | r;
    }
    const classes = sets.filter((m) => canonicalMen(m, 0)[0] === m);
    for (const own of classes) {
        for (const other of sets) {
            if (own & other) continue;
            const [a, b] = canonicalMen(own, other);
            if (a !== own || b !== other) continue;
            index.set(keyOf(a, b), list.length);
            list.push([a, b]);
        }
    }
    yield 0.1;
    const position = ([own, other]) => ({ men: [own, other], hand: [0, 0], side: 0 });
    // successors: indices, or -1 where the opponent has lost at once
    const next = [];
    for (let i = 0; i < list.length; ++i) {
        const p = position(list[i]);
        next.push(Int32Array.from(new Set(legalTurns(v, p).map((t) => {
            if (t.take.length) return -1;
            const q = apply(p, t);
            return index.get(keyOf(...canonicalMen(q.men[1], q.men[0])));
        }))));
        if (i % 2000 === 0) yield 0.1 + 0.8 * (i / list.length);
    }
    const dtw = new Int16Array(list.length).fill(-1);
    for (let ply = 0, changed = true, idle = 0; idle < 2; ++ply) {
        changed = false;
        for (let i = 0; i < list.length; ++i) {
            if (dtw[i] >= 0) continue;
            const n = next[i];
            // no man of either side is ever blocked for good with three: an empty list is a loss in 0
            const lost = n.length === 0 ? ply === 0 : false;
            let any = false, all = n.length > 0;
            for (const j of n) {
                const d = j < 0 ? 0 : dtw[j];
                if (d >= 0 && d < ply && d % 2 === 0) { any = d === ply - 1 || any; }
                if (!(d >= 0 && d < ply && d % 2 === 1)) all = false;
            }
            if (lost || (ply % 2 === 1 && any) || (ply % 2 === 0 && all && ply > 0)) { dtw[i] = ply; changed = true; }
        }
        idle = changed ? 0 : idle + 1;
    }
    const values = new Map();
    for (let i = 0; i < list.length; ++i) {
        values.set(keyOf(...list[i]), dtw[i] < 0 ? { category: 'draw', dtw: null } : { category: dtw[i] % 2 ? 'win' : 'loss', dtw: dtw[i] });
    }
    return values;
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
    constructor(v) { this.v = v; this.three = null; this.memo = new Map(); }
    has(p) { return this.three !== null && [0, 1].every((s) => popcount(p.men[s]) + p.hand[s] <= 3); }
    get(p) {
        const final = finalValue(this.v, p);
        if (final) return final;
        if (!this.has(p)) return null;
        const c = canonical(p);
        const key = `${keyOf(...c.men)}/${c.hand}`;
        if (c.hand[0] + c.hand[1] === 0) return this.three.get(keyOf(...c.men)) ?? null;
        if (this.v.phases !== 'place then move') return null;  // cycles: not for this little solver
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
