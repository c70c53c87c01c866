// SPDX-License-Identifier: MIT
// What a finished game tells about its players, from the values and marks of its turns.
import { sideOf, type Node } from './tree';
import type { Category, Mark, Side } from './types';
import { FLIP } from './words';

export interface SideReport {
    judged: number; // turns that had something to lose and a known value
    good: number; // of them without ?!, ? or ??
    onlyMoves: number; // positions with a single turn that keeps the result
    onlyFound: number;
    marks: Record<'?!' | '?' | '??', number>;
}
export interface Change {
    ply: number; // of the turn
    turn: string;
    side: Side;
    mark: Mark;
    from: Category; // for the player who made it
    to: Category;
}
export interface Report {
    sides: Record<Side, SideReport>;
    changes: Change[]; // where the result changed
    known: number; // turns whose value before and after is known
    turns: number;
}

const empty = (): SideReport => ({
    judged: 0,
    good: 0,
    onlyMoves: 0,
    onlyFound: 0,
    marks: { '?!': 0, '?': 0, '??': 0 },
});

export function report(line: readonly Node[]): Report {
    const out: Report = { sides: { white: empty(), black: empty() }, changes: [], known: 0, turns: line.length - 1 };
    line.forEach((node, i) => {
        const before = line[i - 1]?.value,
            after = node.value;
        if (!before || !after || before.category === 'unknown' || after.category === 'unknown') return;
        ++out.known;
        const side = sideOf(line[i - 1]!.position),
            mine = out.sides[side],
            m = node.mark,
            to = FLIP[after.category];
        if (m === '?!' || m === '?' || m === '??') ++mine.marks[m];
        if (to !== before.category)
            out.changes.push({ ply: i, turn: node.turn!, side, mark: m, from: before.category, to });
        const counts = before.counts,
            total = counts ? counts.win + counts.draw + counts.loss + counts.unknown : 0;
        if (before.category === 'loss' || total === 1) return; // nothing to lose, nothing to choose
        ++mine.judged;
        if (m === '' || m === '!') ++mine.good;
        if (counts && counts[before.category] === 1) {
            ++mine.onlyMoves;
            if (to === before.category) ++mine.onlyFound;
        }
    });
    return out;
}
