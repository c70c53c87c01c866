// SPDX-License-Identifier: MIT
// Values in words and signs. Shape and word always go together, never colour alone.
import type { Analysis, Category, Counts, Move, Over, Side } from './types';
import { opposite } from './position';

export type Unit = 'plies' | 'moves';

export const SIGN: Record<Category, string> = { win: '▲', draw: '◆', loss: '▼', unknown: '·' };
export const NAME: Record<Side, string> = { white: 'White', black: 'Black' };
export const FLIP: Record<Category, Category> = { win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown' };

// Full moves of the winner: 1 or 2 plies are one move.
export function depth(plies: number, unit: Unit): string {
    const n = unit === 'plies' ? plies : Math.ceil(plies / 2);
    const word = unit === 'plies' ? (n === 1 ? 'ply' : 'plies') : n === 1 ? 'move' : 'moves';
    return `${n} ${word}`;
}
export const shortDepth = (plies: number, unit: Unit): string =>
    String(unit === 'plies' ? plies : Math.ceil(plies / 2));

const OVER: Record<Over, (loser: Side) => string> = {
    'few men': (loser) => `${NAME[loser]} has fewer than three men`,
    blocked: (loser) => `${NAME[loser]} cannot move`,
    'full board': () => 'the board is full',
};

// Who wins, or null for draws and unknown values.
export function winner(category: Category, side: Side): Side | null {
    return category === 'win' ? side : category === 'loss' ? opposite(side) : null;
}

interface Valued {
    category: Category;
    dtw: number | null;
    side: Side;
    over: Over | null;
}

// "White wins in 22 plies", "Draw", "Black has won".
export function verdict(v: Valued, unit: Unit): string {
    const w = winner(v.category, v.side);
    if (v.over) return w ? `${NAME[w]} has won` : 'The game is drawn';
    if (w) return v.dtw === null ? `${NAME[w]} wins` : `${NAME[w]} wins in ${depth(v.dtw, unit)}`;
    return v.category === 'draw' ? 'Draw with best play' : 'Not solved yet';
}

export function whyOver(v: Valued): string {
    if (!v.over) return '';
    const w = winner(v.category, v.side);
    return OVER[v.over](w ? opposite(w) : v.side);
}

const turns = (n: number): string => (n === 1 ? '1 turn' : `${n} turns`);

// "only move", "3 of 9 turns hold the draw"; empty where there is nothing to say.
export function holding(a: Pick<Analysis, 'category' | 'counts' | 'moves'>): string {
    const total = a.moves.length,
        c: Counts = a.counts;
    if (total === 0 || a.category === 'unknown') return '';
    if (a.category === 'loss') return total === 1 ? 'one legal turn' : `all ${turns(total)} lose`;
    const n = c[a.category];
    const verb = a.category === 'win' ? (n === 1 ? 'wins' : 'win') : n === 1 ? 'holds the draw' : 'hold the draw';
    if (n === total) return total === 1 ? `one legal turn` : `all ${turns(total)} ${verb}`;
    return n === 1 ? `only move: 1 of ${total} ${verb}` : `${n} of ${turns(total)} ${verb}`;
}

// The opponent's chances after a turn: "3 of 9 replies hold", "every reply loses".
export function replyNote(m: Move): string {
    const r = m.replies;
    if (!r) return '';
    const total = r.win + r.draw + r.loss + r.unknown;
    if (total === 0) return m.outcome === 'win' ? 'ends the game' : '';
    if (r.unknown > 0 || m.category === 'unknown') return '';
    if (m.category === 'loss') return '';
    const n = r[m.category];
    const word = m.category === 'win' ? 'wins' : 'holds';
    if (n === total) return '';
    return n === 1 ? `only reply ${word}` : `${n} of ${total} replies ${m.category === 'win' ? 'win' : 'hold'}`;
}

export function state(a: Analysis): string {
    const us = a.men[a.side] + a.hand[a.side],
        them = a.men[opposite(a.side)] + a.hand[opposite(a.side)];
    return a.over ? whyOver(a) : `${NAME[a.side]} to move, ${a.phase} · ${us} against ${them}`;
}

// 12345678 -> "12,345,678"; fixed, so that it does not depend on the browser's language.
export const big = (n: number): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

export function bytes(n: number): string {
    const units = ['B', 'KB', 'MB', 'GB'];
    let i = 0;
    while (n >= 1000 && i < 3) {
        n /= 1000;
        ++i;
    }
    return `${n >= 10 || i === 0 ? Math.round(n) : n.toFixed(1)} ${units[i]}`;
}

export function seconds(ms: number): string {
    const s = Math.round(ms / 1000);
    return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`;
}

export function percent(part: number, whole: number): string {
    if (whole === 0) return '0 %';
    const p = (100 * part) / whole;
    if (part > 0 && p < 0.1) return '< 0.1 %';
    if (part < whole && p > 99.9) return '> 99.9 %';
    return `${p.toFixed(p >= 10 || p === 0 ? 0 : 1)} %`;
}
