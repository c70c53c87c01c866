// SPDX-License-Identifier: MIT
// The time of both sides in a game against somebody: none, so much for each turn, or so much for the game and a bonus
// for each turn (Fischer's clock). It runs from the first turn on, at the end of the main line only.
import type { Side } from '../lib/types';
import type { ClockKind } from './settings.svelte';

const MODES: Record<ClockKind, { base: number; bonus: number; turn: boolean } | null> = {
    none: null,
    move: { base: 20_000, bonus: 0, turn: true },
    blitz: { base: 180_000, bonus: 2_000, turn: false },
    rapid: { base: 600_000, bonus: 5_000, turn: false },
};

export class Clock {
    left = $state<Record<Side, number>>({ white: 0, black: 0 });
    private kind: ClockKind = 'none';
    private since: { side: Side; at: number } | null = null;

    constructor(private readonly now: () => number = () => performance.now()) {}

    reset(kind: ClockKind): void {
        this.kind = kind;
        const base = MODES[kind]?.base ?? 0;
        this.left = { white: base, black: base };
        this.since = null;
    }

    // Says whose time runs (null: nobody's); returns the side that has none left.
    tick(running: Side | null): Side | null {
        const mode = MODES[this.kind];
        if (!mode) return null;
        const now = this.now();
        if (this.since) {
            const { side, at } = this.since;
            this.left[side] = Math.max(0, this.left[side] - (now - at));
            if (running !== null && running !== side)
                this.left[side] = mode.turn ? mode.base : this.left[side] + mode.bonus;
        }
        this.since = running === null ? null : { side: running, at: now };
        return running !== null && this.left[running] === 0 ? running : null;
    }
}

export function clockText(ms: number): string {
    const s = Math.ceil(ms / 1000);
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
