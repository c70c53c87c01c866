// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { mapPosition, readPosition, swapColours, writePosition } from './position';
import { mapTurn, readTurn, turnKey, writeTurn } from './turn';
import { speakTurn } from './words';
import { follow } from './men';

const TEXT = 'O*******/*O****@*/@*@****O b 2 3';

describe('position', () => {
    it('is read and written back', () => {
        const board = readPosition(TEXT)!;
        expect(board.men['d5']).toBe('white');
        expect(board.men['b4']).toBe('black');
        expect(board.side).toBe('black');
        expect(board.hand).toEqual({ white: 2, black: 3 });
        expect(writePosition(board)).toBe(TEXT);
        expect(writePosition(readPosition(TEXT.replaceAll(' ', '_'))!)).toBe(TEXT);
    });
    it('is refused when it has not the form', () => {
        for (const bad of ['', 'O', TEXT.slice(1), TEXT.replace('b', 'x'), `${TEXT} 1`])
            expect(readPosition(bad)).toBeNull();
    });
    it('is mapped by symmetries', () => {
        expect(mapPosition('rotate', 'O*******/********/******** w 8 9')).toBe('**O*****/********/******** w 8 9');
        expect(mapPosition('swap', 'O*******/********/******** w 8 9')).toBe('********/********/O******* w 8 9');
        expect(mapPosition('mirror', mapPosition('mirror', TEXT))).toBe(TEXT);
        expect(swapColours(swapColours(TEXT))).toBe(TEXT);
        expect(swapColours(TEXT)).toBe('@*******/*@****O*/O*O****@ w 3 2');
    });
});

describe('turn', () => {
    it('is read and written in all its forms', () => {
        for (const t of ['d6', 'd6xa1', 'd6xa1,g4', 'd1-a1', 'd1-a1xd7']) expect(writeTurn(readTurn(t)!)).toBe(t);
        for (const t of ['', 'd4', 'd6x', 'd6-', 'd6xa1,', 'd6xa1,g4,g7', 'h1', 'D6']) expect(readTurn(t)).toBeNull();
    });
    it('is equal whatever the order of the men taken', () => {
        expect(turnKey(readTurn('d6xg4,a1')!)).toBe(turnKey(readTurn('d6xa1,g4')!));
    });
    it('is mapped and spoken', () => {
        expect(mapTurn('rotate', 'd7-g7xd6')).toBe('g4-g1xf4');
        expect(speakTurn('d1-a1xd7')).toBe('d1 to a1, takes d7');
        expect(speakTurn('d6')).toBe('places on d6');
    });
});

describe('men', () => {
    it('keep their identity when they move', () => {
        const before = follow([], readPosition('O@******/********/******** w 8 8')!);
        const after = follow(before, readPosition('*@O*****/********/******** b 8 8')!);
        const white = before.find((m) => m.side === 'white')!;
        expect(after.find((m) => m.side === 'white')).toEqual({ ...white, point: 'e4' });
    });
    it('are new when they are placed and gone when they are taken', () => {
        const before = follow([], readPosition('O@******/********/******** w 8 8')!);
        const after = follow(before, readPosition('O*O*****/********/******** b 7 8')!);
        expect(after).toHaveLength(2);
        expect(new Set(after.map((m) => m.id)).size).toBe(2);
    });
});
