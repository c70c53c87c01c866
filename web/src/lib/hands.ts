// SPDX-License-Identifier: MIT
// Men in hand that fit a board which somebody sets up: as many as the game has left, the sides placing in turn, White
// first. So every board that comes up while placing gets the hands that it had.
import { opposite, type Board } from './position';
import { POINTS } from './points';
import type { Side } from './types';

export const menOn = (b: Board, side: Side): number => POINTS.filter((p) => b.men[p] === side).length;

// Equal hands when White is to move, one more for Black when he is; -1 where a side has too many men.
function handsFor(b: Board, side: Side, men: Record<Side, number>): Record<Side, number> {
    const extra = side === 'black' ? 1 : 0;
    const gap = men.black - men.white; // a start with unequal men: the larger side places its rest at the end
    const white = Math.min(men.white - menOn(b, 'white'), men.black - menOn(b, 'black') - extra - Math.max(0, gap));
    if (white < 0) return { white: 0, black: 0 };
    return { white, black: Math.min(men.black - menOn(b, 'black'), white + extra + Math.max(0, gap)) };
}

// The board with hands, and, unless the side was chosen by hand, the side that leaves the fewest men taken.
export function fitHands(b: Board, men: Record<Side, number>, sideChosen: boolean): Board {
    const mine = handsFor(b, b.side, men),
        other = handsFor(b, opposite(b.side), men);
    const sum = (h: Record<Side, number>): number => h.white + h.black;
    if (!sideChosen && sum(other) > sum(mine)) return { ...b, side: opposite(b.side), hand: other };
    return { ...b, hand: mine };
}

// Sides with more men than the game has.
export function tooMany(b: Board, men: Record<Side, number>): { side: Side; men: number; of: number } | null {
    for (const side of ['white', 'black'] as const) {
        const all = menOn(b, side) + b.hand[side];
        if (all > men[side]) return { side, men: all, of: men[side] };
    }
    return null;
}
