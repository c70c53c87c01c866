// SPDX-License-Identifier: MIT
// Where no table tells the value: what the search thinks, marked as an estimate.
import { t } from '../i18n/index.svelte';
import { opposite } from '../lib/position';
import type { PlayAnswer, Side } from '../lib/types';
import type { Session } from './session.svelte';

const MS = 500; // of thinking
const WON = 2500,
    MUCH = 120,
    LITTLE = 40; // hundredths of a man

export class Estimate {
    answer = $state.raw<PlayAnswer | null>(null);
    private place = $state('');

    constructor(private readonly session: Session) {}

    private readonly here = $derived.by(() => `${this.session.variant} ${this.session.node.position}`);
    readonly now = $derived.by(() => (this.place === this.here ? this.answer : null));

    // Asks for the position on the board; null when the search has nothing to say or another position is shown by then.
    async ask(): Promise<PlayAnswer | null> {
        if (this.now) return this.now;
        const { variant, api } = this.session,
            { position } = this.session.node,
            here = this.here;
        try {
            const answer = await api.play(variant, { position, player: 'search', level: 10, ms: MS });
            if (this.here !== here) return null;
            this.place = here;
            this.answer = answer;
            return answer;
        } catch {
            return null; // an estimate is never worth an error
        }
    }

    words(a: PlayAnswer, side: Side): string {
        const score = a.score ?? 0,
            size = Math.abs(score);
        const who = t().side[score > 0 ? side : opposite(side)];
        const words =
            size >= WON
                ? t().estimateWins(who)
                : size >= MUCH
                  ? t().estimateMuch(who)
                  : size >= LITTLE
                    ? t().estimateBetter(who)
                    : t().estimateEqual;
        return t().estimate(words, a.turn.text, a.depth ?? 0);
    }
}
