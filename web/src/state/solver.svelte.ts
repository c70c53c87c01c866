// SPDX-License-Identifier: MIT
// Solving from the page: what there is, one button, live progress.
import { ApiError } from '../lib/api';
import type { SolvePreset, SolveStatus } from '../lib/types';
import type { Session } from './session.svelte';

export class Solver {
    status = $state.raw<SolveStatus | null>(null);
    error = $state('');
    stopping = $state(false); // Stop was pressed, the step under way is being finished
    finished = $state(false); // a solve ended well while the page looked on
    private timer: ReturnType<typeof setTimeout> | undefined;
    private asked = ''; // the variant of `status`

    constructor(
        private readonly session: Session,
        private readonly every = 1000,
    ) {}

    readonly running = $derived(this.status?.state === 'running');

    async look(): Promise<void> {
        clearTimeout(this.timer);
        const variant = this.session.variant;
        const was = this.status?.state;
        // Another game's steps are not this one's.
        if (was !== 'running' && variant !== this.asked) this.status = null;
        this.asked = variant;
        try {
            const status = await this.session.api.solveStatus(variant);
            if (variant !== this.session.variant) return; // who changed it asks again
            this.status = status;
            this.error = '';
            if (this.status.state === 'running') this.timer = setTimeout(() => void this.look(), this.every);
            else {
                this.stopping = false;
                this.finished ||= was === 'running' && this.status.state === 'done';
                if (was === 'running') await this.session.refresh();
            }
        } catch (e) {
            this.error = e instanceof ApiError ? e.message : String(e);
        }
    }

    async start(p: SolvePreset): Promise<void> {
        this.finished = false;
        await this.act(() =>
            this.session.api.startSolve({
                variant: p.variant,
                phase: p.phase,
                values: p.values,
                ...(p.max_men === null ? {} : { max_men: p.max_men }),
            }),
        );
    }
    async cancel(): Promise<void> {
        this.stopping = true;
        await this.act(() => this.session.api.cancelSolve());
    }

    private async act(ask: () => Promise<SolveStatus>): Promise<void> {
        try {
            this.status = await ask();
            this.error = '';
            if (this.status.state === 'running') this.timer = setTimeout(() => void this.look(), this.every);
        } catch (e) {
            this.error = e instanceof ApiError ? e.message : String(e);
        }
    }
}
