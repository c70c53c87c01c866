// SPDX-License-Identifier: MIT
// A game as a tree of turns. Immutable from outside: every change gives a new tree, nodes are shared by id.
import type { BatchResult, Category, Counts, Mark, Over, Side, Ultra } from './types';
export type { Mark } from './types';

export type NodeId = number;

export interface Value {
    category: Category;
    dtw: number | null;
    over: Over | null;
    counts: Counts | null;
    ultra?: Ultra; // of a draw, where there are such tables
}

export interface Node {
    id: NodeId;
    turn: string | null; // null at the root
    position: string;
    parent: NodeId | null;
    children: NodeId[]; // the first is the main line
    value: Value | null; // as far as the server was asked
    mark: Mark; // the server's judgement on the turn
    comment: string;
    shapes: Shape[]; // arrows and circles drawn by the reader
}

// An arrow, or a circle where both points are the same.
export interface Shape {
    from: string;
    to: string;
}

export interface Tree {
    nodes: Map<NodeId, Node>;
    next: NodeId;
}

export const ROOT: NodeId = 0;
const FRESH = { children: [], value: null, mark: '' as Mark, comment: '', shapes: [] };
export const sideOf = (position: string): Side => (position.split(' ')[1] === 'b' ? 'black' : 'white');

export function newTree(position: string): Tree {
    return { nodes: new Map([[ROOT, { ...FRESH, id: ROOT, turn: null, position, parent: null }]]), next: 1 };
}

export const nodeAt = (tree: Tree, id: NodeId): Node => tree.nodes.get(id) ?? tree.nodes.get(ROOT)!;

function changed(tree: Tree, ...nodes: Node[]): Tree {
    const map = new Map(tree.nodes);
    for (const n of nodes) map.set(n.id, n);
    return { nodes: map, next: Math.max(tree.next, ...nodes.map((n) => n.id + 1)) };
}

// Adds a turn below `at`, or finds it where it is already. Equal turns lead to equal positions.
export function addTurn(tree: Tree, at: NodeId, turn: string, position: string, mark: Mark = ''): [Tree, NodeId] {
    const parent = nodeAt(tree, at);
    const there = parent.children.find((c) => nodeAt(tree, c).position === position && nodeAt(tree, c).turn === turn);
    if (there !== undefined) return [tree, there];
    const id = tree.next;
    const child: Node = { ...FRESH, id, turn, position, parent: at, mark };
    return [changed(tree, { ...parent, children: [...parent.children, id] }, child), id];
}

// Adds the results of a batch of turns below `at`; returns the last node.
export function addLine(tree: Tree, at: NodeId, results: readonly BatchResult[]): [Tree, NodeId] {
    let id = at;
    for (let i = 0; i + 1 < results.length; ++i) {
        [tree, id] = addTurn(tree, id, results[i]!.turn!, results[i + 1]!.position);
    }
    return [setValues(tree, pathTo(tree, id), results), id];
}

// From the root to the node, both included.
export function pathTo(tree: Tree, id: NodeId): NodeId[] {
    const path: NodeId[] = [];
    for (let n: NodeId | null = nodeAt(tree, id).id; n !== null; n = nodeAt(tree, n).parent) path.push(n);
    return path.reverse();
}

// The line through the node: up to it, then the first children to the end.
export function lineThrough(tree: Tree, id: NodeId): NodeId[] {
    const path = pathTo(tree, id);
    for (let n = nodeAt(tree, id); n.children.length > 0;) {
        n = nodeAt(tree, n.children[0]!);
        path.push(n.id);
    }
    return path;
}

export const turnsOf = (tree: Tree, path: readonly NodeId[]): string[] =>
    path.flatMap((id) => {
        const t = nodeAt(tree, id).turn;
        return t === null ? [] : [t];
    });

// The values of the nodes of a path, and the marks of the turns between them (each result judges the turn after it).
export function setValues(tree: Tree, path: readonly NodeId[], results: readonly BatchResult[]): Tree {
    const nodes = path.slice(-results.length).map((id, i): Node => {
        const r = results[i]!,
            before = results[i - 1],
            node = nodeAt(tree, id);
        const value = { category: r.category, dtw: r.dtw, over: r.over, counts: r.counts, ultra: r.ultra };
        return { ...node, value, mark: before ? (before.mark ?? '') : node.mark };
    });
    return changed(tree, ...nodes);
}

export const setValue = (tree: Tree, id: NodeId, value: Value): Tree => changed(tree, { ...nodeAt(tree, id), value });

// The marks of the turns that lead on from a node, from the legal turns of its position.
export function setMarks(tree: Tree, id: NodeId, moves: readonly { text: string; mark: Mark }[]): Tree {
    const marks = new Map(moves.map((m) => [m.text, m.mark]));
    const children = nodeAt(tree, id).children.map((c) => nodeAt(tree, c));
    const fresh = children.filter((c) => (marks.get(c.turn!) ?? c.mark) !== c.mark);
    return fresh.length ? changed(tree, ...fresh.map((c) => ({ ...c, mark: marks.get(c.turn!)! }))) : tree;
}

export const setNotes = (tree: Tree, id: NodeId, notes: Partial<Pick<Node, 'comment' | 'shapes'>>): Tree =>
    changed(tree, { ...nodeAt(tree, id), ...notes });

// Takes the node and everything below it away; returns the parent to stand on.
export function removeBranch(tree: Tree, id: NodeId): [Tree, NodeId] {
    const node = nodeAt(tree, id);
    if (node.parent === null) return [tree, ROOT];
    const map = new Map(tree.nodes);
    const drop = (n: NodeId): void => {
        for (const c of map.get(n)!.children) drop(c);
        map.delete(n);
    };
    drop(id);
    const parent = map.get(node.parent)!;
    map.set(parent.id, { ...parent, children: parent.children.filter((c) => c !== id) });
    return [{ nodes: map, next: tree.next }, parent.id];
}

// Makes the line to the node the main line, all the way up.
export function promote(tree: Tree, id: NodeId): Tree {
    const path = pathTo(tree, id),
        nodes: Node[] = [];
    for (let i = 0; i + 1 < path.length; ++i) {
        const n = nodeAt(tree, path[i]!),
            first = path[i + 1]!;
        nodes.push({ ...n, children: [first, ...n.children.filter((c) => c !== first)] });
    }
    return changed(tree, ...nodes);
}

// Every node under a symmetry of the board, its drawings too.
export function mapTree(
    tree: Tree,
    position: (p: string) => string,
    turn: (t: string) => string,
    point: (p: string) => string,
): Tree {
    const map = new Map<NodeId, Node>();
    for (const [id, n] of tree.nodes) {
        const shapes = n.shapes.map((s) => ({ from: point(s.from), to: point(s.to) }));
        map.set(id, { ...n, position: position(n.position), turn: n.turn && turn(n.turn), shapes });
    }
    return { nodes: map, next: tree.next };
}

// How often the position of the node stands on the path to it, itself included.
export function repetitions(tree: Tree, id: NodeId): number {
    const position = nodeAt(tree, id).position;
    return pathTo(tree, id).filter((n) => nodeAt(tree, n).position === position).length;
}

// Plies since the last placing or taking on the path.
export function quietPlies(tree: Tree, id: NodeId): number {
    let quiet = 0;
    for (const n of pathTo(tree, id)) {
        const turn = nodeAt(tree, n).turn;
        if (turn !== null) quiet = turn.includes('-') && !turn.includes('x') ? quiet + 1 : 0;
    }
    return quiet;
}

export const ply = (tree: Tree, id: NodeId): number => pathTo(tree, id).length - 1;
