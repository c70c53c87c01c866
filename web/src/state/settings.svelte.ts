// SPDX-License-Identifier: MIT
// What a person has chosen, kept in the browser. Broken or missing storage gives the defaults.
import { LANGUAGES, t, type Language } from '../i18n/index.svelte';
import type { Side } from '../lib/types';
import type { Unit } from '../lib/words';

export type Kind = 'human' | 'random' | 'search' | 'perfect' | 'ultra';
export interface Player {
    kind: Kind;
    level: number;
    values?: string; // of an ultra-strong player: the set of values that he plays by; empty: the server's choice
    combined?: boolean; // and a search chooses among equal turns
}
export type Theme = 'auto' | 'light' | 'dark';
export type BoardTheme = 'paper' | 'wood' | 'contrast';
export type ClockKind = 'none' | 'move' | 'blitz' | 'rapid';

export const SPEEDS = { slow: 900, normal: 350, fast: 120, instant: 0 } as const;
export type Speed = keyof typeof SPEEDS;

const KEY = 'merels';
const FIELDS = [
    'players',
    'speed',
    'unit',
    'theme',
    'boardTheme',
    'language',
    'values',
    'numbers',
    'grouped',
    'explorer',
    'explorerPlayer',
    'flipped',
    'sound',
    'clock',
] as const;

export class Settings {
    players = $state<Record<Side, Player>>({ white: { kind: 'human', level: 3 }, black: { kind: 'search', level: 3 } });
    speed = $state<Speed>('normal');
    unit = $state<Unit>('plies');
    theme = $state<Theme>('auto');
    boardTheme = $state<BoardTheme>('paper');
    language = $state<Language | 'auto'>('auto');
    values = $state(false); // show values while playing
    numbers = $state(false); // show layer and state number
    grouped = $state(true); // turns equal by symmetry in one row
    explorer = $state(false); // openings as a tree instead of the list of turns
    explorerPlayer = $state('search:level=3'); // whose mistakes it counts
    flipped = $state(false);
    sound = $state(false);
    clock = $state<ClockKind>('none');

    get ms(): number {
        return SPEEDS[this.speed] ?? 350;
    }

    load(): void {
        try {
            const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
            for (const f of FIELDS) {
                if (kept[f] !== undefined && typeof kept[f] === typeof this[f])
                    (this as Record<string, unknown>)[f] = kept[f];
            }
            if (this.language !== 'auto' && !(this.language in LANGUAGES)) this.language = 'auto';
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

// A player in the words of the server.
export function playerSpec(p: Player): string {
    if (p.kind !== 'ultra') return p.kind;
    const settings = [p.values ? `values=${p.values}` : '', p.combined ? 'local=combined' : ''].filter(Boolean);
    return settings.length ? `ultra:${settings.join(',')}` : 'ultra';
}

export const setName = (set: string): string => t().ultraSets[set] ?? set;

export function describePlayer(p: Player): string {
    if (p.kind === 'human') return t().you;
    const key = p.kind === 'search' ? String(p.level) : p.kind === 'ultra' && p.combined ? 'combined' : p.kind;
    return t().strengths[key]?.[0] ?? t().levelName(p.level);
}
