// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { POINTS, ROW_BY_ROW, columnOf, mapPoint, rowOf, strokes, towards } from './points';

describe('points', () => {
    it('are 24, numbered row by row as PlayOK does', () => {
        expect(new Set(POINTS).size).toBe(24);
        expect(ROW_BY_ROW.slice(0, 4)).toEqual(['a7', 'd7', 'g7', 'b6']);
        expect(ROW_BY_ROW[11]).toBe('c4');
        expect(ROW_BY_ROW[23]).toBe('g1');
    });
    it('are joined by straight strokes: 16 on the plain board, 20 with diagonals', () => {
        expect(strokes('nine')).toHaveLength(16);
        expect(strokes('diagonals')).toHaveLength(20);
        for (const [a, b] of strokes('nine')) expect(columnOf(a) === columnOf(b) || rowOf(a) === rowOf(b)).toBe(true);
    });
    it('are mapped by symmetries of the right order', () => {
        for (const [s, order] of [
            ['rotate', 4],
            ['mirror', 2],
            ['swap', 2],
        ] as const) {
            for (const p of POINTS) {
                let q = p;
                for (let i = 0; i < order; ++i) q = mapPoint(s, q);
                expect(q).toBe(p);
            }
            expect(new Set(POINTS.map((p) => mapPoint(s, p))).size).toBe(24);
        }
        expect(mapPoint('rotate', 'd7')).toBe('g4');
        expect(mapPoint('mirror', 'a7')).toBe('g7');
        expect(mapPoint('swap', 'd5')).toBe('d7');
    });
    it('can all be reached with arrow keys', () => {
        const place = (p: string): [number, number] => [columnOf(p), rowOf(p)];
        const seen = new Set(['d6']),
            open = ['d6'];
        while (open.length) {
            const p = open.pop()!;
            for (const [dx, dy] of [
                [1, 0],
                [-1, 0],
                [0, 1],
                [0, -1],
            ] as const) {
                const q = towards(p, dx, dy, place);
                if (!seen.has(q)) {
                    seen.add(q);
                    open.push(q);
                }
            }
        }
        expect(seen.size).toBe(24);
        expect(towards('a7', -1, 0, place)).toBe('a7');
        expect(towards('a7', 1, 0, place)).toBe('d7');
    });
});
