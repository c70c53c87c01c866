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

    constructor(
        private readonly session: Session,
        private readonly every = 1000,
    ) {}

    readonly running = $derived(this.status?.state === 'running');

    async look(): Promise<void> {
        clearTimeout(this.timer);
        try {
            const was = this.status?.state;
            this.status = await this.session.api.solveStatus(this.session.variant);
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
