// SPDX-License-Identifier: MIT
// Values in words and signs. Shape and word always go together, never colour alone.
import { t } from '../i18n/index.svelte';
import { opposite } from './position';
import { readTurn } from './turn';
import type { Analysis, Category, Counts, Move, Over, Side, Ultra, VariantInfo } from './types';

export type Unit = 'plies' | 'moves';

export const SIGN: Record<Category, string> = { win: '▲', draw: '◆', loss: '▼', unknown: '·' };
export const FLIP: Record<Category, Category> = { win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown' };

// Full moves of the winner: 1 or 2 plies are one move.
const count = (plies: number, unit: Unit): number => (unit === 'plies' ? plies : Math.ceil(plies / 2));
export const depth = (plies: number, unit: Unit): string =>
    unit === 'plies' ? t().plies(plies) : t().fullMoves(count(plies, unit));
export const shortDepth = (plies: number, unit: Unit): string => String(count(plies, unit));

// Who wins, or null for draws and unknown values.
export function winner(category: Category, side: Side): Side | null {
    return category === 'win' ? side : category === 'loss' ? opposite(side) : null;
}

interface Valued {
    category: Category;
    dtw: number | null;
    side: Side;
    over: Over | null;
    ultra?: Ultra; // of a draw, where there are such tables
}

// Whom a draw is good for: the side that has better chances in the unit where it ends; null where it is even.
export function goodFor(u: NonNullable<Ultra>, toMove: Side): Side | null {
    return u.value === 0 ? null : u.value > 0 ? toMove : opposite(toMove);
}

// The unit in which a draw ends: "6 against 3", "3 men more", "equal men". The side that it is good for stands first.
export function unitWords(u: NonNullable<Ultra>): string {
    const w = t().units,
        turned = u.value < 0;
    if (u.ends_in === '0') return w.equal;
    const more = /^([+-])(\d+)$/.exec(u.ends_in);
    if (more) return (more[1] === '+') !== turned ? w.more(Number(more[2])) : w.fewer(Number(more[2]));
    const both = (pair: string): [string, string] => {
        const [a = '', b = ''] = pair.split('-');
        return turned ? [b, a] : [a, b];
    };
    return u.ends_in
        .split(' or ')
        .map((unit) => {
            const [men = '', hands] = unit.split('+');
            return hands ? w.withHands(w.against(...both(men)), ...both(hands)) : w.against(...both(men));
        })
        .join(w.or);
}

// "6 against 3, good for White", "4 against 4, even", "equal men".
export function aim(u: NonNullable<Ultra>, toMove: Side): string {
    const side = goodFor(u, toMove);
    if (side) return `${unitWords(u)}, ${t().goodFor(t().side[side])}`;
    return u.ends_in === '0' ? unitWords(u) : `${unitWords(u)}, ${t().even}`;
}

// "White wins in 22 plies", "Draw", "Draw, good for White", "Black has won".
export function verdict(v: Valued, unit: Unit): string {
    const w = winner(v.category, v.side);
    if (v.over) return w ? t().hasWon(t().side[w]) : t().isDrawn;
    if (w) return v.dtw === null ? t().wins(t().side[w]) : t().winsIn(t().side[w], depth(v.dtw, unit));
    const good = v.category === 'draw' && v.ultra ? goodFor(v.ultra, v.side) : null;
    if (good) return t().drawGood(t().side[good]);
    return v.category === 'draw' ? t().drawBest : t().notSolved;
}

export function whyOver(v: Valued): string {
    if (!v.over) return '';
    const w = winner(v.category, v.side),
        loser = t().side[w ? opposite(w) : v.side];
    return v.over === 'few men' ? t().fewMen(loser) : v.over === 'blocked' ? t().blocked(loser) : t().fullBoard;
}

// "only move", "3 of 9 turns hold the draw"; empty where there is nothing to say.
export function holding(a: { category: Category; counts: Counts; total: number }): string {
    if (a.total === 0 || a.category === 'unknown') return '';
    if (a.category === 'loss') return t().allLose(a.total);
    const n = a.counts[a.category],
        wins = a.category === 'win';
    if (n === a.total) return wins ? t().allWin(n) : t().allHold(n);
    return wins ? t().someWin(n, a.total) : t().someHold(n, a.total);
}

// The opponent's chances after a turn: "3 of 9 replies hold"; empty where every reply is as good.
export function replyNote(m: Move): string {
    const r = m.replies;
    if (!r) return '';
    const total = r.win + r.draw + r.loss + r.unknown;
    if (total === 0) return m.outcome === 'win' ? t().endsGame : '';
    if (r.unknown > 0 || m.category === 'unknown' || m.category === 'loss') return '';
    const n = r[m.category];
    if (n === total) return '';
    return m.category === 'win' ? t().repliesWin(n, total) : t().repliesHold(n, total);
}

export function state(a: Analysis): string {
    const us = a.men[a.side] + a.hand[a.side],
        them = a.men[opposite(a.side)] + a.hand[opposite(a.side)];
    return a.over ? whyOver(a) : t().toMove(t().side[a.side], t().phase[a.phase] ?? a.phase, us, them);
}

// Why a value is not known: a table that is just not there, or the server's own sentence about a damaged one.
export function whyUnknown(reason: string | null): string {
    if (!reason || /not there|no table|No such file|cannot open|Cannot open/.test(reason)) return t().noTable;
    return t().damagedTable(reason);
}

// "d6 to f6, takes a1", for a screen reader.
export function speakTurn(text: string): string {
    const turn = readTurn(text);
    if (!turn) return text;
    const step = turn.from ? t().movesTo(turn.from, turn.to) : t().placesOn(turn.to);
    return turn.removes.length ? t().takes(step, turn.removes) : step;
}

// The start of a variant as its name tells it, for the first picture of the board; null for an unknown name.
export function plainStart(variant: string): string | null {
    const m = /^(nine|lasker|morabaraba)[a-z0-9-]*?(?:@(\d+),(\d+))?$/.exec(variant);
    if (!m) return null;
    const men = { nine: 9, lasker: 10, morabaraba: 12 }[m[1]!]!;
    return `********/********/******** w ${m[2] ?? men} ${m[3] ?? men}`;
}

export function describeGame(v: VariantInfo): string {
    const men = String(v.men);
    return t().describe(men, v.board === 'diagonals', v.phases === 'place or move');
}
export const gameName = (id: string): string => t().games[id.split(/[-@]/)[0]!] ?? id;

// 12345678 -> "12,345,678", in the manner of the language.
export const big = (n: number): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, t().thousands);
const fixed = (n: number, digits: number): string => n.toFixed(digits).replace('.', t().decimal);

export function bytes(n: number): string {
    const units = ['B', 'KB', 'MB', 'GB'];
    let i = 0;
    while (n >= 1000 && i < 3) {
        n /= 1000;
        ++i;
    }
    return `${n >= 10 || i === 0 ? Math.round(n) : fixed(n, 1)} ${units[i]}`;
}

export function seconds(ms: number): string {
    const s = Math.round(ms / 1000);
    if (s < 60) return `${s} s`;
    if (s < 3600) return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s / 60} min`;
    return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`;
}

export function percent(part: number, whole: number): string {
    if (whole === 0) return '0 %';
    const p = (100 * part) / whole;
    if (part > 0 && p < 0.1) return `< ${fixed(0.1, 1)} %`;
    if (part < whole && p > 99.9) return `> ${fixed(99.9, 1)} %`;
    return `${fixed(p, p >= 10 || p === 0 ? 0 : 1)} %`;
}
