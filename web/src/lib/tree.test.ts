// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { height, polylines } from './graph';
import { nextMistake } from './mistakes';
import { report } from './report';
import * as t from './tree';
import type { BatchResult, Category, Mark } from './types';

const P = (n: number, side = n % 2 ? 'b' : 'w'): string => `p${n} ${side} 0 0`;
const result = (
    n: number,
    category: Category,
    dtw: number | null,
    turn: string | null,
    mark: Mark = '',
): BatchResult => ({
    position: P(n),
    side: n % 2 ? 'black' : 'white',
    over: null,
    category,
    dtw,
    values: 'dtw',
    reason: null,
    turn,
    mark,
    said: '',
    ultra: null,
    counts: null,
});

function game(): [t.Tree, t.NodeId[]] {
    let tree = t.newTree(P(0)),
        id = t.ROOT;
    const ids = [id];
    for (let i = 1; i <= 4; ++i) {
        [tree, id] = t.addTurn(tree, id, `t${i}`, P(i));
        ids.push(id);
    }
    return [tree, ids];
}

describe('tree', () => {
    it('grows, finds turns again, and walks', () => {
        const [tree, ids] = game();
        expect(t.turnsOf(tree, t.pathTo(tree, ids[4]!))).toEqual(['t1', 't2', 't3', 't4']);
        expect(t.addTurn(tree, ids[1]!, 't2', P(2))).toEqual([tree, ids[2]]);
        expect(t.ply(tree, ids[3]!)).toBe(3);
        expect(t.lineThrough(tree, ids[2]!)).toEqual(ids);
    });
    it('keeps variations, promotes and removes them', () => {
        const [tree, ids] = game();
        const [two, v] = t.addTurn(tree, ids[1]!, 'v2', 'x w 0 0');
        expect(t.nodeAt(two, ids[1]!).children).toEqual([ids[2], v]);
        expect(t.lineThrough(two, t.ROOT)).toEqual(ids);
        expect(t.lineThrough(t.promote(two, v), t.ROOT)).toEqual([ids[0], ids[1], v]);
        const [gone, at] = t.removeBranch(two, ids[2]!);
        expect(at).toBe(ids[1]);
        expect(gone.nodes.size).toBe(3);
        expect(tree.nodes.size).toBe(5);
    });
    it('counts repetitions and quiet plies', () => {
        let tree = t.newTree('a w 0 0'),
            id = t.ROOT;
        for (const [turn, p] of [
            ['a1-d1', 'b b 0 0'],
            ['g1-g4', 'c w 0 0'],
            ['d1-a1', 'd b 0 0'],
            ['g4-g1', 'a w 0 0'],
        ] as const)
            [tree, id] = t.addTurn(tree, id, turn, p);
        expect(t.repetitions(tree, id)).toBe(2);
        expect(t.quietPlies(tree, id)).toBe(4);
        [tree, id] = t.addTurn(tree, id, 'a1-d1xg1', 'e b 0 0');
        expect(t.quietPlies(tree, id)).toBe(0);
        expect(t.repetitions(tree, id)).toBe(1);
    });
    it('is mapped as a whole', () => {
        const [tree, ids] = game();
        const other = t.mapTree(
            tree,
            (p) => `${p}!`,
            (s) => s.toUpperCase(),
            (p) => p,
        );
        expect(t.turnsOf(other, ids)).toEqual(['T1', 'T2', 'T3', 'T4']);
        expect(t.nodeAt(other, ids[2]!).position).toBe(`${P(2)}!`);
    });
});

describe('mistakes and graph', () => {
    const line = (): t.Node[] => {
        const results = [
            result(0, 'draw', null, 'd6'),
            result(1, 'draw', null, 'f4', '?'),
            result(2, 'win', 9, 'd2', '??'),
            result(3, 'win', 30, 'b4', '?!'),
            result(4, 'loss', 12, null),
        ];
        const [tree, id] = t.addLine(t.newTree(P(0)), t.ROOT, results);
        return t.pathTo(tree, id).map((n) => t.nodeAt(tree, n));
    };
    it('are what the server says of each turn', () => {
        const marks = line().map((n) => n.mark);
        expect(marks).toEqual(['', '', '?', '??', '?!']);
        expect(nextMistake(marks, 0)).toBe(2);
        expect(nextMistake(marks, 4)).toBe(2);
        expect(nextMistake(['', ''], 0)).toBe(-1);
    });
    it('come from the legal turns too', () => {
        const [tree, id] = t.addTurn(t.newTree(P(0)), t.ROOT, 'd6', P(1));
        expect(t.nodeAt(t.setMarks(tree, t.ROOT, [{ text: 'd6', mark: '??' }]), id).mark).toBe('??');
    });
    it('make the report of a game', () => {
        const r = report(line());
        expect(r.known).toBe(4);
        expect(r.sides.black.marks).toEqual({ '?!': 1, '?': 1, '??': 0 });
        expect(r.sides.white).toMatchObject({ judged: 2, good: 1 });
        expect(r.changes.map((c) => [c.ply, c.side, c.from, c.to])).toEqual([
            [2, 'black', 'draw', 'loss'],
            [3, 'white', 'win', 'loss'],
        ]);
    });
    it('draw White above and Black below, nearer ends further out', () => {
        const at = (category: Category, dtw: number | null, n = 0): number | null =>
            height({ position: P(n), value: { category, dtw, over: null, counts: null } });
        expect(at('draw', null)).toBe(0);
        expect(at('unknown', null)).toBeNull();
        expect(at('win', 1)!).toBeGreaterThan(at('win', 99)!);
        expect(at('win', 99)!).toBeGreaterThan(0.3);
        expect(at('win', 5, 1)).toBe(-at('win', 5, 0)!);
        expect(at('loss', 0, 1)).toBe(1);
        expect(polylines([0, 0, null, 1, 1], 100, 10)).toEqual(['0.0,5.0 25.0,5.0', '75.0,0.0 100.0,0.0']);
    });
});
