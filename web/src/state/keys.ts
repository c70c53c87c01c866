// SPDX-License-Identifier: MIT
// Keys that work everywhere on the page, in lichess's manner. Fields, buttons and board points keep their own keys.
import type { Session } from './session.svelte';

export const KEYS: readonly [string, string][] = [
    ['← →', 'one turn back, forward'],
    ['↑ ↓', 'other variation'],
    ['Home End', 'first, last position'],
    ['Space', 'hold: play on with best turns'],
    ['m', 'next mistake'],
    ['b', 'show the best line instead'],
    ['f', 'turn the board'],
    ['r', 'rotate the game by a quarter'],
    ['p', 'plies or full moves'],
    ['Esc', 'take a half-made turn back'],
    ['1 … 5', 'Play, Analyse, Game, Rules, Statistics'],
    ['?', 'this help'],
    ['Tab, arrows, Enter', 'on the board: go from point to point, choose'],
];

export interface KeyActions {
    help: () => void;
    view: (index: number) => void;
    held: () => number; // milliseconds between two best turns
}

// Returns a function that removes the listeners.
export function listen(session: Session, actions: KeyActions): () => void {
    let holding = false;
    const playOn = async (): Promise<void> => {
        while (holding) {
            if (!(await session.playBest())) {
                holding = false;
                break;
            }
            await new Promise((done) => setTimeout(done, Math.max(200, actions.held())));
        }
    };
    const busy = (e: KeyboardEvent): boolean => {
        const t = e.target as HTMLElement | null;
        if (!t || document.querySelector('dialog[open]')) return true;
        if (t.closest('input, select, textarea, [role=slider]')) return true;
        const button = t.closest('button, a, summary, [role=button], [role=tab]');
        return (
            !!button && [' ', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(e.key)
        );
    };
    const down = (e: KeyboardEvent): void => {
        if (e.ctrlKey || e.metaKey || e.altKey || busy(e)) return;
        const act: Record<string, () => void> = {
            ArrowLeft: () => session.back(),
            ArrowRight: () => session.forward(),
            ArrowUp: () => session.sibling(-1),
            ArrowDown: () => session.sibling(1),
            Home: () => session.first(),
            End: () => session.last(),
            m: () => session.toNextMistake(),
            b: () => void session.refute(),
            f: () => {
                session.settings.flipped = !session.settings.flipped;
            },
            r: () => session.transform('rotate'),
            p: () => {
                session.settings.unit = session.settings.unit === 'plies' ? 'moves' : 'plies';
            },
            '?': () => actions.help(),
            Escape: () => session.go(session.at),
            ' ': () => {
                if (!holding) {
                    holding = true;
                    void playOn();
                }
            },
        };
        const digit = /^[1-5]$/.test(e.key) ? () => actions.view(Number(e.key) - 1) : undefined;
        const f = act[e.key] ?? digit;
        if (!f || (e.repeat && e.key === ' ')) {
            if (e.key === ' ') e.preventDefault();
            return;
        }
        e.preventDefault();
        f();
    };
    const up = (e: KeyboardEvent): void => {
        if (e.key === ' ') holding = false;
    };
    const blur = (): void => {
        holding = false;
    };
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', blur);
    return () => {
        removeEventListener('keydown', down);
        removeEventListener('keyup', up);
        removeEventListener('blur', blur);
        holding = false;
    };
}
