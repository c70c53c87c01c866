// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { FormatError, detect, readAny, writeGame, type GameText } from '.';
import { longPosition, shortPosition } from './sanmill';

const START = '********/********/******** w 9 9';
const turn = (text: string, ...variations: GameText['line'][]): GameText['line'][number] => ({
    turn: text,
    comment: '',
    variations,
});
const game = (line: GameText['line'], start = START): GameText => ({
    variant: 'nine-c1',
    comment: '',
    start,
    result: '*',
    tags: [
        ['white', 'Ada'],
        ['black', 'search:level=3'],
    ],
    line,
});
const LINE = [turn('d6'), turn('f4'), turn('d2xf4'), turn('b4-c4'), turn('d1-a1xd7,g7')];
const turns = (g: GameText): string[] => g.line.map((t) => t.turn);

describe('our own text', () => {
    it('is written as the command line writes it', () => {
        expect(writeGame('merels', game([turn('d6'), turn('f4'), turn('d2')]), true)).toBe(
            `[variant "nine-c1"]\n[start "${START}"]\n[result "*"]\n[white "Ada"]\n[black "search:level=3"]\n\n1. d6 f4\n2. d2\n`,
        );
    });
    it('begins with Black where Black moves first', () => {
        const start = 'O*******/********/******** b 8 9';
        const text = writeGame('merels', game([turn('f4'), turn('d2'), turn('a1')], start), false);
        expect(text).toContain('\n1. ... f4\n2. d2 a1\n');
        expect(turns(readAny(text))).toEqual(['f4', 'd2', 'a1']);
        expect(readAny(text).start).toBe(start);
    });
    it('comes back with its variations', () => {
        const line = [turn('d6'), turn('f4', [turn('b4'), turn('a1', [turn('a4')])], [turn('d7')]), turn('d2')];
        const text = writeGame('variations', game(line), true);
        expect(readAny(text).line).toEqual(line);
    });
    it('escapes what tags hold', () => {
        const g = game([turn('d6')]);
        g.tags = [['white', 'a "b" \\ c']];
        expect(readAny(writeGame('merels', g, true)).tags.find(([k]) => k === 'white')?.[1]).toBe('a "b" \\ c');
    });
    it('names line and column of what it cannot read', () => {
        try {
            readAny('[variant "nine-c1"]\n\n1. d6 f4\n2. d9');
            throw new Error('was read');
        } catch (e) {
            expect(e).toBeInstanceOf(FormatError);
            expect((e as Error).message).toBe("line 4, column 4: 'd9' is not a turn");
        }
        expect(() => readAny('1. d6 (f4')).toThrow("')' is missing");
        expect(() => readAny('1. d6 f4)')).toThrow("')' without '('");
    });
    it('skips comments, verdicts and results', () => {
        const g = readAny('[variant "nine-c1"]\n1. d6! {good} f4?? ; bad\n2. d2 $3 1-0');
        expect(turns(g)).toEqual(['d6', 'f4', 'd2']);
        expect(g.result).toBe('1-0');
    });
});

describe('PlayOK numbers', () => {
    it('go and come back', () => {
        const text = writeGame('playok', game(LINE), true);
        expect(text).toContain('1. 5 14\n2. 20x14 11-12\n3. 23-22x2x3\n');
        expect(detect(text)).toBe('playok');
        expect(turns(readAny(text))).toEqual(turns(game(LINE)));
    });
    it('are understood without tags, with glued numbers and separate takings', () => {
        expect(turns(readAny('1.5 14 2.20 x14 11-12'))).toEqual(['d6', 'f4', 'd2xf4', 'b4-c4']);
        expect(() => readAny('1. 5 25')).toThrow("'25' is not a turn");
        expect(() => readAny('1. 5 0')).toThrow("'0' is not a turn");
    });
});

describe('Sanmill games', () => {
    it('go and come back', () => {
        const text = writeGame('sanmill', game(LINE), true);
        expect(text).toContain('3. d1-a1xd7xg7');
        expect(text).not.toContain('FEN');
        expect(detect(text)).toBe('sanmill');
        expect(turns(readAny(text))).toEqual(turns(game(LINE)));
    });
    it('carry the long position', () => {
        const start = 'O@******/********/******** b 8 8';
        const long = 'O@******/********/******** b p p 1 8 1 8 0 0 0 0 0 0 0 0 1';
        expect(longPosition(start)).toBe(long);
        expect(shortPosition(long)).toBe(start);
        const text = writeGame('sanmill', game([turn('d2'), turn('a1')], start), false);
        expect(text).toContain(`[FEN "${long}"]`);
        expect(text).toContain('1... d2');
        expect(readAny(text)).toMatchObject({ start, variant: 'nine-c1', line: [turn('d2'), turn('a1')] });
    });
    it('take with a word of its own', () => {
        expect(turns(readAny('1. d6 f4 2. d2 xf4 xa1 b4-c4'))).toEqual(['d6', 'f4', 'd2xf4,a1', 'b4-c4']);
        expect(() => readAny('xa1 d6')).toThrow('a taking before any turn');
    });
});
