// SPDX-License-Identifier: MIT
// The players at the board in the Play view: asks the server for a computer's turn when one is to move, tells who has
// won, keeps the clock.
import { t } from '../i18n/index.svelte';
import { NO_CHOICE } from '../lib/choose';
import { opposite } from '../lib/position';
import * as trees from '../lib/tree';
import type { Side } from '../lib/types';
import { whyOver, winner } from '../lib/words';
import { Clock } from './clock.svelte';
import type { Session } from './session.svelte';
import { playerSpec, type Player } from './settings.svelte';

export const REPETITIONS = 3; // a draw in the Play view, as in matches
export const QUIET_PLIES = 100; // without placing or taking

export interface Ended {
    winner: Side | null;
    why: string; // a part of a sentence
    text: string; // the whole sentence
}

export class Players {
    thinking = $state(false);
    paused = $state(false);
    note = $state('');
    readonly clock = new Clock();
    private asked = 0;

    constructor(private readonly session: Session) {}

    player(side: Side): Player {
        return this.session.settings.players[side];
    }
    readonly side = $derived.by(() => trees.sideOf(this.session.node.position));
    readonly human = $derived.by(() => this.player(this.side).kind === 'human');
    // The only person at the board, or null where two or none sit there.
    readonly alone = $derived.by((): Side | null => {
        const white = this.player('white').kind === 'human',
            black = this.player('black').kind === 'human';
        return white === black ? null : white ? 'white' : 'black';
    });
    readonly computers = $derived.by(
        () => this.player('white').kind !== 'human' && this.player('black').kind !== 'human',
    );

    readonly ended = $derived.by((): Ended | null => {
        const s = this.session,
            a = s.value;
        const won = (w: Side, why: string): Ended => ({ winner: w, why, text: t().over.won(t().side[w], why) });
        const drawn = (why: string): Ended => ({ winner: null, why, text: t().over.drawn(why) });
        if (a?.over) {
            const w = winner(a.category, a.side);
            return w ? won(w, whyOver(a)) : drawn(whyOver(a));
        }
        if (s.ending && s.node.children.length === 0) {
            const w: Side = s.ending.result === '1-0' ? 'white' : 'black',
                loser = t().side[opposite(w)];
            return won(w, s.ending.why === 'time' ? t().over.time(loser) : t().over.resigned(loser));
        }
        if (trees.repetitions(s.tree, s.at) >= REPETITIONS) return drawn(t().over.repetition);
        if (trees.quietPlies(s.tree, s.at) >= QUIET_PLIES) return drawn(t().over.quiet);
        return null;
    });

    // Called whenever anything changes: lets the computer move where it is its turn.
    async step(): Promise<void> {
        const s = this.session,
            id = s.at;
        const mine = !this.human && !this.ended && !this.paused && s.node.children.length === 0;
        if (s.view !== 'play' || !mine || !s.known || s.answer) return;
        const ticket = ++this.asked;
        this.thinking = true;
        const began = performance.now();
        try {
            const p = this.player(this.side);
            const history = trees
                .pathTo(s.tree, id)
                .slice(-200)
                .map((n) => trees.nodeAt(s.tree, n).position);
            const level = p.kind === 'search' ? { level: p.level } : {};
            const answer = await s.api.play(s.variant, {
                position: s.node.position,
                player: playerSpec(p),
                ...level,
                history,
            });
            await new Promise((done) => setTimeout(done, Math.max(0, s.settings.ms - (performance.now() - began))));
            if (ticket !== this.asked || s.at !== id || s.view !== 'play' || this.paused) return;
            this.note = !answer.note ? '' : answer.source === 'table' ? t().noUltraNote : t().noTableNote;
            s.play(answer.turn);
        } catch (e) {
            if (ticket === this.asked) s.fail(e, () => void this.step());
        } finally {
            if (ticket === this.asked) this.thinking = false;
        }
    }

    // Forget an answer that is still under way.
    stop(): void {
        this.asked++;
        this.thinking = false;
    }

    pause(on: boolean): void {
        this.paused = on;
        if (on) this.stop();
        else void this.step();
    }

    // The clock, several times a second.
    tick(): void {
        const s = this.session;
        const live = s.view === 'play' && s.turns > 0 && !this.ended && !this.paused && s.node.children.length === 0;
        const out = this.clock.tick(live ? this.side : null);
        if (out) this.end(out, 'time');
    }

    // First a half-made turn; else back to before the last turn of a person (one turn where two persons or two
    // computers play).
    undo(): void {
        this.stop();
        const s = this.session;
        if (s.choice !== NO_CHOICE) {
            s.choice = NO_CHOICE;
            return;
        }
        s.ending = null;
        if (this.computers) this.paused = true;
        let id = s.node.parent;
        const person = (n: trees.NodeId): boolean =>
            this.player(trees.sideOf(trees.nodeAt(s.tree, n).position)).kind === 'human';
        while (this.alone && id !== null && trees.nodeAt(s.tree, id).parent !== null && !person(id))
            id = trees.nodeAt(s.tree, id).parent;
        if (id !== null) s.go(id);
    }
    redo(): void {
        const s = this.session;
        this.stop();
        s.forward();
        if (this.alone && !this.human) s.forward();
    }

    resign(): void {
        this.end(this.alone ?? this.side, 'resigned');
    }
    private end(loser: Side, why: 'resigned' | 'time'): void {
        this.stop();
        this.session.ending = { result: loser === 'white' ? '0-1' : '1-0', why };
        this.session.said = this.ended?.text ?? '';
    }

    // A new game: clock and pause begin anew, a person who plays Black alone sees the board from Black's side.
    fresh(): void {
        this.stop();
        this.paused = false;
        this.note = '';
        this.clock.reset(this.session.settings.clock);
        if (this.alone) this.session.settings.flipped = this.alone === 'black';
    }
    // The same game with the colours exchanged.
    async rematch(): Promise<void> {
        const p = this.session.settings.players;
        [p.white, p.black] = [{ ...p.black }, { ...p.white }];
        const root = this.session.line[0]!.position,
            s = this.session;
        if (await s.newGame(s.variant, root === s.start ? null : root, 'play')) this.fresh();
    }
}
