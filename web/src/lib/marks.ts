// SPDX-License-Identifier: MIT
// What each point is worth to the mover: the best turn that begins or ends there.
import { NO_CHOICE, fitting, type Choice } from './choose';
import type { PointName } from './points';
import type { Category, Move } from './types';

export interface Mark {
    outcome: Category;
    dtw: number | null; // plies to the end, counted from the position before the turn
    move: Move;
}

const mark = (m: Move): Mark => ({ outcome: m.outcome, dtw: m.dtw === null ? null : m.dtw + 1, move: m });

// `moves` come best first, so the first turn seen at a point is its best one. With nothing chosen: the targets of all
// turns; with a man chosen: his targets; with a target chosen: the men that may be taken.
export function marksFor(moves: readonly Move[], choice: Choice = NO_CHOICE): Map<PointName, Mark> {
    const out = new Map<PointName, Mark>();
    for (const m of fitting(moves, choice)) {
        const points = choice.to === null ? [m.to] : m.removes.filter((x) => !choice.taken.includes(x));
        for (const p of points) if (!out.has(p)) out.set(p, mark(m));
    }
    return out;
}

// The best turn of each man that can move.
export function originMarks(moves: readonly Move[]): Map<PointName, Mark> {
    const out = new Map<PointName, Mark>();
    for (const m of moves) if (m.from !== null && !out.has(m.from)) out.set(m.from, mark(m));
    return out;
}

// Turns equal by symmetry stand together: one group for each class, in the order of its first turn.
export function groups(moves: readonly Move[]): Move[][] {
    const by = new Map<number, Move[]>();
    for (const m of moves) {
        const group = by.get(m.class);
        if (group) group.push(m);
        else by.set(m.class, [m]);
    }
    return [...by.values()];
}
