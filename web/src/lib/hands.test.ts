// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fitHands, tooMany } from './hands';
import { readPosition, writePosition } from './position';

const nine = { white: 9, black: 9 };
const fit = (text: string, chosen = false, men = nine): string =>
    writePosition(fitHands(readPosition(text)!, men, chosen));

describe('men in hand of a board that is set up', () => {
    it('are what they were while placing', () => {
        expect(fit('O*******/********/******** w 9 9')).toBe('O*******/********/******** b 8 9');
        expect(fit('O@******/********/******** b 9 9')).toBe('O@******/********/******** w 8 8');
        expect(fit('********/********/******** b 3 3')).toBe('********/********/******** w 9 9');
    });
    it('keep the side that was chosen', () => {
        expect(fit('O*******/********/******** w 9 9', true)).toBe('O*******/********/******** w 8 8');
    });
    it('are gone when all men stand on the board', () => {
        expect(fit('OOOOOOOO/O*******/@@@***** w 0 0', true)).toMatch(/ w 0 0$/);
        expect(fit('OOOOOOOO/OO******/@@@***** w 0 0', true)).toMatch(/ w 0 0$/);
    });
    it('name the side that has too many', () => {
        expect(tooMany(readPosition('O*******/********/******** w 9 9')!, nine)).toEqual({
            side: 'white',
            men: 10,
            of: 9,
        });
        expect(tooMany(readPosition('O*******/********/******** w 8 9')!, nine)).toBeNull();
    });
});
