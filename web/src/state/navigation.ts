// SPDX-License-Identifier: MIT
// The game in the address, in the browser's history and in its storage. A turn changes the present entry of the
// history, a jump makes a new one, so Back leads to the game before. The address is written at most three times
// a second: browsers refuse hundreds of changes in a few seconds.
import { readSaved, writeSaved } from '../lib/saved';
import { VIEWS, plainShare, readShare, writeShare, type Shared, type View } from '../lib/share';
import type { Session } from './session.svelte';

const KEY = 'merels.game';
const LEFT = 'merels.left';
const CALM = 300;

export class Navigation {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private seen = 0; // jumps already in the history
    private last = ''; // the address as we wrote it
    private written = -CALM; // when

    constructor(
        private readonly session: Session,
        private readonly keep = true,
    ) {}

    // Opens the address, or the game that was kept when the address says nothing. Returns a function that stops.
    begin(): () => void {
        const { shared, problem } = readShare(this.left() ?? location.hash);
        void this.session.open(shared ?? (problem ? null : this.kept()), problem);
        const moved = (e: PopStateEvent): void => {
            clearTimeout(this.timer);
            this.timer = undefined;
            if (location.hash === this.last) return;
            this.last = location.hash;
            const read = readShare(location.hash);
            // An entry that we did not make: somebody followed a link or typed an address.
            if (e.state === null && this.session.turns > 0) this.session.aside = this.session.saved();
            void this.session.open(read.shared, read.problem);
        };
        const leave = (): void => {
            if (this.session.opened) this.flush();
            // A reload that is under way no longer sees a changed address.
            sessionStorage.setItem(LEFT, location.hash);
        };
        addEventListener('popstate', moved);
        addEventListener('pagehide', leave);
        return () => {
            removeEventListener('popstate', moved);
            removeEventListener('pagehide', leave);
            clearTimeout(this.timer);
        };
    }

    // Called whenever anything has changed that the address holds.
    changed(): void {
        if (!this.session.opened) return;
        if (this.session.jumps !== this.seen) {
            this.flush();
            return;
        }
        const rest = this.written + CALM - performance.now();
        if (rest <= 0) this.flush();
        else this.timer ??= setTimeout(() => this.flush(), rest);
    }

    private flush(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        const s = this.session;
        const address = writeShare(s.shared());
        if (s.jumps !== this.seen) history.pushState({ merels: true }, '', address);
        else if (address !== location.hash || history.state === null)
            history.replaceState({ merels: true }, '', address);
        this.seen = s.jumps;
        this.written = performance.now();
        this.last = location.hash;
        if (!this.keep) return;
        try {
            localStorage.setItem(KEY, `${s.view} ${writeSaved(s.saved())}`);
        } catch {
            /* private mode */
        }
    }

    private left(): string | null {
        const how = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
        return how?.type === 'reload' ? sessionStorage.getItem(LEFT) : null;
    }

    private kept(): Shared | null {
        try {
            const [view, text] = (localStorage.getItem(KEY) ?? '').split(' ');
            const saved = text ? readSaved(text) : null;
            const known = (VIEWS as readonly string[]).includes(view ?? '') ? (view as View) : null;
            return saved && { ...plainShare(saved.variant, saved.start, known), tree: saved };
        } catch {
            return null;
        }
    }
}
