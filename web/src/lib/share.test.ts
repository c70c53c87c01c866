// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { isPlain, linesOf, plainRoot, readSaved, writeSaved, type Saved, type SavedNode } from './saved';
import { plainShare, readShare, writeCompact, writeShare, type Shared } from './share';

const full: Shared = {
    variant: 'nine-c1@11,12',
    start: 'O*******/*O****@*/@*@****O b 2 3',
    turns: ['d6', 'd6xa1,g4', 'd1-a1xd7'],
    at: 1,
    view: 'game',
    tree: null,
};
const node = (turn: string, ...children: SavedNode[]): SavedNode => ({ turn, comment: '', shapes: [], children });
const game: Saved = {
    variant: 'nine-c1',
    start: null,
    ending: { result: '0-1', why: 'time' },
    root: {
        turn: null,
        comment: 'Öffnung {1}',
        shapes: [
            { from: 'a1', to: 'd6' },
            { from: 'g7', to: 'g7' },
        ],
        children: [node('d6', node('f4', node('d2xa1,g4')), node('a1', node('g1')), node('g7')), node('b4')],
    },
    at: 4,
};

describe('address', () => {
    it('keeps everything', () => {
        expect(readShare(writeShare(full))).toEqual({ shared: full, problem: null });
        expect(readShare(encodeURI(writeShare(full))).shared).toEqual(full);
        expect(writeShare(plainShare('nine-c1'))).toBe('#nine-c1');
    });
    it('leaves out the place when it is the end', () => {
        expect(writeShare({ ...full, at: 3 })).not.toContain('at=');
    });
    it('keeps variations, result and notes', () => {
        const shared = { ...plainShare('nine-c1'), turns: ['d6', 'a1', 'g1'], tree: game };
        expect(readShare(writeShare(shared)).shared).toEqual(shared);
        expect(readShare(writeCompact(game)).shared?.tree).toEqual(game);
        expect(writeCompact(game)).toMatch(/^#~[A-Za-z0-9_-]+$/);
    });
    it('tells what is wrong and keeps what is right', () => {
        expect(readShare('')).toEqual({ shared: null, problem: null });
        expect(readShare('#nine-c1?turns=d6_d9_f4')).toEqual({
            shared: { ...plainShare('nine-c1'), turns: ['d6'] },
            problem: { kind: 'turn', text: 'd9', index: 1 },
        });
        expect(readShare('#nine-c1?start=xyz').problem).toEqual({ kind: 'start', text: 'xyz' });
        for (const bad of ['#?turns=d6', '#<script>']) expect(readShare(bad).problem?.kind).toBe('variant');
        for (const bad of ['#%E0%A4%A', '#~abc', '#~', `${writeCompact(game).slice(0, -2)}`])
            expect(readShare(bad)).toEqual({ shared: null, problem: { kind: 'damaged' } });
    });
    it('ignores what it does not know', () => {
        expect(readShare('#nine-c1?view=nonsense&at=x&more=1').shared).toEqual(plainShare('nine-c1'));
    });
});

describe('a saved game', () => {
    it('comes back', () => {
        expect(readSaved(writeSaved(game))).toEqual(game);
        const start = { ...game, start: 'O*******/*O****@*/@*@****O b 2 3', ending: null };
        expect(readSaved(writeSaved(start))).toEqual(start);
    });
    it('is short: about two letters a turn', () => {
        const turns = Array.from({ length: 300 }, (_, i) => (i % 2 ? 'd6-f6' : 'f4-g4'));
        const text = writeSaved({ ...game, ending: null, root: plainRoot(turns), at: 300 });
        expect(text.length).toBeLessThan(300 * 2.5);
        expect(readSaved(text)?.root).toEqual(plainRoot(turns));
    });
    it('knows whether one line tells everything', () => {
        expect(isPlain({ root: plainRoot(['d6', 'f4']), ending: null })).toBe(true);
        expect(isPlain(game)).toBe(false);
        expect(linesOf(game.root).map((l) => l.join())).toEqual(['d6,f4,d2xa1,g4', 'd6,a1,g1', 'd6,g7', 'b4']);
    });
});
