// SPDX-License-Identifier: MIT
// One game: its tree of turns, the place in it, its result, and how to move about. Knows no server.
import { isMistake, nextMistake } from '../lib/mistakes';
import { mapPosition, readPosition } from '../lib/position';
import { mapPoint, type Symmetry } from '../lib/points';
import { pack, type Ending, type Saved } from '../lib/saved';
import * as trees from '../lib/tree';
import { mapTurn } from '../lib/turn';

const MEN = /@\d+,\d+$/;

export class Game {
    variant = $state('nine-c1');
    start = $state(''); // the plain start of the variant; '' while the server has not told
    tree = $state.raw(trees.newTree('********/********/******** w 9 9'));
    at = $state<trees.NodeId>(trees.ROOT);
    ending = $state.raw<Ending>(null); // by resignation or time

    readonly node = $derived(trees.nodeAt(this.tree, this.at));
    readonly board = $derived(readPosition(this.node.position));
    readonly line = $derived(trees.lineThrough(this.tree, this.at).map((id) => trees.nodeAt(this.tree, id)));
    readonly marks = $derived(this.line.map((n) => n.mark));
    readonly mistakes = $derived(this.marks.filter(isMistake).length);
    readonly ply = $derived(trees.ply(this.tree, this.at));
    readonly base = $derived(this.variant.replace(MEN, ''));
    readonly turns = $derived(this.tree.nodes.size - 1);

    // --- moving about ----------------------------------------------------------------------------------------------
    go(id: trees.NodeId): void {
        this.at = id;
    }
    back(): boolean {
        if (this.node.parent === null) return false;
        this.go(this.node.parent);
        return true;
    }
    forward(): boolean {
        const c = this.node.children[0];
        if (c === undefined) return false;
        this.go(c);
        return true;
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
        const i = nextMistake(this.marks, this.ply);
        if (i >= 0) this.goPly(i);
    }
    // The next or previous variation beside this turn.
    sibling(step: 1 | -1): void {
        if (this.node.parent === null) return;
        const all = trees.nodeAt(this.tree, this.node.parent).children;
        const other = all[all.indexOf(this.at) + step];
        if (other !== undefined) this.go(other);
    }

    // --- changing the tree -----------------------------------------------------------------------------------------
    promote(): void {
        this.tree = trees.promote(this.tree, this.at);
    }
    remove(): void {
        const [tree, at] = trees.removeBranch(this.tree, this.at);
        this.tree = tree;
        this.go(at);
    }
    comment(text: string): void {
        this.tree = trees.setNotes(this.tree, this.at, { comment: text.slice(0, 1000) });
    }
    // Draws an arrow or circle; the same one again takes it away.
    draw(shape: trees.Shape): void {
        const rest = this.node.shapes.filter((s) => s.from !== shape.from || s.to !== shape.to);
        const shapes = rest.length < this.node.shapes.length ? rest : [...rest, shape];
        this.tree = trees.setNotes(this.tree, this.at, { shapes });
    }
    erase(): void {
        this.tree = trees.setNotes(this.tree, this.at, { shapes: [] });
    }
    transform(s: Symmetry): void {
        this.tree = trees.mapTree(
            this.tree,
            (p) => mapPosition(s, p),
            (t) => mapTurn(s, t),
            (p) => mapPoint(s, p),
        );
    }

    // --- what is kept ----------------------------------------------------------------------------------------------
    saved(): Saved {
        const root = trees.nodeAt(this.tree, trees.ROOT).position;
        return {
            variant: this.variant,
            start: root === this.start ? null : root,
            ending: this.ending,
            ...pack(this.tree, this.at),
        };
    }

    // By the rules at the end of the main line, by resignation or by time.
    result(): string {
        const last = trees.nodeAt(this.tree, trees.lineThrough(this.tree, trees.ROOT).at(-1)!);
        const over = last.value?.over ? last.value : null;
        if (!over) return this.ending?.result ?? '*';
        if (over.category === 'draw') return '1/2-1/2';
        return (over.category === 'win') === (trees.sideOf(last.position) === 'white') ? '1-0' : '0-1';
    }
}
