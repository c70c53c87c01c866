// SPDX-License-Identifier: MIT
// What each turn of a line gave away, from the values before and after it.
import { FLIP } from './words';
import type { Node } from './tree';
import type { Category } from './types';

export type Verdict = '' | '!' | '?!' | '?' | '??';

const RANK: Record<Category, number | null> = { win: 2, draw: 1, loss: 0, unknown: null };
export const BADLY_DELAYED = 20; // plies by which a win got longer, or a loss shorter

// "??" the outcome fell by two, "?" by one, "?!" the outcome is kept but the end moved badly, "!" the only turn that
// keeps the outcome while others were there.
export function judge(before: Node, after: Node): Verdict {
    const b = before.value,
        a = after.value;
    if (!b || !a) return '';
    const was = RANK[b.category],
        is = RANK[FLIP[a.category]];
    if (was === null || is === null) return '';
    if (was - is >= 2) return '??';
    if (was - is === 1) return '?';
    if (b.category !== 'draw' && b.dtw !== null && a.dtw !== null) {
        const late = b.category === 'win' ? a.dtw + 1 - b.dtw : b.dtw - (a.dtw + 1);
        if (late >= BADLY_DELAYED) return '?!';
    }
    if (b.counts && b.category !== 'loss') {
        const total = b.counts.win + b.counts.draw + b.counts.loss + b.counts.unknown;
        if (b.counts[b.category] === 1 && total > 1) return '!';
    }
    return '';
}

export const isMistake = (v: Verdict): boolean => v === '?' || v === '??' || v === '?!';

export const SAID: Record<Verdict, string> = {
    '': '',
    '!': 'the only move',
    '?!': 'delays the end badly',
    '?': 'gives half a point away',
    '??': 'throws the game away',
};

// The verdict on every turn of a line of nodes; the root has none.
export const judgements = (line: readonly Node[]): Verdict[] =>
    line.map((n, i) => (i === 0 ? '' : judge(line[i - 1]!, n)));

// Index of the next mistake after `at`, from the beginning again where there is none behind; -1 when there is none.
export function nextMistake(verdicts: readonly Verdict[], at: number): number {
    const later = verdicts.findIndex((v, i) => i > at && isMistake(v));
    return later >= 0 ? later : verdicts.findIndex(isMistake);
}
