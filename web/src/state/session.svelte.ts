// SPDX-License-Identifier: MIT
// One person at one board: the game, what the server says about it, the half-made turn, and the jumps between games.
import { ApiError, type Api } from '../lib/api';
import { NO_CHOICE, options, press, type Choice } from '../lib/choose';
import type { Format } from '../lib/formats';
import type { PointName, Symmetry } from '../lib/points';
import { plainRoot, type Saved } from '../lib/saved';
import { plainShare, type AddressProblem, type Shared, type View } from '../lib/share';
import * as trees from '../lib/tree';
import { readTurn, turnKey } from '../lib/turn';
import type { Analysis, Move } from '../lib/types';
import { t } from '../i18n/index.svelte';
import { plainStart, speakTurn, verdict } from '../lib/words';
import { Game } from './game.svelte';
import { Network } from './network.svelte';
import { Settings } from './settings.svelte';
import { annotate, gameText, growTree, readText } from './texts';

export class Session extends Game {
    readonly settings = new Settings();
    choice = $state.raw<Choice>(NO_CHOICE);
    hover = $state.raw<Pick<Move, 'from' | 'to' | 'removes' | 'outcome'> | null>(null);
    view = $state<View>('play');
    said = $state(''); // for the screen reader
    problem = $state.raw<AddressProblem | null>(null); // what was wrong with the address that was opened
    jumps = $state(0); // counts jumps to another game: each is an entry of the browser's history
    aside = $state.raw<Saved | null>(null); // the game that the last jump put aside
    // When set, a turn that is made on the board is given here instead of being played.
    answer: ((move: Move) => void) | null = null;
    private opening = 0;

    constructor(readonly network = new Network()) {
        super();
    }
    get api(): Api {
        return this.network.api;
    }
    get variants() {
        return this.network.variants;
    }
    get error(): string {
        return this.network.error;
    }
    get tables(): number {
        return this.network.tables;
    }

    readonly info = $derived.by(() => this.network.variants.find((v) => v.id === this.base) ?? null);
    readonly known = $derived.by((): Analysis | null => {
        const a = this.network.analysis;
        return a && a.position === this.node.position && a.variant === this.variant ? a : null;
    });
    // The legal turns of the position that is shown; none while the server has not answered.
    readonly moves = $derived.by(() => this.known?.moves ?? []);
    readonly options = $derived(options(this.moves, this.choice));
    // Result and depth as soon as anything has told them: the analysis, or the line that was opened.
    readonly value = $derived.by(() => {
        if (this.known) return this.known;
        const v = this.node.value;
        return v && { ...v, side: trees.sideOf(this.node.position) };
    });

    // --- opening ---------------------------------------------------------------------------------------------------
    // Opens what an address or the storage holds. What is known without the server is shown at once; everything that
    // does not depend on something else is asked for at the same time.
    opened = $state(false); // a game is there: before, there is nothing to keep
    async open(shared: Shared | null, problem: AddressProblem | null = null): Promise<boolean> {
        const ticket = ++this.opening;
        const s = shared ?? plainShare('nine-c1');
        if (this.network.variants.length === 0)
            void this.network.askVariants().catch((e: unknown) => this.fail(e, () => void this.network.askVariants()));
        try {
            const wrong = await this.load(s, ticket);
            if (ticket !== this.opening) return false;
            this.problem = wrong ?? problem;
            this.opened = true;
            return true;
        } catch (e) {
            if (ticket !== this.opening) return false;
            const refused = e instanceof ApiError && (e.status === 400 || e.status === 404);
            if (!refused) {
                this.fail(e, () => void this.open(shared, problem));
                return false;
            }
            const variant = e.status === 404 ? 'nine-c1' : s.variant;
            if (variant === s.variant && s.start === null && s.tree === null) {
                this.fail(e);
                return false;
            }
            const why: AddressProblem =
                e.status === 404 ? { kind: 'variant', text: s.variant } : { kind: 'start', text: e.message };
            return this.open(plainShare(variant, null, s.view), why);
        }
    }

    private async load(s: Shared, ticket: number): Promise<AddressProblem | null> {
        const saved: Saved = s.tree ?? {
            variant: s.variant,
            start: s.start,
            ending: null,
            root: plainRoot(s.turns),
            at: s.at ?? s.turns.length,
        };
        const bare = saved.root.children.length === 0;
        const start = saved.start ?? plainStart(saved.variant);
        if (bare && start !== null) this.show(saved, trees.newTree(start), saved.start === null ? start : '');
        if (s.view) this.view = s.view;
        const plain = saved.start === null ? null : this.api.analyse(saved.variant, null);
        const first = bare ? this.network.look(saved.variant, start ?? '') : null;
        const { tree, wrong } = bare
            ? { tree: trees.newTree((await first)?.position ?? start ?? ''), wrong: null }
            : await growTree(this.api, saved);
        if (ticket !== this.opening) return null;
        const root = trees.nodeAt(tree, trees.ROOT).position;
        const again = bare && this.variant === saved.variant && this.turns > 0; // played on meanwhile
        if (!again) this.show(saved, tree, plain ? '' : root, s.turns.length > 0 ? s : null);
        this.network.well();
        void this.look();
        if (plain) {
            const { position } = await plain;
            if (ticket === this.opening) this.start = position;
        }
        return wrong && { kind: 'turn', ...wrong };
    }

    // Puts a tree on the board.
    private show(saved: Saved, tree: trees.Tree, plain: string, line: Shared | null = null): void {
        const [full, place] = annotate(tree, saved);
        this.choice = NO_CHOICE;
        this.hover = null;
        this.answer = null;
        this.variant = saved.variant;
        this.start = plain;
        this.tree = full;
        this.ending = saved.ending;
        this.at = (line && this.find(full, line)) ?? place;
    }
    // The node that a line of turns leads to, where it is in the tree.
    private find(tree: trees.Tree, s: Shared): trees.NodeId | null {
        let id = trees.ROOT;
        for (const turn of s.turns.slice(0, s.at ?? s.turns.length)) {
            const next = trees.nodeAt(tree, id).children.find((c) => trees.nodeAt(tree, c).turn === turn);
            if (next === undefined) return null;
            id = next;
        }
        return id;
    }

    // To another game or position: the present game is put aside, and the browser's Back leads to it.
    async jump(to: Shared): Promise<boolean> {
        const left = this.turns > 0 ? this.saved() : null;
        this.problem = null;
        this.aside = left ?? this.aside;
        this.jumps++;
        return this.open(to);
    }
    newGame(variant: string, start: string | null = null, view: View | null = null): Promise<boolean> {
        return this.jump(plainShare(variant, start, view));
    }
    async takeBack(): Promise<void> {
        const saved = this.aside;
        if (!saved) return;
        this.aside = null;
        this.jumps++;
        await this.open({ ...plainShare(saved.variant, saved.start), tree: saved });
    }

    shared(): Shared {
        const path = this.line.map((n) => n.id),
            root = this.line[0]!.position;
        return {
            variant: this.variant,
            start: root === this.start ? null : root,
            turns: trees.turnsOf(this.tree, path),
            at: this.ply,
            view: this.view,
            tree: this.saved(),
        };
    }

    // --- asking ----------------------------------------------------------------------------------------------------
    async look(): Promise<void> {
        const { position, id } = this.node,
            variant = this.variant;
        try {
            const a = await this.network.look(variant, position);
            if (!a || this.variant !== variant || this.tree.nodes.get(id)?.position !== position) return;
            const value = { category: a.category, dtw: a.dtw, over: a.over, counts: a.counts, ultra: a.ultra };
            this.tree = trees.setMarks(trees.setValue(this.tree, id, value), id, a.moves);
        } catch (e) {
            this.fail(e, () => void this.look());
        }
    }

    // New tables on disk: ask everything again.
    async refresh(): Promise<void> {
        this.api.forget();
        this.network.tables++;
        try {
            const path = this.line.map((n) => n.id);
            const [, results] = await Promise.all([
                this.network.askVariants(),
                this.api.game(this.variant, this.line[0]!.position, trees.turnsOf(this.tree, path)),
            ]);
            this.tree = trees.setValues(this.tree, path, results);
        } catch (e) {
            this.fail(e, () => void this.refresh());
        }
        await this.look();
    }

    fail(e: unknown, again: () => void = () => void this.look()): void {
        this.network.fail(e, again);
    }

    // --- moving about ----------------------------------------------------------------------------------------------
    override go(id: trees.NodeId): void {
        this.choice = NO_CHOICE;
        this.hover = null;
        const same = this.at === id && this.known !== null;
        this.at = id;
        if (!same) void this.look();
    }
    override transform(s: Symmetry): void {
        super.transform(s);
        this.go(this.at);
    }

    // --- making turns ----------------------------------------------------------------------------------------------
    // Returns true when the point meant something.
    press(point: PointName): boolean {
        const step = press(this.moves, this.choice, point);
        if (step.kind === 'nothing') return false;
        if (step.kind === 'turn') {
            this.choice = NO_CHOICE;
            if (this.answer) this.answer(step.move);
            else this.play(step.move);
            return true;
        }
        this.choice = step.choice;
        if (step.choice.to !== null) this.said = t().saidMill([...this.options.victims].join(', '));
        else if (step.choice.from !== null)
            this.said = t().saidChosen(step.choice.from, [...this.options.targets].join(', '));
        return true;
    }

    play(move: Pick<Move, 'text' | 'position'> & Partial<Pick<Move, 'mark'>>): void {
        const mover = this.board?.side ?? 'white';
        const mark = move.mark ?? this.moves.find((m) => m.text === move.text)?.mark;
        const [tree, id] = trees.addTurn(this.tree, this.at, move.text, move.position, mark);
        if (tree !== this.tree) this.ending = null;
        this.tree = tree;
        this.go(id);
        this.said = `${t().side[mover]} ${speakTurn(move.text)}.`;
    }

    // Plays the best turn; false when there is none that is known.
    async playBest(): Promise<boolean> {
        if (!this.known) await this.look();
        const best = this.moves.find((m) => m.best);
        if (!best) return false;
        this.play(best);
        await this.look();
        return true;
    }

    // The best line from the node before the current turn, as a variation.
    async refute(): Promise<void> {
        const from = this.node.parent === null ? this.node : trees.nodeAt(this.tree, this.node.parent);
        await this.addBestLine(from.id);
    }
    // What punishes the current turn: the best line that follows it.
    async punish(): Promise<void> {
        await this.addBestLine(this.at);
    }

    private async addBestLine(id: trees.NodeId): Promise<void> {
        try {
            const answer = await this.api.line(this.variant, trees.nodeAt(this.tree, id).position, 60);
            let tree = this.tree,
                at = id,
                first = id;
            answer.line.forEach((s, i) => {
                [tree, at] = trees.addTurn(tree, at, s.text, s.position);
                tree = trees.setValue(tree, at, { category: s.category, dtw: s.dtw, over: null, counts: null });
                if (i === 0) first = at;
            });
            this.tree = tree;
            this.go(first);
        } catch (e) {
            this.fail(e);
        }
    }

    // --- texts -----------------------------------------------------------------------------------------------------
    text(format: Format): string {
        return gameText(this, this.settings.players, format);
    }

    // Throws FormatError or ApiError with a sentence for people; then nothing has changed.
    async importText(source: string): Promise<void> {
        const saved = readText(source, this.variant);
        const { wrong } = await growTree(this.api, saved);
        if (wrong) throw new Error(t().wrongTurn(wrong.index + 1, wrong.text));
        await this.jump({ ...plainShare(saved.variant, saved.start, 'game'), tree: saved });
    }

    findMove(text: string): Move | undefined {
        const turn = readTurn(text);
        return turn ? this.moves.find((m) => turnKey(m) === turnKey(turn)) : undefined;
    }

    verdictText(): string {
        return this.known ? verdict(this.known, this.settings.unit) : '';
    }
}
