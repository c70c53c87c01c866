// SPDX-License-Identifier: MIT
// The position editor: a board to change freely, checked by the server at every change. The hands follow the board
// until somebody types them.
import { t } from '../i18n/index.svelte';
import { ApiError } from '../lib/api';
import { fitHands, tooMany } from '../lib/hands';
import { POINTS, type PointName } from '../lib/points';
import { opposite, readPosition, swapColours, writePosition, type Board, type Man } from '../lib/position';
import type { Analysis, Side } from '../lib/types';
import type { Session } from './session.svelte';

export type Brush = 'turn' | 'white' | 'black' | 'empty';

export class Editor {
    board = $state.raw<Board | null>(null); // null: not editing
    brush = $state<Brush>('turn');
    problem = $state('');
    faulty = $state<Side | null>(null); // the side whose men are too many
    column = $state(0); // where a typed text is wrong, from 1
    checked = $state.raw<Analysis | null>(null);
    follow = $state(true); // hands follow the board
    private sideChosen = false;
    private asked = 0;

    constructor(private readonly session: Session) {}

    readonly text = $derived(this.board ? writePosition(this.board) : '');
    // The server's answer to what stands on the board now, not to what stood there before.
    readonly ready = $derived(this.checked !== null && this.checked.position === this.text ? this.checked : null);

    // Men of each side at the start of the game.
    private get men(): Record<Side, number> {
        const start = readPosition(this.session.start)?.hand;
        const men = this.session.info?.men ?? 9;
        return start ?? { white: men, black: men };
    }

    open(): void {
        const board = readPosition(this.session.node.position);
        this.sideChosen = false;
        // Without men in hand one sets up an endgame; then the hands stay empty.
        this.follow = board !== null && board.hand.white + board.hand.black > 0;
        this.set(board);
    }
    close(): void {
        this.board = null;
    }

    private set(board: Board | null): void {
        this.board = board;
        this.column = 0;
        if (board) void this.check(writePosition(board));
    }
    private setMen(board: Board): void {
        this.set(this.follow ? fitHands(board, this.men, this.sideChosen) : board);
    }

    press(point: PointName): void {
        if (!this.board) return;
        const now = this.board.men[point] ?? null;
        const turn: Man = now === null ? 'white' : now === 'white' ? 'black' : null;
        const next: Man =
            this.brush === 'turn' ? turn : this.brush === 'empty' || now === this.brush ? null : this.brush;
        this.setMen({ ...this.board, men: { ...this.board.men, [point]: next } });
    }

    side(): void {
        if (!this.board) return;
        this.sideChosen = true;
        this.setMen({ ...this.board, side: opposite(this.board.side) });
    }
    hand(side: Side, n: number): void {
        if (!this.board || !Number.isInteger(n) || n < 0) return;
        this.follow = false;
        this.set({ ...this.board, hand: { ...this.board.hand, [side]: n } });
    }
    following(on: boolean): void {
        this.follow = on;
        if (this.board) this.setMen(this.board);
    }
    clear(): void {
        if (this.board) this.setMen({ ...this.board, men: Object.fromEntries(POINTS.map((p) => [p, null])) });
    }
    restart(): void {
        this.sideChosen = false;
        this.follow = true;
        this.set(readPosition(this.session.start));
    }
    colours(): void {
        this.set(readPosition(swapColours(this.text)));
    }

    // A typed position: shown when it has the form of one; the server names what is wrong otherwise.
    type(text: string): void {
        const board = readPosition(text);
        this.follow = false;
        if (board) this.set(board);
        else void this.check(text, true);
    }

    private async check(text: string, typed = false): Promise<void> {
        const ticket = ++this.asked;
        const many = this.board && !typed ? tooMany(this.board, this.men) : null;
        this.faulty = many?.side ?? null;
        if (many) {
            this.checked = null;
            this.problem = t().tooMany(t().side[many.side], many.men, many.of);
            return;
        }
        try {
            const a = await this.session.api.analyse(this.session.variant, text);
            if (ticket !== this.asked) return;
            this.checked = a;
            this.problem = '';
            if (this.board && a.position !== writePosition(this.board)) this.board = readPosition(a.position);
        } catch (e) {
            if (ticket !== this.asked) return;
            this.checked = null;
            this.column = e instanceof ApiError ? (e.problem.column ?? 0) : 0;
            const said = e instanceof Error ? e.message : String(e);
            this.problem = typed ? said : said.replace(/^position(, |: )?/, '').replace(/^column \d+: /, '');
        }
    }

    // The position becomes the start of a new game.
    async use(): Promise<void> {
        if (!this.ready) return;
        const { position } = this.ready;
        this.close();
        await this.session.newGame(this.session.variant, position === this.session.start ? null : position);
    }
}
