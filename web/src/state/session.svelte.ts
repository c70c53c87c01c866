// SPDX-License-Identifier: MIT
// One person at one board: the game tree, the place in it, what the server says about it, and the half-made turn.
import { Api, ApiError } from '../lib/api';
import { NO_CHOICE, options, press, type Choice } from '../lib/choose';
import { readAny, writeGame, type Format, type GameText, type TextTurn } from '../lib/formats';
import { judgements, nextMistake } from '../lib/mistakes';
import { mapPosition, readPosition } from '../lib/position';
import type { PointName, Symmetry } from '../lib/points';
import type { Shared, View } from '../lib/share';
import * as trees from '../lib/tree';
import { mapTurn, readTurn, speakTurn, turnKey } from '../lib/turn';
import type { Analysis, Move, VariantInfo } from '../lib/types';
import { NAME, verdict } from '../lib/words';
import { Settings } from './settings.svelte';

const MEN = /@\d+,\d+$/;

export class Session {
    readonly api: Api;
    readonly settings = new Settings();
    variants = $state.raw<VariantInfo[]>([]);
    variant = $state('nine-c1');
    start = $state(''); // the plain start of the variant
    tree = $state.raw(trees.newTree('********/********/******** w 9 9'));
    at = $state<trees.NodeId>(trees.ROOT);
    analysis = $state.raw<Analysis | null>(null);
    error = $state('');
    choice = $state.raw<Choice>(NO_CHOICE);
    hover = $state.raw<Move | null>(null);
    view = $state<View>('play');
    said = $state(''); // for the screen reader
    resigned = $state<'1-0' | '0-1' | null>(null);
    tables = $state(0); // counts changes of the tables on disk

    private asking: AbortController | null = null;

    constructor(api = new Api()) {
        this.api = api;
    }

    readonly node = $derived(trees.nodeAt(this.tree, this.at));
    readonly board = $derived(readPosition(this.node.position));
    readonly line = $derived(trees.lineThrough(this.tree, this.at).map((id) => trees.nodeAt(this.tree, id)));
    readonly verdicts = $derived(judgements(this.line));
    readonly ply = $derived(trees.ply(this.tree, this.at));
    readonly base = $derived(this.variant.replace(MEN, ''));
    readonly info = $derived(this.variants.find((v) => v.id === this.base) ?? null);
    // The legal turns of the position that is shown; none while the server has not answered.
    readonly moves = $derived(this.analysis?.position === this.node.position ? this.analysis.moves : []);
    readonly options = $derived(options(this.moves, this.choice));
    readonly known = $derived(this.analysis?.position === this.node.position ? this.analysis : null);

    // --- beginning -------------------------------------------------------------------------------------------------
    async open(shared: Shared | null): Promise<void> {
        try {
            if (this.variants.length === 0) this.variants = await this.api.variants();
            await this.load(
                shared ?? { variant: this.variants[0]?.id ?? 'nine-c1', start: null, turns: [], at: null, view: null },
            );
        } catch (e) {
            this.fail(e);
        }
    }

    async load(s: Shared): Promise<void> {
        const plain = (await this.api.analyse(s.variant, null)).position;
        const results = await this.api.game(s.variant, s.start, s.turns);
        const tree = trees.newTree(results[0]!.position);
        const [full, last] = trees.addLine(tree, trees.ROOT, results);
        this.variant = s.variant;
        this.start = plain;
        this.tree = full;
        this.resigned = null;
        if (s.view) this.view = s.view;
        const path = trees.pathTo(full, last);
        this.go(path[Math.min(s.at ?? s.turns.length, path.length - 1)] ?? last);
        await this.look();
    }

    async newGame(variant: string, start: string | null = null): Promise<boolean> {
        try {
            await this.load({ variant, start, turns: [], at: null, view: null });
            return true;
        } catch (e) {
            this.fail(e);
            return false;
        }
    }

    shared(): Shared {
        const path = this.line.map((n) => n.id);
        const root = this.line[0]!.position;
        return {
            variant: this.variant,
            start: root === this.start ? null : root,
            turns: trees.turnsOf(this.tree, path),
            at: this.ply,
            view: this.view,
        };
    }

    // --- asking ----------------------------------------------------------------------------------------------------
    async look(): Promise<void> {
        this.asking?.abort();
        const mine = (this.asking = new AbortController());
        const { position, id } = this.node;
        try {
            const a = await this.api.analyse(this.variant, position, mine.signal);
            if (mine.signal.aborted) return;
            this.analysis = a;
            this.error = '';
            const r = {
                position,
                side: a.side,
                over: a.over,
                category: a.category,
                dtw: a.dtw,
                values: a.values,
                turn: null,
                counts: a.counts,
            };
            if (this.tree.nodes.has(id)) this.tree = trees.setValues(this.tree, [id], [r]);
        } catch (e) {
            if (!mine.signal.aborted) this.fail(e);
        }
    }

    // New tables on disk: ask everything again.
    async refresh(): Promise<void> {
        this.api.forget();
        this.tables++;
        try {
            this.variants = await this.api.variants();
            const path = this.line.map((n) => n.id);
            const results = await this.api.game(this.variant, this.line[0]!.position, trees.turnsOf(this.tree, path));
            this.tree = trees.setValues(this.tree, path, results);
        } catch (e) {
            this.fail(e);
        }
        await this.look();
    }

    fail(e: unknown): void {
        this.error = e instanceof ApiError ? e.message : String(e);
    }

    // --- moving about ----------------------------------------------------------------------------------------------
    go(id: trees.NodeId): void {
        this.choice = NO_CHOICE;
        this.hover = null;
        if (this.at === id && this.analysis?.position === trees.nodeAt(this.tree, id).position) return;
        this.at = id;
        void this.look();
    }
    back(): void {
        if (this.node.parent !== null) this.go(this.node.parent);
    }
    forward(): void {
        const c = this.node.children[0];
        if (c !== undefined) this.go(c);
    }
    first(): void {
        this.go(trees.ROOT);
    }
    last(): void {
        this.go(this.line[this.line.length - 1]!.id);
    }
    goPly(i: number): void {
        const n = this.line[i];
        if (n) this.go(n.id);
    }
    toNextMistake(): void {
        const i = nextMistake(this.verdicts, this.ply);
        if (i >= 0) this.goPly(i);
    }
    // The next or previous variation beside this turn.
    sibling(step: 1 | -1): void {
        if (this.node.parent === null) return;
        const all = trees.nodeAt(this.tree, this.node.parent).children;
        const other = all[all.indexOf(this.at) + step];
        if (other !== undefined) this.go(other);
    }

    // --- making turns ----------------------------------------------------------------------------------------------
    // Returns true when the point meant something.
    press(point: PointName): boolean {
        const step = press(this.moves, this.choice, point);
        if (step.kind === 'nothing') return false;
        if (step.kind === 'turn') {
            this.play(step.move);
            return true;
        }
        this.choice = step.choice;
        if (step.choice.to !== null) this.said = `Mill. Choose a man to take: ${[...this.options.victims].join(', ')}`;
        else if (step.choice.from !== null)
            this.said = `${step.choice.from} chosen. It can go to ${[...this.options.targets].join(', ')}`;
        return true;
    }

    play(move: Pick<Move, 'text' | 'position'>): void {
        const mover = this.board?.side ?? 'white';
        const [tree, id] = trees.addTurn(this.tree, this.at, move.text, move.position);
        this.tree = tree;
        this.go(id);
        this.said = `${NAME[mover]} ${speakTurn(move.text)}.`;
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
        await this.addBestLine(from.id, 'best');
    }
    // What punishes the current turn: the best line that follows it.
    async punish(): Promise<void> {
        await this.addBestLine(this.at, 'after');
    }

    private async addBestLine(id: trees.NodeId, goTo: 'best' | 'after'): Promise<void> {
        try {
            const answer = await this.api.line(this.variant, trees.nodeAt(this.tree, id).position, 60);
            let tree = this.tree,
                at = id,
                first = id;
            answer.line.forEach((s, i) => {
                [tree, at] = trees.addTurn(tree, at, s.text, s.position);
                const side = trees.sideOf(s.position);
                tree = trees.setValues(
                    tree,
                    [at],
                    [
                        {
                            position: s.position,
                            side,
                            over: null,
                            category: s.category,
                            dtw: s.dtw,
                            values: 'dtw',
                            turn: null,
                            counts: null,
                        },
                    ],
                );
                if (i === 0) first = at;
            });
            this.tree = tree;
            this.go(goTo === 'best' || answer.line.length > 0 ? first : id);
        } catch (e) {
            this.fail(e);
        }
    }

    promote(): void {
        this.tree = trees.promote(this.tree, this.at);
    }
    remove(): void {
        const [tree, at] = trees.removeBranch(this.tree, this.at);
        this.tree = tree;
        this.go(at);
    }

    transform(s: Symmetry): void {
        this.tree = trees.mapTree(
            this.tree,
            (p) => mapPosition(s, p),
            (t) => mapTurn(s, t),
        );
        this.choice = NO_CHOICE;
        this.hover = null;
        void this.look();
    }

    // --- texts -----------------------------------------------------------------------------------------------------
    text(format: Format): string {
        const root = this.line[0]!;
        const build = (ids: readonly trees.NodeId[]): TextTurn[] => {
            const out: TextTurn[] = [];
            for (let here = ids; here.length > 0;) {
                const n = trees.nodeAt(this.tree, here[0]!);
                out.push({ turn: n.turn!, variations: here.slice(1).map((v) => build([v])) });
                here = n.children;
            }
            return out;
        };
        const names = (['white', 'black'] as const).map((s): [string, string] => {
            const p = this.settings.players[s];
            return [s, p.kind === 'human' ? 'human' : p.kind === 'search' ? `search:level=${p.level}` : p.kind];
        });
        const game: GameText = {
            variant: this.variant,
            start: root.position,
            result: this.result(),
            tags: names,
            line: build(trees.nodeAt(this.tree, trees.ROOT).children),
        };
        return writeGame(format, game, root.position === this.start);
    }

    // By the rules at the end of the main line, or by resignation.
    result(): string {
        const last = trees.nodeAt(this.tree, trees.lineThrough(this.tree, trees.ROOT).at(-1)!);
        const over = last.value?.over ? last.value : null;
        if (!over) return this.resigned ?? '*';
        if (over.category === 'draw') return '1/2-1/2';
        return (over.category === 'win') === (trees.sideOf(last.position) === 'white') ? '1-0' : '0-1';
    }

    // Throws FormatError or ApiError with a sentence for people.
    async importText(source: string): Promise<void> {
        const game = readAny(source);
        const variant = game.variant ?? this.variant;
        await this.api.analyse(variant, null);
        const grow = async (tree: trees.Tree, at: trees.NodeId, line: readonly TextTurn[]): Promise<trees.Tree> => {
            const results = await this.api.game(
                variant,
                trees.nodeAt(tree, at).position,
                line.map((t) => t.turn),
            );
            let id = at;
            const froms: trees.NodeId[] = [];
            for (let i = 0; i < line.length; ++i) {
                froms.push(id);
                [tree, id] = trees.addTurn(tree, id, results[i]!.turn!, results[i + 1]!.position);
                tree = trees.setValues(tree, [id], [results[i + 1]!]);
            }
            tree = trees.setValues(tree, [at], [results[0]!]);
            for (let i = 0; i < line.length; ++i)
                for (const v of line[i]!.variations) tree = await grow(tree, froms[i]!, v);
            return tree;
        };
        const root = (await this.api.game(variant, game.start, []))[0]!;
        const tree = await grow(trees.newTree(root.position), trees.ROOT, game.line);
        this.start = (await this.api.analyse(variant, null)).position;
        this.variant = variant;
        this.tree = tree;
        const resigned = game.result === '1-0' || game.result === '0-1' ? game.result : null;
        this.resigned = resigned;
        this.at = -1;
        this.go(trees.lineThrough(tree, trees.ROOT).at(-1)!);
    }

    findMove(text: string): Move | undefined {
        const t = readTurn(text);
        return t ? this.moves.find((m) => turnKey(m) === turnKey(t)) : undefined;
    }

    verdictText(): string {
        return this.known ? verdict(this.known, this.settings.unit) : '';
    }
}
