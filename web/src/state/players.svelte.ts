// SPDX-License-Identifier: MIT
// The players at the board in the Play view: asks the server for a computer's turn when one is to move.
import * as trees from '../lib/tree';
import type { Side } from '../lib/types';
import { NAME, whyOver, winner } from '../lib/words';
import type { Session } from './session.svelte';
import type { Player } from './settings.svelte';

export const REPETITIONS = 3; // a draw in the Play view, as in matches
export const QUIET_PLIES = 100; // without placing or taking

export class Players {
    thinking = $state(false);
    note = $state('');
    private asked = 0;

    constructor(private readonly session: Session) {}

    player(side: Side): Player {
        return this.session.settings.players[side];
    }
    readonly side = $derived.by(() => trees.sideOf(this.session.node.position));
    readonly human = $derived.by(() => this.player(this.side).kind === 'human');

    // Why the game is over, as a sentence, or ''.
    readonly ended = $derived.by(() => {
        const s = this.session,
            a = s.known;
        if (a?.over) {
            const w = winner(a.category, a.side);
            return w ? `${NAME[w]} has won: ${whyOver(a)}.` : `Drawn: ${whyOver(a)}.`;
        }
        if (s.resigned && s.node.children.length === 0)
            return s.resigned === '1-0' ? 'Black resigned: White has won.' : 'White resigned: Black has won.';
        if (trees.repetitions(s.tree, s.at) >= REPETITIONS) return 'Drawn: the same position for the third time.';
        if (trees.quietPlies(s.tree, s.at) >= QUIET_PLIES) return 'Drawn: 50 moves without placing or taking.';
        return '';
    });

    // Called whenever anything changes: lets the computer move where it is its turn.
    async step(): Promise<void> {
        const s = this.session,
            id = s.at;
        if (s.view !== 'play' || this.human || this.ended || s.node.children.length > 0 || !s.known) return;
        const ticket = ++this.asked;
        this.thinking = true;
        const began = performance.now();
        try {
            const p = this.player(this.side);
            const history = trees
                .pathTo(s.tree, id)
                .slice(-200)
                .map((n) => trees.nodeAt(s.tree, n).position);
            const answer = await s.api.play(s.variant, {
                position: s.node.position,
                player: p.kind,
                ...(p.kind === 'search' ? { level: p.level } : {}),
                history,
            });
            await new Promise((done) => setTimeout(done, Math.max(0, s.settings.ms - (performance.now() - began))));
            if (ticket !== this.asked || s.at !== id || s.view !== 'play') return;
            this.note = answer.note ?? '';
            s.play(answer.turn);
        } catch (e) {
            if (ticket === this.asked) s.fail(e);
        } finally {
            if (ticket === this.asked) this.thinking = false;
        }
    }

    // Forget an answer that is still under way.
    stop(): void {
        this.asked++;
        this.thinking = false;
    }

    // Back to before the last turn of a person (one turn where two persons or two computers play).
    undo(): void {
        this.stop();
        const s = this.session;
        s.resigned = null;
        const mixed = (this.player('white').kind === 'human') !== (this.player('black').kind === 'human');
        let id = s.node.parent;
        while (
            mixed &&
            id !== null &&
            trees.nodeAt(s.tree, id).parent !== null &&
            this.player(trees.sideOf(trees.nodeAt(s.tree, id).position)).kind !== 'human'
        )
            id = trees.nodeAt(s.tree, id).parent;
        if (id !== null) s.go(id);
    }
    redo(): void {
        const s = this.session;
        this.stop();
        s.forward();
        const mixed = (this.player('white').kind === 'human') !== (this.player('black').kind === 'human');
        if (mixed && !this.human) s.forward();
    }

    resign(): void {
        this.stop();
        const s = this.session;
        const side: Side = this.human ? this.side : this.side === 'white' ? 'black' : 'white';
        s.resigned = side === 'white' ? '0-1' : '1-0';
        s.said = this.ended;
    }
}
