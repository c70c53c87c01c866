// SPDX-License-Identifier: MIT
// The position editor: a board to change freely, checked by the server at every change.
import { opposite, readPosition, swapColours, writePosition, type Board, type Man } from '../lib/position';
import { POINTS, type PointName } from '../lib/points';
import type { Analysis } from '../lib/types';
import type { Session } from './session.svelte';

export type Brush = 'turn' | 'white' | 'black' | 'empty';

export class Editor {
    board = $state.raw<Board | null>(null); // null: not editing
    brush = $state<Brush>('turn');
    problem = $state('');
    checked = $state.raw<Analysis | null>(null);
    private asked = 0;

    constructor(private readonly session: Session) {}

    readonly text = $derived(this.board ? writePosition(this.board) : '');
    // The server's answer to what stands on the board now, not to what stood there before.
    readonly ready = $derived(this.checked !== null && this.checked.position === this.text ? this.checked : null);

    open(): void {
        this.set(readPosition(this.session.node.position));
    }
    close(): void {
        this.board = null;
    }

    set(board: Board | null): void {
        this.board = board;
        if (board) void this.check(writePosition(board));
    }

    press(point: PointName): void {
        if (!this.board) return;
        const now = this.board.men[point] ?? null;
        const next: Man =
            this.brush === 'turn'
                ? now === null
                    ? 'white'
                    : now === 'white'
                      ? 'black'
                      : null
                : this.brush === 'empty'
                  ? null
                  : now === this.brush
                    ? null
                    : this.brush;
        this.set({ ...this.board, men: { ...this.board.men, [point]: next } });
    }

    side(): void {
        if (this.board) this.set({ ...this.board, side: opposite(this.board.side) });
    }
    hand(side: 'white' | 'black', n: number): void {
        if (this.board && Number.isInteger(n) && n >= 0)
            this.set({ ...this.board, hand: { ...this.board.hand, [side]: n } });
    }
    clear(): void {
        if (this.board) this.set({ ...this.board, men: Object.fromEntries(POINTS.map((p) => [p, null])) });
    }
    restart(): void {
        this.set(readPosition(this.session.start));
    }
    colours(): void {
        this.set(readPosition(swapColours(this.text)));
    }

    // A typed position: shown when it has the form of one; the server names what is wrong otherwise.
    type(text: string): void {
        const board = readPosition(text);
        if (board) this.set(board);
        else void this.check(text);
    }

    private async check(text: string): Promise<void> {
        const ticket = ++this.asked;
        try {
            const a = await this.session.api.analyse(this.session.variant, text);
            if (ticket !== this.asked) return;
            this.checked = a;
            this.problem = '';
            if (this.board && a.position !== writePosition(this.board)) this.board = readPosition(a.position);
        } catch (e) {
            if (ticket !== this.asked) return;
            this.checked = null;
            this.problem = e instanceof Error ? e.message : String(e);
        }
    }

    // The position becomes the start of a new game.
    async use(): Promise<void> {
        if (!this.ready) return;
        await this.session.newGame(this.session.variant, this.ready.position);
        this.close();
    }
}
