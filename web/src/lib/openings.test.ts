// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { move } from './move_fixture';
import { branches, playerIndex } from './openings';
import type { Analysis, OpeningAnswer } from './types';

const counts = (win: number, draw: number, loss: number, unknown = 0) => ({ win, draw, loss, unknown });
const a = {
    moves: [
        { ...move('d6'), category: 'draw', outcome: 'draw', class: 0, replies: counts(0, 5, 16) },
        { ...move('b4'), category: 'draw', outcome: 'draw', class: 0, replies: counts(0, 5, 16) },
        { ...move('a1'), category: 'win', outcome: 'loss', class: 2, replies: counts(2, 3, 16) },
        { ...move('g1'), category: 'loss', outcome: 'win', class: 3, replies: counts(0, 0, 21) },
        { ...move('g7'), category: 'unknown', outcome: 'unknown', class: 4, replies: counts(0, 0, 0, 21) },
    ],
} as unknown as Analysis;
const record = {
    players: [
        { player: 'random', games: 2, here: { turns: 0, wrong: 0 }, by_now: { turns: 0, wrong: 0 } },
        { player: 'search:level=3', games: 8, here: { turns: 4, wrong: 1 }, by_now: { turns: 9, wrong: 2 } },
    ],
    turns: [
        {
            text: 'd6',
            chosen: [0, 3],
            then: [
                { turns: 0, wrong: 0 },
                { turns: 3, wrong: 2 },
            ],
        },
    ],
} as unknown as OpeningAnswer;

it('branches: one for each class, with the replies that keep the result of the opponent', () => {
    const rows = branches(a, record, 1);
    expect(rows.map((b) => b.move.text)).toEqual(['d6', 'a1', 'g1', 'g7']);
    expect(rows.map((b) => b.alike)).toEqual([1, 0, 0, 0]);
    expect(rows.map((b) => b.holds)).toEqual([[5, 21], [2, 21], null, null]);
    expect(rows.map((b) => b.lost)).toEqual([false, false, true, false]);
    expect(rows.map((b) => b.chosen)).toEqual([0.75, 0, 0, 0]);
    expect(rows[0]!.then).toEqual({ turns: 3, wrong: 2 });
    expect(branches(a, record, 0)[0]!.chosen).toBeNull();
    expect(branches(a, null, 0)[0]!.chosen).toBeNull();
});

it('the player that was wished for, else the first', () => {
    expect(playerIndex(record, 'search:level=3')).toBe(1);
    expect(playerIndex(record, 'nobody')).toBe(0);
    expect(playerIndex(null, 'random')).toBe(0);
});
