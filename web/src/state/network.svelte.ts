// SPDX-License-Identifier: MIT
// What the server says about the shown position, and what is done when it does not answer: the page asks again by
// itself, after one second, then two, four, at most sixteen.
import { Api, ApiError } from '../lib/api';
import type { Analysis, VariantInfo } from '../lib/types';

export class Network {
    variants = $state.raw<VariantInfo[]>([]);
    analysis = $state.raw<Analysis | null>(null);
    error = $state('');
    gone = $state(false); // no answer at all, and the page goes on asking
    tables = $state(0); // counts changes of the tables on disk

    private asking: AbortController | null = null;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private wait = 1000;

    constructor(readonly api = new Api()) {}

    // The analysis of a position; null when another was asked for meanwhile. Throws when the server refuses.
    async look(variant: string, position: string): Promise<Analysis | null> {
        this.asking?.abort();
        const mine = (this.asking = new AbortController());
        try {
            const a = await this.api.analyse(variant, position, mine.signal);
            if (mine.signal.aborted) return null;
            this.analysis = a;
            this.well();
            return a;
        } catch (e) {
            if (mine.signal.aborted) return null;
            throw e;
        }
    }

    async askVariants(): Promise<void> {
        this.variants = await this.api.variants();
    }

    well(): void {
        this.error = '';
        this.gone = false;
        this.wait = 1000;
        clearTimeout(this.retry);
    }

    // Says what went wrong; `again` is called later where the server did not answer.
    fail(e: unknown, again: () => void): void {
        this.error = e instanceof Error ? e.message : String(e);
        this.gone = e instanceof ApiError && (e.status === 0 || e.status === 503 || e.status === 429);
        if (!this.gone) return;
        clearTimeout(this.retry);
        this.retry = setTimeout(again, this.wait);
        this.wait = Math.min(16000, this.wait * 2);
    }
}
