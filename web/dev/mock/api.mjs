// SPDX-License-Identifier: MIT
// The answers of docs/http_api.md, from the plain rules. For development and tests only.
import {
    NAMES,
    VARIANTS,
    apply,
    canonical,
    canonicalMen,
    finalValue,
    formatPosition,
    formatTurn,
    legalTurns,
    mapMen,
    parsePosition,
    popcount,
    points,
    startPosition,
    symmetries,
    variantOf,
} from './rules.mjs';
import { Values, before, better, keyOf } from './solve.mjs';

const SIDES = ['white', 'black'];
export const problem = (status, detail, more = {}) => ({ status, detail, ...more });
const zero = () => ({ win: 0, draw: 0, loss: 0, unknown: 0 });
const UNKNOWN = { category: 'unknown', dtw: null };
const choose = (n, k) => {
    let r = 1;
    for (let i = 1; i <= k; ++i) r = (r * (n - k + i)) / i;
    return Math.round(r);
};
const hash = (s) => {
    let a = 2166136261,
        b = 40503;
    for (const c of s) {
        a = Math.imul(a ^ c.charCodeAt(0), 16777619);
        b = Math.imul(b ^ a, 2654435761);
    }
    return [a, b].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
};

// docs/http_api.md, Marks.
const RANK = { win: 2, draw: 1, loss: 0 };
function markOf(look, mine) {
    if (!(look.category in RANK) || !(mine.category in RANK)) return ['', ''];
    const fall = RANK[look.category] - RANK[mine.category];
    if (fall >= 2) return ['??', 'throws the game away'];
    if (fall === 1) return ['?', 'gives half a point away'];
    if (mine.dtw !== null && look.dtw !== null && Math.abs(mine.dtw - look.dtw) >= 20)
        return look.category === 'win' ? ['?!', 'delays a win badly'] : ['?!', 'shortens a loss badly'];
    const only = look.category !== 'loss' && look.counts[look.category] === 1 && look.counts.unknown === 0;
    return only && look.moves.length > 1 ? ['!', 'the only move'] : ['', ''];
}

export function describe(v) {
    return (
        `${v.men[0]}${v.men[0] === v.men[1] ? '' : ` against ${v.men[1]}`} men, ${v.board === 'nine' ? 'plain board' : 'board with diagonals'}, ` +
        `${v.phases === 'place then move' ? 'place, then move' : 'place or move'}; always ${v.all_in_mills === 'capture' ? 'capture' : 'protected'}, take ${v.takes}` +
        (v.full_board_draw ? '; a full board is a draw' : '')
    );
}

export class Api {
    constructor() {
        this.three = new Map();
        this.values = new Map();
    }

    // Three against three of a board and capture rule becomes known.
    learn(v, table) {
        this.three.set(`${v.board} ${v.all_in_mills}`, table);
        this.values.clear();
    }

    valuesOf(v) {
        const key = `${v.base} ${v.takes}`;
        if (!this.values.has(key)) {
            const values = new Values(v);
            values.three = this.three.get(`${v.board} ${v.all_in_mills}`) ?? null;
            this.values.set(key, values);
        }
        return this.values.get(key);
    }

    variant(id) {
        const v = variantOf(id);
        if (!v) throw problem(404, `unknown variant '${id}'`);
        return v;
    }

    read(v, text) {
        if (text === undefined || text === null) return startPosition(v);
        try {
            return parsePosition(v, String(text));
        } catch (e) {
            throw problem(400, e.detail ?? String(e), e.column ? { column: e.column } : {});
        }
    }

    // {category, dtw, values, over, reason, moves}: one look at all turns.
    look(v, p) {
        const table = this.valuesOf(v);
        const final = finalValue(v, p);
        const moves = legalTurns(v, p).map((turn, at) => {
            const next = apply(p, turn);
            const after = table.get(next) ?? UNKNOWN;
            return { turn, next, at, after, mine: before(after) };
        });
        let value = final ?? table.get(p);
        if (!value) {
            const win = moves.filter((m) => m.mine.category === 'win').sort((a, b) => a.mine.dtw - b.mine.dtw)[0];
            value = win
                ? win.mine
                : moves.every((m) => m.mine.category === 'loss')
                  ? { category: 'loss', dtw: Math.max(...moves.map((m) => m.mine.dtw)) }
                  : UNKNOWN;
        }
        moves.sort((a, b) => (better(a.mine, b.mine) ? -1 : better(b.mine, a.mine) ? 1 : a.at - b.at));
        const counts = zero();
        for (const m of moves) ++counts[m.mine.category];
        const known = value.category !== 'unknown';
        return {
            category: value.category,
            dtw: value.dtw,
            values: known ? 'dtw' : 'none',
            over: final?.over ?? null,
            moves,
            counts,
            reason: known ? null : 'no table for this position',
        };
    }

    analyse(v, p, replies) {
        const look = this.look(v, p);
        const stable = symmetries
            .map((_, s) => s)
            .filter((s) => mapMen(s, p.men[0]) === p.men[0] && mapMen(s, p.men[1]) === p.men[1]);
        const turnKey = (t, s) =>
            `${t.from === null ? '' : symmetries[s][t.from]}>${symmetries[s][t.to]}x${t.take.map((x) => symmetries[s][x]).sort((x, y) => x - y)}`;
        const seen = new Map();
        const best = look.moves[0]?.mine;
        const moves = look.moves.map((m, i) => {
            const mine = m.mine;
            const key = stable.map((s) => turnKey(m.turn, s)).sort()[0];
            if (!seen.has(key)) seen.set(key, i);
            const known = look.category !== 'unknown';
            const same = known && mine.category === best.category;
            const isBest = same && mine.dtw === best.dtw;
            const delta = !same ? null : mine.category === 'draw' ? 0 : Math.abs(mine.dtw - best.dtw);
            const out = {
                ...this.turnOf(m.turn),
                position: formatPosition(m.next),
                category: m.after.category,
                dtw: m.after.dtw,
                outcome: mine.category,
                ultra: null,
                best: isBest,
                delta,
                mark: markOf(look, mine)[0],
                said: markOf(look, mine)[1],
                class: seen.get(key),
            };
            if (replies) out.replies = this.look(v, m.next).counts;
            return out;
        });
        const me = p.side;
        const phase = look.over
            ? 'over'
            : p.hand[me] > 0
              ? v.phases === 'place or move' && p.men[me]
                  ? 'placing or moving'
                  : 'placing'
              : popcount(p.men[me]) === 3
                ? 'flying'
                : 'moving';
        return {
            variant: v.id,
            fingerprint: this.fingerprint(v),
            position: formatPosition(p),
            canonical: formatPosition(canonical(p)),
            side: SIDES[me],
            phase,
            men: { white: popcount(p.men[0]), black: popcount(p.men[1]) },
            hand: { white: p.hand[0], black: p.hand[1] },
            over: look.over,
            category: look.category,
            dtw: look.dtw,
            values: look.values,
            reason: look.reason,
            ultra: null,
            subspace_values: [],
            counts: look.counts,
            table: this.tableOf(v, p),
            moves,
        };
    }

    fingerprint(v) {
        return hash(`${v.board}|${v.phases}|${v.all_in_mills}|${v.takes}|${v.full_board_draw}|${v.men}`);
    }
    turnOf(t) {
        return {
            text: formatTurn(t),
            from: t.from === null ? null : NAMES[t.from],
            to: NAMES[t.to],
            removes: t.take.map((x) => NAMES[x]),
        };
    }

    // The mock numbers rows by the canonical mask, not by class: enough to show that the page shows it.
    tableOf(v, p) {
        const c = canonical(p),
            [own, other] = c.men.map(popcount);
        const free = points(~c.men[0] & ((1 << 24) - 1));
        const rank = points(c.men[1]).reduce((r, pt, i) => r + choose(free.indexOf(pt), i + 1), 0);
        const text = `${own}-${other}` + (c.hand[0] + c.hand[1] ? `+${c.hand[0]}-${c.hand[1]}` : '');
        return {
            subspace: { own, other, own_hand: c.hand[0], other_hand: c.hand[1], text },
            collection: `${v.board}-${v.all_in_mills}`,
            row: c.men[0],
            rank,
            rows: 16777216,
            row_size: choose(24 - own, other),
        };
    }

    line(v, p, plies) {
        const first = this.look(v, p),
            line = [],
            seen = new Set();
        let end = 'limit',
            look = first;
        while (line.length < plies) {
            if (look.over) {
                end = 'over';
                break;
            }
            if (look.category === 'unknown') {
                end = 'unknown';
                break;
            }
            const key = formatPosition(p);
            if (seen.has(key)) {
                end = 'repetition';
                break;
            }
            seen.add(key);
            const [m, ...rest] = look.moves;
            const equal = rest
                .filter((x) => x.mine.category === m.mine.category && x.mine.dtw === m.mine.dtw)
                .map((x) => formatTurn(x.turn));
            p = m.next;
            look = this.look(v, p);
            line.push({
                text: formatTurn(m.turn),
                position: formatPosition(p),
                category: look.category,
                dtw: look.dtw,
                ultra: null,
                equal,
            });
        }
        if (look.over) end = 'over';
        return {
            variant: v.id,
            position: formatPosition((this.lastStart = p)),
            category: first.category,
            dtw: first.dtw,
            values: first.values,
            reason: first.reason,
            ultra: null,
            line,
            end,
        };
    }

    batch(v, body) {
        const brief = (p, turn) => {
            const look = this.look(v, p);
            const made = turn === null ? null : look.moves.find((m) => formatTurn(m.turn) === turn);
            const [mark, said] = made ? markOf(look, made.mine) : ['', ''];
            return {
                position: formatPosition(p),
                side: SIDES[p.side],
                mark,
                said,
                reason: look.reason,
                over: look.over,
                category: look.category,
                dtw: look.dtw,
                values: look.values,
                ultra: null,
                turn,
                counts: body.counts ? look.counts : null,
            };
        };
        if ((body.turns ?? body.positions ?? []).length > 1024) throw problem(413, 'at most 1024 elements');
        if (Array.isArray(body.positions)) {
            return {
                variant: v.id,
                results: body.positions.map((t, index) => {
                    try {
                        return brief(this.read(v, t), null);
                    } catch (e) {
                        throw { ...e, index };
                    }
                }),
            };
        }
        if (!Array.isArray(body.turns)) throw problem(400, "expected 'turns' or 'positions'");
        let p = this.read(v, body.start);
        const results = [];
        body.turns.forEach((text, index) => {
            const norm = (s) => {
                const [a, x] = String(s).split('x');
                return a + 'x' + (x ?? '').split(',').sort().join();
            };
            const t = legalTurns(v, p).find((x) => norm(formatTurn(x)) === norm(text));
            if (!t) throw problem(400, `turn ${index + 1}: '${text}' is not legal here`, { index });
            results.push(brief(p, formatTurn(t)));
            p = apply(p, t);
        });
        results.push(brief(p, null));
        return { variant: v.id, results };
    }

    // No games were recorded here.
    opening(v, fen) {
        const p = this.read(v, fen);
        const placed = v.men[0] + v.men[1] - p.hand[0] - p.hand[1];
        return { variant: v.id, position: formatPosition(p), placed, players: [], turns: [] };
    }

    // Positions of the one table in a mixed order until one fits.
    exercise(v, query) {
        const kind = query.get('kind') ?? 'win',
            low = +(query.get('min_depth') ?? 3),
            high = +(query.get('max_depth') ?? 999);
        const three = this.three.get(`${v.board} ${v.all_in_mills}`);
        if (!three) throw problem(404, `no table of ${v.id} fits these wishes`);
        const keys = [...three.keys()],
            seed = +(query.get('seed') ?? Math.floor(Math.random() * 1e9));
        let looks = 0;
        const wanted = kind === 'hold' ? 'draw' : 'win';
        for (let i = 0; i < 200000; ++i) {
            const key = keys[parseInt(hash(`${seed} ${i}`).slice(0, 8), 16) % keys.length];
            const known = three.get(key);
            if (kind !== 'refute' && (known.dtw === null ? 'draw' : known.dtw % 2 ? 'win' : 'loss') !== wanted)
                continue;
            let p = { men: [Math.floor(key / 16777216), key % 16777216], hand: [0, 0], side: 0 };
            if (++looks > 300) break;
            let look = this.look(v, p),
                before = null,
                mistake = null;
            if (kind === 'refute') {
                const bad = look.category === 'loss' ? null : look.moves.find((m) => m.mine.category === 'loss');
                if (!bad) continue;
                before = formatPosition(p);
                mistake = formatTurn(bad.turn);
                p = bad.next;
                look = this.look(v, p);
            }
            if (look.over || look.category !== wanted || look.moves.length < 4) continue;
            if (wanted === 'win' && (look.dtw < low || look.dtw > high)) continue;
            const right = look.moves.filter(
                (m) => m.mine.category === wanted && (kind !== 'win' || m.mine.dtw === look.dtw),
            );
            if (right.length !== 1) continue;
            return {
                variant: v.id,
                kind,
                position: formatPosition(p),
                side: SIDES[p.side],
                category: look.category,
                dtw: look.dtw,
                solution: formatTurn(right[0].turn),
                before,
                mistake,
                subspace: this.tableOf(v, p).subspace,
                seed,
            };
        }
        throw problem(404, 'no such exercise among 200000 positions; wish for another');
    }

    play(v, body) {
        const p = this.read(v, body.position);
        const look = this.look(v, p);
        if (look.over) throw problem(400, 'the game is over');
        if (!['random', 'search', 'perfect'].includes(body.player))
            throw problem(400, "player: 'random', 'search' or 'perfect'");
        const seed = body.seed ?? Math.floor(Math.random() * 1e9);
        const pick = (list) => list[parseInt(hash(`${seed} ${formatPosition(p)}`).slice(0, 8), 16) % list.length];
        const takes = look.moves.filter((m) => m.turn.take.length > 0);
        const top = look.moves.filter(
            (m) => m.mine.category === look.moves[0].mine.category && m.mine.dtw === look.moves[0].mine.dtw,
        );
        const known = look.category !== 'unknown';
        const m =
            body.player === 'random'
                ? pick(look.moves)
                : known && body.player === 'perfect'
                  ? pick(top)
                  : pick(takes.length ? takes : top);
        const source = body.player === 'random' ? 'random' : body.player === 'perfect' && known ? 'table' : 'search';
        return {
            variant: v.id,
            position: formatPosition(p),
            player: body.player,
            level: body.player === 'search' ? (body.level ?? 10) : null,
            turn: { ...this.turnOf(m.turn), position: formatPosition(m.next) },
            source,
            category: look.category,
            dtw: look.dtw,
            score: source === 'search' ? 0 : null,
            depth: source === 'search' ? 1 : null,
            nodes: source === 'search' ? look.moves.length : null,
            ms: 1,
            seed,
            note: body.player === 'perfect' && !known ? 'no table for this position; searched instead' : null,
        };
    }

    compare(text, ids) {
        const wide = { ...VARIANTS[7], id: 'any', men: [12, 12] };
        const p = this.read(wide, text);
        return {
            position: formatPosition(p),
            results: ids.map((id) => {
                const v = this.variant(id),
                    head = { variant: v.id, description: describe(v) };
                try {
                    this.read(v, text);
                } catch (e) {
                    return {
                        ...head,
                        possible: false,
                        over: null,
                        category: 'unknown',
                        dtw: null,
                        values: 'none',
                        reason: e.detail,
                        counts: zero(),
                        best: [],
                    };
                }
                const a = this.analyse(v, p, false);
                return {
                    ...head,
                    possible: true,
                    over: a.over,
                    category: a.category,
                    dtw: a.dtw,
                    values: a.values,
                    reason: a.reason,
                    counts: a.counts,
                    best: a.moves.filter((m) => m.best).map((m) => m.text),
                };
            }),
        };
    }

    // Every subspace of the start. Positions are counted without regard to symmetry of single positions (an estimate),
    // except where the mock has the table.
    subspaces(v) {
        const out = new Map(),
            [wm, bm] = v.men;
        const add = (own, other, oh, th) => {
            for (let a = 0; a <= own; ++a)
                for (let b = 0; b <= other; ++b) {
                    if (a + oh < 3 || b + th < 3) continue;
                    out.set(`${a},${b},${oh},${th}`, { own: a, other: b, own_hand: oh, other_hand: th });
                }
        };
        if (v.phases === 'place or move') {
            for (let x = 0; x <= wm; ++x)
                for (let y = 0; y <= bm; ++y) {
                    add(wm - x, bm - y, x, y);
                    add(bm - y, wm - x, y, x);
                }
        } else {
            for (let ply = 0; ply <= 2 * Math.max(wm, bm); ++ply) {
                const w = Math.min(wm, (ply + 1) >> 1),
                    b = Math.min(bm, ply >> 1),
                    white = ply % 2 === 0;
                if (white) add(w, b, wm - w, bm - b);
                else add(b, w, bm - b, wm - w);
                if (ply === 2 * Math.max(wm, bm)) add(b, w, 0, 0);
            }
        }
        return [...out.values()]
            .sort(
                (a, b) =>
                    b.own_hand + b.other_hand - a.own_hand - a.other_hand ||
                    a.own_hand - b.own_hand ||
                    a.own - b.own ||
                    a.other - b.other,
            )
            .reverse();
    }

    census(v, s, plies) {
        const text = `${s.own}-${s.other}` + (s.own_hand + s.other_hand ? `+${s.own_hand}-${s.other_hand}` : '');
        const head = { ...s, text };
        const three = this.three.get(`${v.board} ${v.all_in_mills}`);
        const mine = s.own === 3 && s.other === 3 && s.own_hand + s.other_hand === 0;
        if (!three || !mine) {
            const positions = Math.ceil((choose(24, s.own) * choose(24 - s.own, s.other)) / 16);
            return {
                ...head,
                positions,
                solved: false,
                values: 'none',
                wins: null,
                draws: null,
                losses: null,
                max_ply: null,
                longest: null,
                ...(plies ? { plies: [] } : {}),
            };
        }
        const by = new Map();
        let draws = 0;
        for (const [key, value] of three) {
            if (value.dtw === null) {
                ++draws;
                continue;
            }
            if (!by.has(value.dtw))
                by.set(value.dtw, {
                    ply: value.dtw,
                    positions: 0,
                    example: formatPosition({
                        men: [Math.floor(key / 16777216), key % 16777216],
                        hand: [0, 0],
                        side: 0,
                    }),
                });
            ++by.get(value.dtw).positions;
        }
        const list = [...by.values()].sort((a, b) => a.ply - b.ply);
        const sum = (odd) => list.filter((x) => x.ply % 2 === odd).reduce((n, x) => n + x.positions, 0);
        const last = list.at(-1);
        return {
            ...head,
            positions: three.size,
            solved: true,
            values: 'dtw',
            wins: sum(1),
            draws,
            losses: sum(0),
            max_ply: last.ply,
            longest: last.example,
            ...(plies ? { plies: list } : {}),
        };
    }

    stats(v, wanted) {
        const all = this.subspaces(v);
        if (wanted) {
            const s = all.find((x) => `${x.own},${x.other},${x.own_hand},${x.other_hand}` === wanted);
            if (!s) throw problem(404, `${v.id} has no subspace ${wanted}`);
            return { variant: v.id, subspace: this.census(v, s, true) };
        }
        const subspaces = all.map((s) => this.census(v, s, false));
        return {
            variant: v.id,
            fingerprint: this.fingerprint(v),
            positions: subspaces.reduce((n, s) => n + s.positions, 0),
            solved_positions: subspaces.reduce((n, s) => n + (s.solved ? s.positions : 0), 0),
            subspaces,
        };
    }

    variants() {
        return {
            variants: VARIANTS.map((b) => {
                const v = variantOf(b.base),
                    known = this.three.has(`${v.board} ${v.all_in_mills}`);
                return {
                    id: v.id,
                    board: v.board,
                    men: v.base_men,
                    phases: v.phases,
                    all_in_mills: v.all_in_mills,
                    takes: v.takes,
                    full_board_draw: v.full_board_draw,
                    description: describe(v),
                    start: formatPosition(startPosition(v)),
                    fingerprint: this.fingerprint(v),
                    subspaces: this.subspaces(v).length,
                    solved: known ? 1 : 0,
                    values: known ? 'dtw' : 'none',
                };
            }),
        };
    }
}
export { keyOf, canonicalMen };
