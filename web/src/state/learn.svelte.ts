// SPDX-License-Identifier: MIT
// "Learn from your mistakes": one after the other, the page shows the position before a mistake and asks for a better
// turn; the tables judge it.
import { t } from '../i18n/index.svelte';
import { isMistake } from '../lib/mistakes';
import { nodeAt, sideOf, type Node } from '../lib/tree';
import type { Move, Side } from '../lib/types';
import type { Session } from './session.svelte';

export class Learn {
    tasks = $state.raw<Node[]>([]); // the mistakes
    place = $state(-1); // -1: not learning
    said = $state('');
    state = $state<'asked' | 'right' | 'wrong' | 'shown'>('asked');

    constructor(private readonly session: Session) {}

    readonly on = $derived(this.place >= 0);
    readonly task = $derived(this.tasks[this.place] ?? null);

    // The mistakes of the line on the board, of one side or of both.
    begin(side: Side | null): void {
        const line = this.session.line;
        this.tasks = line.filter(
            (n, i) => i > 0 && isMistake(n.mark) && (!side || sideOf(line[i - 1]!.position) === side),
        );
        this.place = -1;
        this.next();
    }

    next(): void {
        this.place++;
        const task = this.task;
        this.state = 'asked';
        if (!task) {
            this.stop();
            return;
        }
        this.session.go(task.parent!);
        this.session.answer = (m) => this.judge(m);
        const side = sideOf(nodeAt(this.session.tree, task.parent!).position);
        this.said = this.session.said = t().learnTask(t().side[side], `${task.turn}${task.mark}`);
    }

    private judge(move: Move): void {
        const good = !isMistake(move.mark) && move.text !== this.task?.turn;
        this.state = good ? 'right' : 'wrong';
        const words = t().marks[move.mark] || t().andResult[move.outcome];
        this.said = good ? t().learnRight(move.text) : t().learnWrong(move.text, words);
        this.session.said = this.said;
        this.session.hover = { ...move, outcome: move.outcome };
        if (good) this.session.answer = null;
    }

    show(): void {
        const best = this.session.moves.filter((m) => m.best);
        this.state = 'shown';
        this.session.hover = best[0] ?? null;
        this.said = this.session.said = t().theAnswer(
            best
                .map((m) => m.text)
                .slice(0, 4)
                .join(', '),
        );
        this.session.answer = null;
    }

    stop(): void {
        this.place = -1;
        this.tasks = [];
        this.session.answer = null;
        this.session.hover = null;
    }
}
