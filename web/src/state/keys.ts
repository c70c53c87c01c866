// SPDX-License-Identifier: MIT
// Keys that work everywhere on the page, in lichess's manner: wherever the focus went by mouse they drive the game. Only
// text fields, selects and ranges keep theirs, and what was reached by Tab keeps Enter and Space (tabs, radios and board
// points their arrows too).
import type { Session } from './session.svelte';

export interface KeyActions {
    help: () => void;
    view: (index: number) => void;
    held: () => number; // milliseconds between two best turns
    escape: () => void;
    views: number;
}

const OWN = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

let tabbed = false; // the focus went where it is by keyboard
export const byKeyboard = (): boolean => tabbed;

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
        const at = e.target instanceof Element ? e.target : null;
        if (!at || document.querySelector('dialog[open]')) return true;
        if (at.closest(OWN)) return true;
        if (!tabbed) return false;
        if (at.closest('[data-point], [role=tab], [type=radio], [role=slider]'))
            return [' ', 'Enter', ...ARROWS].includes(e.key);
        return !!at.closest('button, a, summary, [role=button], [type=checkbox]') && [' ', 'Enter'].includes(e.key);
    };
    const act: Record<string, () => void> = {
        ArrowLeft: () => session.back(),
        ArrowRight: () => session.forward(),
        ArrowUp: () => session.sibling(-1),
        ArrowDown: () => session.sibling(1),
        Home: () => session.first(),
        End: () => session.last(),
        m: () => session.toNextMistake(),
        b: () => void session.refute(),
        f: () => (session.settings.flipped = !session.settings.flipped),
        r: () => session.transform('rotate'),
        p: () => (session.settings.unit = session.settings.unit === 'plies' ? 'moves' : 'plies'),
        '?': () => actions.help(),
        Escape: () => actions.escape(),
        ' ': () => {
            if (holding) return;
            holding = true;
            void playOn();
        },
    };
    const down = (e: KeyboardEvent): void => {
        if (e.key === 'Tab') tabbed = true;
        if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || busy(e)) return;
        const n = /^[1-9]$/.test(e.key) ? Number(e.key) : 0;
        const digit = n > 0 && n <= actions.views ? () => actions.view(n - 1) : undefined;
        const f = act[e.key] ?? digit;
        if (!f) return;
        // Also keeps a button that was clicked from being pressed again by the space bar.
        e.preventDefault();
        if (!(e.repeat && e.key === ' ')) f();
    };
    const up = (e: KeyboardEvent): void => {
        if (e.key !== ' ') return;
        holding = false;
        if (!busy(e)) e.preventDefault();
    };
    const blur = (): void => {
        holding = false;
    };
    const pointer = (): void => {
        tabbed = false;
    };
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', blur);
    addEventListener('pointerdown', pointer, true);
    return () => {
        removeEventListener('keydown', down);
        removeEventListener('keyup', up);
        removeEventListener('blur', blur);
        removeEventListener('pointerdown', pointer, true);
        holding = false;
    };
}
