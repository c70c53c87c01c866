// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { deepest, layers, logHeights, matrix, tendency } from './matrix';
import type { SubspaceStats } from './types';
import { aim, big, bytes, depth, holding, percent, replyNote, unitWords, verdict } from './words';
import { move } from './move_fixture';

describe('words', () => {
    it('say who wins and when', () => {
        expect(verdict({ category: 'win', dtw: 22, side: 'white', over: null }, 'plies')).toBe(
            'White wins in 22 plies',
        );
        expect(verdict({ category: 'loss', dtw: 1, side: 'white', over: null }, 'plies')).toBe('Black wins in 1 ply');
        expect(verdict({ category: 'win', dtw: 3, side: 'black', over: null }, 'moves')).toBe('Black wins in 2 moves');
        expect(verdict({ category: 'win', dtw: null, side: 'black', over: null }, 'moves')).toBe('Black wins');
        expect(verdict({ category: 'draw', dtw: null, side: 'white', over: null }, 'plies')).toBe(
            'Draw with best play',
        );
        expect(verdict({ category: 'loss', dtw: 0, side: 'white', over: 'blocked' }, 'plies')).toBe('Black has won');
        expect(depth(1, 'moves')).toBe('1 move');
    });
    it('say where a draw heads for and for whom that is good', () => {
        const ultra = (value: number, ends_in: string): { value: number; depth: number | null; ends_in: string } => ({
            value,
            depth: null,
            ends_in,
        });
        const draw = { category: 'draw', dtw: null, over: null } as const;
        expect(aim(ultra(112, '6-3'), 'white')).toBe('6 against 3, good for White');
        expect(aim(ultra(-112, '3-6'), 'black')).toBe('6 against 3, good for White');
        expect(aim(ultra(112, '6-3'), 'black')).toBe('6 against 3, good for Black');
        expect(aim(ultra(-5, '5-4'), 'white')).toBe('4 against 5, good for Black');
        expect(aim(ultra(0, '4-4'), 'white')).toBe('4 against 4, even');
        expect(aim(ultra(0, '0'), 'white')).toBe('equal men');
        expect(unitWords(ultra(3, '+3'))).toBe('3 men more');
        expect(unitWords(ultra(-1, '-1'))).toBe('1 man more');
        expect(unitWords(ultra(-2, '+2'))).toBe('2 men fewer');
        expect(unitWords(ultra(-7, '3-4+2-1 or 5-5'))).toBe('4 against 3 with 1 and 2 in hand or 5 against 5');
        expect(verdict({ ...draw, side: 'white', ultra: ultra(-1, '-1') }, 'plies')).toBe('Draw, good for Black');
        expect(verdict({ ...draw, side: 'white', ultra: ultra(0, '0') }, 'plies')).toBe('Draw with best play');
    });
    it('say how many turns hold', () => {
        const of = (category: 'win' | 'draw' | 'loss', n: number, total: number): string =>
            holding({
                category,
                counts: { win: 0, draw: 0, loss: 0, unknown: 0, [category]: n },
                total,
            });
        expect(of('draw', 1, 9)).toBe('only move: 1 of 9 holds the draw');
        expect(of('draw', 3, 9)).toBe('3 of 9 turns hold the draw');
        expect(of('win', 9, 9)).toBe('all 9 turns win');
        expect(of('loss', 9, 9)).toBe('all 9 turns lose');
        expect(
            replyNote({ ...move('d6', 'draw'), category: 'draw', replies: { win: 0, draw: 3, loss: 6, unknown: 0 } }),
        ).toBe('3 of 9 replies hold');
        expect(
            replyNote({
                ...move('d6', 'win'),
                category: 'loss',
                dtw: 0,
                replies: { win: 0, draw: 0, loss: 0, unknown: 0 },
            }),
        ).toBe('ends the game');
    });
    it('write numbers', () => {
        expect(big(8904593601)).toBe('8,904,593,601');
        expect(bytes(13_400_000_000)).toBe('13 GB');
        expect(percent(1, 100000)).toBe('< 0.1 %');
        expect(percent(99999, 100000)).toBe('> 99.9 %');
        expect(percent(5, 10)).toBe('50 %');
    });
});

describe('statistics', () => {
    const sub = (own: number, other: number, oh = 0, th = 0, wins = 5, draws = 1, losses = 1): SubspaceStats => ({
        own,
        other,
        own_hand: oh,
        other_hand: th,
        text: `${own}-${other}`,
        positions: wins + draws + losses,
        solved: true,
        values: 'dtw',
        wins,
        draws,
        losses,
        max_ply: 3,
        longest: '',
    });
    it('stand in layers and matrices', () => {
        const all = layers([sub(3, 3, 1, 1), sub(3, 4), sub(4, 3), sub(2, 3, 0, 1)]);
        expect(all.map((l) => l.key)).toEqual(['0,0', '0,1', '1,1']);
        const m = matrix(all[0]!);
        expect(m.owns).toEqual([3, 4]);
        expect(m.cell(3, 4)?.own).toBe(3);
        expect(m.cell(4, 4)).toBeUndefined();
    });
    it('have a tendency', () => {
        expect(tendency(sub(3, 3))).toBe('win');
        expect(tendency(sub(3, 3, 0, 0, 1, 5, 1))).toBe('draw');
        expect(tendency(sub(3, 3, 0, 0, 2, 2, 2))).toBe('mixed');
        expect(tendency({ ...sub(3, 3), solved: false })).toBe('unknown');
    });
    it('are drawn on a logarithmic scale', () => {
        const plies = [
            { ply: 0, positions: 1, example: 'a' },
            { ply: 1, positions: 1000, example: 'b' },
            { ply: 2, positions: 0, example: 'c' },
        ];
        const [one, most, none] = logHeights(plies);
        expect(one).toBeGreaterThan(0.1);
        expect(most).toBe(1);
        expect(none).toBe(0);
        expect(deepest(plies, 1)?.ply).toBe(1);
        expect(deepest([], 1)).toBeNull();
    });
});
