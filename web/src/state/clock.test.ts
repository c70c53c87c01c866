// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { Clock, clockText } from './clock.svelte';

it("Fischer's clock runs for the side to move and gives the bonus after its turn", () => {
    let now = 0;
    const clock = new Clock(() => now);
    clock.reset('blitz');
    expect(clock.tick('white')).toBeNull();
    now = 10_000;
    expect(clock.tick('white')).toBeNull();
    expect(clock.left).toEqual({ white: 170_000, black: 180_000 });
    now = 11_000;
    clock.tick('black'); // White has moved: one second and two back
    expect(clock.left).toEqual({ white: 171_000, black: 180_000 });
    now = 20_000;
    clock.tick(null); // nobody's time runs
    now = 500_000;
    clock.tick('black');
    expect(clock.left).toEqual({ white: 171_000, black: 171_000 });
    now = 500_000 + 171_000;
    expect(clock.tick('black')).toBe('black');
});

it('so many seconds a turn begin anew with each', () => {
    let now = 0;
    const clock = new Clock(() => now);
    clock.reset('move');
    clock.tick('white');
    now = 15_000;
    clock.tick('black');
    expect(clock.left).toEqual({ white: 20_000, black: 20_000 });
    now = 35_000;
    expect(clock.tick('black')).toBe('black');
});

it('without a clock nobody loses', () => {
    let now = 0;
    const clock = new Clock(() => now);
    clock.reset('none');
    clock.tick('white');
    now = 1e9;
    expect(clock.tick('white')).toBeNull();
});

it('minutes and seconds', () =>
    expect([clockText(61_000), clockText(59_001), clockText(0)]).toEqual(['1:01', '1:00', '0:00']));
