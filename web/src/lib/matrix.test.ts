// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { companion, layers, matrix, tendency } from './matrix';
import type { SubspaceStats } from './types';

const entry = (own: number, other: number, own_hand: number, other_hand: number, solved = true): SubspaceStats => ({
    own,
    other,
    own_hand,
    other_hand,
    text: `${own}-${other}+${own_hand}-${other_hand}`,
    positions: 10,
    solved,
    values: solved ? 'dtw' : 'none',
    wins: solved ? 6 : null,
    draws: solved ? 2 : null,
    losses: solved ? 2 : null,
    max_ply: null,
    longest: null,
});

describe('layers', () => {
    const all = [
        entry(0, 0, 4, 4, false),
        entry(1, 0, 4, 3, false),
        entry(3, 3, 1, 1),
        entry(3, 4, 0, 0),
        entry(4, 3, 0, 0, false),
        entry(3, 3, 1, 0),
    ];
    it('stand by the men in hand, fewest first, and say how many are placed', () => {
        expect(layers(all).map((l) => [l.key, l.label, l.solved])).toEqual([
            ['0,0', 'no men in hand', 1],
            ['1,0', '1 and 0 in hand, 7 placed', 1],
            ['1,1', '1 and 1 in hand, 6 placed', 1],
            ['4,3', '4 and 3 in hand, 1 placed', 0],
            ['4,4', '4 and 4 in hand, 0 placed', 0],
        ]);
    });
    it('keep the men on the board when another layer is chosen', () => {
        const [moving, , pair, , start] = layers(all);
        expect(companion(pair!, entry(3, 3, 1, 0))?.text).toBe('3-3+1-1');
        expect(companion(moving!, entry(9, 9, 0, 0))?.text).toBe('3-4+0-0'); // the first that is solved
        expect(companion(start!, null)?.text).toBe('0-0+4-4'); // none is solved: the first
    });
    it('become a matrix with holes', () => {
        const m = matrix(layers(all)[0]!);
        expect([m.owns, m.others]).toEqual([
            [3, 4],
            [3, 4],
        ]);
        expect(m.cell(3, 3)).toBeUndefined();
        expect(m.cell(4, 3)?.solved).toBe(false);
    });
});

it('a subspace has the colour of what most of its positions are', () => {
    expect(tendency(entry(3, 3, 0, 0))).toBe('win');
    expect(tendency({ ...entry(3, 3, 0, 0), wins: 5, draws: 5, losses: 0 })).toBe('mixed');
    expect(tendency({ ...entry(3, 3, 1, 0), wins: null })).toBe('unknown'); // solved, but its losses are not counted yet
});
