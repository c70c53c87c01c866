// SPDX-License-Identifier: MIT
// Endless exercises drawn from the tables by the server, each with exactly one right turn. The strength of the learner
// follows the results and chooses how deep the wins are; it is kept in the browser.
import { t } from '../i18n/index.svelte';
import { ApiError } from '../lib/api';
import { plainShare } from '../lib/share';
import { readTurn, turnKey } from '../lib/turn';
import type { Exercise, Move } from '../lib/types';
import { depth } from '../lib/words';
import type { Session } from './session.svelte';

const KEY = 'merels.train';
export const KINDS = ['any', 'win', 'only', 'hold', 'refute'] as const;
export type TrainKind = (typeof KINDS)[number];
export const PHASES = ['any', 'moving', 'placing'] as const;
// Plies to the win that may be wished for, from and to; the last has no end.
export const DEPTHS: [number, number][] = [
    [3, 5],
    [7, 11],
    [13, 21],
    [23, 999],
];

export class Trainer {
    kind = $state<TrainKind>('any');
    phase = $state<(typeof PHASES)[number]>('any');
    men = $state(0); // men of each side in all; 0: any
    depth = $state(-1); // which of DEPTHS; -1: as deep as the strength says
    strength = $state(1000);
    solved = $state(0);
    tried = $state(0);
    state = $state<'idle' | 'asking' | 'asked' | 'right' | 'wrong'>('idle');
    said = $state('');
    exercise = $state.raw<Exercise | null>(null);
    private counted = false; // the first answer counts

    constructor(private readonly session: Session) {}

    readonly asking = $derived(this.state === 'asked');

    load(): void {
        try {
            const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
            if (typeof kept['strength'] === 'number') this.strength = kept['strength'];
            if (typeof kept['solved'] === 'number') this.solved = kept['solved'];
            if (typeof kept['tried'] === 'number') this.tried = kept['tried'];
        } catch {
            /* begins anew */
        }
    }

    // Deepest win that is asked for: 5 plies for a beginner, two more for each hundred points.
    private get deepest(): number {
        return Math.max(3, 5 + 2 * Math.floor((this.strength - 1000) / 100));
    }

    private get depths(): { min_depth?: number; max_depth: number } {
        const wish = DEPTHS[this.depth];
        return wish ? { min_depth: wish[0], max_depth: wish[1] } : { max_depth: this.deepest };
    }

    async next(): Promise<void> {
        const first = this.exercise === null,
            s = this.session;
        this.state = 'asking';
        this.said = '';
        try {
            const e = await this.draw();
            const to = {
                ...plainShare(s.variant, e.before ?? e.position, 'train'),
                turns: e.mistake ? [e.mistake] : [],
            };
            this.exercise = e;
            await (first ? s.jump(to) : s.open(to));
            this.ask();
        } catch (e) {
            this.state = 'idle';
            this.exercise = null;
            const missing = e instanceof ApiError && e.status === 404 && /address/.test(e.message);
            this.said = missing
                ? t().train.missing
                : e instanceof ApiError && e.status === 404
                  ? t().train.none
                  : String(e);
        }
    }

    // An exercise of the kind that is wished for; with "everything" of a kind that the tables have.
    private async draw(): Promise<Exercise> {
        const { variant, api } = this.session;
        const kinds = this.kind === 'any' ? KINDS.slice(1).sort(() => Math.random() - 0.5) : [this.kind];
        for (const [i, kind] of kinds.entries()) {
            try {
                return await api.exercise(variant, {
                    kind,
                    ...(this.phase === 'any' ? {} : { phase: this.phase }),
                    ...(this.men === 0 ? {} : { men: `${this.men},${this.men}` }),
                    ...(kind === 'hold' ? {} : this.depths),
                });
            } catch (e) {
                if (i + 1 === kinds.length || !(e instanceof ApiError) || e.status !== 404) throw e;
            }
        }
        throw new Error('no kind of exercise');
    }

    private ask(): void {
        const e = this.exercise!,
            side = t().side[e.side];
        const more =
            e.kind === 'refute' ? (e.mistake ?? '') : e.dtw === null ? '' : depth(e.dtw, this.session.settings.unit);
        this.state = 'asked';
        this.counted = false;
        this.said = this.session.said = t().train.task[e.kind]!(side, more);
        this.session.answer = (m) => void this.judge(m);
    }

    again(): void {
        this.session.back();
        this.ask();
        this.counted = true;
    }

    private async judge(move: Move): Promise<void> {
        const s = this.session,
            right = turnKey(move) === turnKey(readTurn(this.exercise!.solution)!);
        s.answer = null;
        this.state = right ? 'right' : 'wrong';
        this.count(right);
        s.play(move);
        this.said = s.said = right ? t().train.right : t().train.wrong(move.text, t().andResult[move.outcome]);
        if (right) return;
        await s.look();
        const reply = s.moves.find((m) => m.best);
        if (reply && this.state === 'wrong') {
            s.hover = reply;
            this.said = s.said = t().train.refuted(move.text, t().andResult[move.outcome], reply.text);
        }
    }

    private count(right: boolean): void {
        if (this.counted) return;
        this.counted = true;
        ++this.tried;
        if (right) ++this.solved;
        this.strength = Math.max(600, this.strength + (right ? 20 : -20));
        try {
            const { strength, solved, tried } = this;
            localStorage.setItem(KEY, JSON.stringify({ strength, solved, tried }));
        } catch {
            /* private mode */
        }
    }

    // Another view: the exercise ends, its position stays.
    leave(): void {
        this.state = 'idle';
        this.exercise = null;
        this.said = '';
        this.session.answer = null;
    }
}
