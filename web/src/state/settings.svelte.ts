// SPDX-License-Identifier: MIT
// What a person has chosen, kept in the browser. Broken or missing storage gives the defaults.
import type { Side } from '../lib/types';
import type { Unit } from '../lib/words';

export type Kind = 'human' | 'random' | 'search' | 'perfect';
export interface Player {
    kind: Kind;
    level: number;
}
export type Theme = 'auto' | 'light' | 'dark';

export const SPEEDS = [
    { id: 'slow', label: 'Slow', ms: 900 },
    { id: 'normal', label: 'Normal', ms: 350 },
    { id: 'fast', label: 'Fast', ms: 120 },
    { id: 'instant', label: 'Without animation', ms: 0 },
] as const;
export type Speed = (typeof SPEEDS)[number]['id'];

const KEY = 'merels';
const FIELDS = ['players', 'speed', 'unit', 'theme', 'values', 'numbers', 'grouped', 'flipped'] as const;

export class Settings {
    players = $state<Record<Side, Player>>({ white: { kind: 'human', level: 3 }, black: { kind: 'search', level: 3 } });
    speed = $state<Speed>('normal');
    unit = $state<Unit>('plies');
    theme = $state<Theme>('auto');
    values = $state(true); // show values while playing
    numbers = $state(false); // show layer and state number
    grouped = $state(true); // turns equal by symmetry in one row
    flipped = $state(false);

    get ms(): number {
        return SPEEDS.find((s) => s.id === this.speed)?.ms ?? 350;
    }

    load(): void {
        try {
            const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
            for (const f of FIELDS) {
                if (kept[f] !== undefined && typeof kept[f] === typeof this[f])
                    (this as Record<string, unknown>)[f] = kept[f];
            }
        } catch {
            /* the defaults stand */
        }
    }

    save(): void {
        try {
            localStorage.setItem(
                KEY,
                JSON.stringify(Object.fromEntries(FIELDS.map((f) => [f, $state.snapshot(this[f])]))),
            );
        } catch {
            /* private mode */
        }
    }
}

export const describePlayer = (p: Player): string =>
    p.kind === 'human' ? 'you' : p.kind === 'search' ? `level ${p.level}` : p.kind;
