// SPDX-License-Identifier: MIT
// A hint: the best turn of the tables, or of the search where there is no table; said and drawn until the place changes.
import { t } from '../i18n/index.svelte';
import type { Estimate } from './estimate.svelte';
import type { Session } from './session.svelte';

export class Hint {
    private words = $state('');
    private place = $state(-1);

    constructor(
        private readonly session: Session,
        private readonly estimate: Estimate,
    ) {}

    readonly text = $derived.by(() => (this.place === this.session.at ? this.words : ''));

    clear(): void {
        this.words = '';
    }

    async show(): Promise<void> {
        const s = this.session,
            best = s.moves.find((m) => m.best);
        if (s.known?.over) this.say(t().gameIsOver);
        else if (best) {
            s.hover = best;
            this.say(t().tryTurn(best.text));
        } else if (s.known) {
            this.say(t().estimating);
            const at = s.at,
                answer = await this.estimate.ask();
            if (!answer || s.at !== at) return;
            s.hover = { ...answer.turn, outcome: 'unknown' };
            this.say(t().tryEstimate(answer.turn.text));
        }
    }

    private say(words: string): void {
        this.words = words;
        this.place = this.session.at;
        this.session.said = words;
    }
}
