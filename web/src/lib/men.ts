// SPDX-License-Identifier: MIT
// Men with an identity, so that a man who moves is drawn moving. Identities are found by comparing two boards.
import { POINTS, type PointName } from './points';
import type { Board } from './position';
import type { Side } from './types';

export interface DrawnMan {
    id: number;
    side: Side;
    point: PointName;
}

// The men of `board`, keeping the identity of those of `before` that stand still or, one for one, have moved.
export function follow(before: readonly DrawnMan[], board: Board): DrawnMan[] {
    let next = before.reduce((n, m) => Math.max(n, m.id + 1), 0);
    const out: DrawnMan[] = [];
    for (const side of ['white', 'black'] as const) {
        const now = POINTS.filter((p) => board.men[p] === side);
        const old = before.filter((m) => m.side === side);
        const gone = old.filter((m) => !now.includes(m.point));
        const come = now.filter((p) => !old.some((m) => m.point === p));
        for (const m of old) if (now.includes(m.point)) out.push(m);
        const moved = gone.length === 1 && come.length === 1 ? gone[0] : undefined;
        for (const point of come) out.push(moved ? { ...moved, point } : { id: next++, side, point });
    }
    return out.sort((a, b) => a.id - b.id);
}
