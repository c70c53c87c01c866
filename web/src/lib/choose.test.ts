// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { NO_CHOICE, options, press } from './choose';
import { groups, marksFor } from './marks';
import { move } from './move_fixture';

describe('choosing a turn', () => {
    it('places with one press', () => {
        expect(press([move('d6'), move('d5')], NO_CHOICE, 'd5')).toMatchObject({ kind: 'turn', move: { text: 'd5' } });
        expect(press([move('d6')], NO_CHOICE, 'a1')).toEqual({ kind: 'nothing' });
    });
    it('moves with two, and changes or drops the man', () => {
        const moves = [move('a1-d1'), move('a1-a4'), move('g1-g4')];
        const first = press(moves, NO_CHOICE, 'a1');
        if (first.kind !== 'choice') throw new Error('no choice');
        expect([...options(moves, first.choice).targets]).toEqual(['d1', 'a4']);
        expect(press(moves, first.choice, 'a4')).toMatchObject({ kind: 'turn', move: { text: 'a1-a4' } });
        expect(press(moves, first.choice, 'g1')).toMatchObject({ kind: 'choice', choice: { from: 'g1' } });
        expect(press(moves, first.choice, 'a1')).toEqual({ kind: 'choice', choice: NO_CHOICE });
        expect(press(moves, first.choice, 'd7')).toEqual({ kind: 'choice', choice: NO_CHOICE });
    });
    it('asks for the man to take', () => {
        const moves = [move('d6xa1'), move('d6xg4'), move('d5')];
        const mill = press(moves, NO_CHOICE, 'd6');
        if (mill.kind !== 'choice') throw new Error('no choice');
        expect([...options(moves, mill.choice).victims].sort()).toEqual(['a1', 'g4']);
        expect(press(moves, mill.choice, 'd7')).toEqual({ kind: 'nothing' });
        expect(press(moves, mill.choice, 'g4')).toMatchObject({ kind: 'turn', move: { text: 'd6xg4' } });
    });
    it('takes two men in either order, one where only one may be taken', () => {
        const moves = [move('d6xa1,g4'), move('d6xa1,d7'), move('d6xg1')];
        const mill = press(moves, NO_CHOICE, 'd6');
        if (mill.kind !== 'choice') throw new Error('no choice');
        const one = press(moves, mill.choice, 'g4');
        if (one.kind !== 'choice') throw new Error('no choice');
        expect([...options(moves, one.choice).victims]).toEqual(['a1']);
        expect(press(moves, one.choice, 'a1')).toMatchObject({ kind: 'turn', move: { text: 'd6xa1,g4' } });
        expect(press(moves, mill.choice, 'g1')).toMatchObject({ kind: 'turn', move: { text: 'd6xg1' } });
    });
    it('tells placing from moving where both are legal', () => {
        const moves = [move('d5'), move('d7'), move('d6-d7'), move('d6-f6')];
        expect([...options(moves, NO_CHOICE).targets].sort()).toEqual(['d5', 'd7']);
        expect(press(moves, NO_CHOICE, 'd7')).toMatchObject({ kind: 'turn', move: { text: 'd7' } });
        const man = press(moves, NO_CHOICE, 'd6');
        if (man.kind !== 'choice') throw new Error('no choice');
        expect(press(moves, man.choice, 'd7')).toMatchObject({ kind: 'turn', move: { text: 'd6-d7' } });
        expect(press(moves, man.choice, 'd5')).toMatchObject({ kind: 'turn', move: { text: 'd5' } });
    });
});

describe('marks', () => {
    const moves = [
        move('a1-d1', 'win', 4, 0),
        move('g1-d1', 'draw', null, 1),
        move('a1-a4', 'loss', 5, 2),
        move('g1-g4', 'loss', 5, 2),
    ];
    it('show the best turn of each target, and of the chosen man', () => {
        expect(marksFor(moves).get('d1')).toMatchObject({ outcome: 'win', dtw: 5 });
        expect(marksFor(moves, { ...NO_CHOICE, from: 'g1' }).get('d1')).toMatchObject({ outcome: 'draw', dtw: null });
        expect(marksFor(moves, { ...NO_CHOICE, from: 'g1' }).has('a4')).toBe(false);
    });
    it('group turns equal by symmetry', () => {
        expect(groups(moves).map((g) => g.map((m) => m.text))).toEqual([['a1-d1'], ['g1-d1'], ['a1-a4', 'g1-g4']]);
    });
});
