// SPDX-License-Identifier: MIT
// The rules once more, plainly, for the mock server only. The shipped page has none: it asks the server.
export const NAMES = [
    'd5',
    'e5',
    'e4',
    'e3',
    'd3',
    'c3',
    'c4',
    'c5',
    'd6',
    'f6',
    'f4',
    'f2',
    'd2',
    'b2',
    'b4',
    'b6',
    'd7',
    'g7',
    'g4',
    'g1',
    'd1',
    'a1',
    'a4',
    'a7',
];
export const BOARD = (1 << 24) - 1;

const plain = (id, board, men, phases, all_in_mills, takes, full_board_draw = false) => ({
    base: id,
    board,
    base_men: men,
    men: [men, men],
    phases,
    all_in_mills,
    takes,
    full_board_draw,
});
export const VARIANTS = [
    plain('nine-c1', 'nine', 9, 'place then move', 'capture', 1),
    plain('nine-c2', 'nine', 9, 'place then move', 'capture', 2),
    plain('nine-p1', 'nine', 9, 'place then move', 'protected', 1),
    plain('nine-p2', 'nine', 9, 'place then move', 'protected', 2),
    plain('lasker-c1', 'nine', 10, 'place or move', 'capture', 1),
    plain('lasker-p2', 'nine', 10, 'place or move', 'protected', 2),
    plain('morabaraba', 'diagonals', 12, 'place then move', 'capture', 1),
    plain('morabaraba-fbd', 'diagonals', 12, 'place then move', 'capture', 1, true),
];

export function variantOf(text) {
    const m = /^([a-z0-9-]+)(?:@(\d+),(\d+))?$/.exec(text);
    const v = m && VARIANTS.find((x) => x.base === m[1]);
    if (!v) return null;
    const men = m[2] ? [+m[2], +m[3]] : v.men;
    if (men.some((n) => n < 3 || n > 12)) return null;
    const same = men[0] === v.base_men && men[1] === v.base_men;
    return { ...v, men, id: same ? v.base : `${v.base}@${men[0]},${men[1]}` };
}

function makeGeometry(diagonals) {
    const neighbours = new Array(24).fill(0),
        lines = [];
    const point = (ring, i) => ring * 8 + (i & 7);
    const join = (a, b) => {
        neighbours[a] |= 1 << b;
        neighbours[b] |= 1 << a;
    };
    const line = (...ps) => lines.push(ps.reduce((m, p) => m | (1 << p), 0));
    for (let ring = 0; ring < 3; ++ring) {
        for (let i = 0; i < 8; ++i) join(point(ring, i), point(ring, i + 1));
        for (let c = 1; c < 8; c += 2) line(point(ring, c), point(ring, c + 1), point(ring, c + 2));
    }
    for (let i = 0; i < 8; i += diagonals ? 1 : 2) {
        join(point(0, i), point(1, i));
        join(point(1, i), point(2, i));
        line(point(0, i), point(1, i), point(2, i));
    }
    return { neighbours, lines };
}
const GEOMETRY = { nine: makeGeometry(false), diagonals: makeGeometry(true) };

export const popcount = (m) => {
    let n = 0;
    for (; m; m &= m - 1) ++n;
    return n;
};
export const points = (m) => {
    const out = [];
    for (; m; m &= m - 1) out.push(31 - Math.clz32(m & -m));
    return out;
};
export const isMill = (v, men) => GEOMETRY[v.board].lines.includes(men);
const inAll = (p, side) => popcount(p.men[side]) + p.hand[side];
const inMills = (g, men) => g.lines.reduce((r, l) => ((men & l) === l ? r | l : r), 0);
const millsAt = (g, men, to) => g.lines.filter((l) => (l >> to) & 1 && ((men | (1 << to)) & l) === l).length;

function takeable(v, g, other) {
    const free = other & ~inMills(g, other);
    return free || (v.all_in_mills === 'capture' ? other : 0);
}

function takings(v, g, other, takes) {
    const first = takes > 0 ? takeable(v, g, other) : 0;
    if (!first) return [[]];
    const found = new Map();
    for (const a of points(first)) {
        const rest = other & ~(1 << a);
        const second = takes > 1 ? takeable(v, g, rest) : 0;
        if (!second) found.set(String(a), [a]);
        for (const b of points(second)) {
            const key = [a, b].sort((x, y) => x - y).join();
            if (!found.has(key)) found.set(key, [a, b]);
        }
    }
    return [...found.values()];
}

function steps(v, p) {
    const g = GEOMETRY[v.board],
        me = p.side,
        own = p.men[me],
        empty = BOARD & ~(p.men[0] | p.men[1]);
    const out = [];
    if (p.hand[me] > 0) {
        for (const to of points(empty)) out.push([null, to, millsAt(g, own, to)]);
        if (v.phases === 'place then move') return out;
    }
    const flies = inAll(p, me) === 3;
    for (const from of points(own)) {
        for (const to of points(flies ? empty : g.neighbours[from] & empty)) {
            out.push([from, to, millsAt(g, own & ~(1 << from), to)]);
        }
    }
    return out;
}

// null while the game goes on, else {category, dtw, over}.
export function finalValue(v, p) {
    if (inAll(p, p.side) < 3) return { category: 'loss', dtw: 0, over: 'few men' };
    if (inAll(p, 1 - p.side) < 3) return { category: 'win', dtw: 0, over: 'few men' };
    if ((p.men[0] | p.men[1]) === BOARD && v.full_board_draw)
        return { category: 'draw', dtw: null, over: 'full board' };
    if (steps(v, p).length === 0) return { category: 'loss', dtw: 0, over: 'blocked' };
    return null;
}

export function legalTurns(v, p) {
    if (finalValue(v, p)) return [];
    const g = GEOMETRY[v.board],
        other = p.men[1 - p.side];
    return steps(v, p).flatMap(([from, to, mills]) =>
        takings(v, g, other, Math.min(mills, v.takes)).map((take) => ({ from, to, take })),
    );
}

export function apply(p, t) {
    const men = [...p.men],
        hand = [...p.hand],
        me = p.side;
    if (t.from === null) --hand[me];
    else men[me] &= ~(1 << t.from);
    men[me] |= 1 << t.to;
    for (const x of t.take) men[1 - me] &= ~(1 << x);
    return { men, hand, side: 1 - me };
}

export const formatTurn = (t) =>
    (t.from === null ? '' : NAMES[t.from] + '-') +
    NAMES[t.to] +
    (t.take.length ? 'x' + t.take.map((x) => NAMES[x]).join(',') : '');

export function formatPosition(p) {
    let s = '';
    for (let i = 0; i < 24; ++i) {
        if (i && i % 8 === 0) s += '/';
        s += (p.men[0] >> i) & 1 ? 'O' : (p.men[1] >> i) & 1 ? '@' : '*';
    }
    return `${s} ${p.side ? 'b' : 'w'} ${p.hand[0]} ${p.hand[1]}`;
}

export const startPosition = (v) => ({ men: [0, 0], hand: [...v.men], side: 0 });

// Throws {detail, column}.
export function parsePosition(v, text) {
    const fail = (column, what) => {
        throw { detail: `position: column ${column}: ${what}`, column };
    };
    const t = text.replaceAll('_', ' ');
    const men = [0, 0];
    for (let i = 0, at = 0; at < 26; ++at) {
        const c = t[at];
        if (at === 8 || at === 17) {
            if (c !== '/') fail(at + 1, `expected '/', found ${c ? `'${c}'` : 'the end'}`);
            continue;
        }
        if (c === 'O') men[0] |= 1 << i;
        else if (c === '@') men[1] |= 1 << i;
        else if (c !== '*') fail(at + 1, `expected '*', 'O' or '@', found ${c ? `'${c}'` : 'the end'}`);
        ++i;
    }
    const m = /^ ([wb]) (\d{1,2}) (\d{1,2})$/.exec(t.slice(26));
    const long = /^ ([wb]) [a-z] [a-z] \d+ (\d+) \d+ (\d+)( -?\d+)*$/.exec(t.slice(26));
    if (!m && !long) fail(27, "expected side to move and two hands, as in ' w 9 9'");
    const [, side, wh, bh] = m ?? long;
    const p = { men, hand: [+wh, +bh], side: side === 'b' ? 1 : 0 };
    ['White', 'Black'].forEach((name, i) => {
        if (inAll(p, i) > v.men[i])
            throw {
                detail: `${name} has ${inAll(p, i)} men on the board and in hand, more than the ${v.men[i]} of ${v.id}`,
            };
    });
    return p;
}

const SYMMETRIES = (() => {
    const out = [];
    for (let swap = 0; swap < 2; ++swap)
        for (let mirror = 0; mirror < 2; ++mirror)
            for (let turn = 0; turn < 8; turn += 2) {
                out.push(
                    Array.from({ length: 24 }, (_, p) => {
                        const ring = p >> 3,
                            i = p & 7;
                        return (swap ? 2 - ring : ring) * 8 + (((mirror ? 8 - i : i) + turn) & 7);
                    }),
                );
            }
    return out;
})();
export const symmetries = SYMMETRIES;
const TABLES = SYMMETRIES.map((s) =>
    [0, 12].map((base) =>
        Int32Array.from({ length: 4096 }, (_, m) => {
            let r = 0;
            for (let i = 0; i < 12; ++i) if ((m >> i) & 1) r |= 1 << s[base + i];
            return r;
        }),
    ),
);
export const mapMen = (s, m) => TABLES[s][0][m & 4095] | TABLES[s][1][m >> 12];

// [own, other] smallest image.
export function canonicalMen(own, other) {
    let a = own,
        b = other;
    for (let s = 1; s < 16; ++s) {
        const x = mapMen(s, own);
        if (x > a) continue;
        const y = mapMen(s, other);
        if (x < a || y < b) {
            a = x;
            b = y;
        }
    }
    return [a, b];
}
export function canonical(p) {
    const [a, b] = canonicalMen(p.men[p.side], p.men[1 - p.side]);
    return { men: [a, b], hand: [p.hand[p.side], p.hand[1 - p.side]], side: 0 };
}
