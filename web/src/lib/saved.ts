// SPDX-License-Identifier: MIT
// A whole game in a few letters: rules, start, every variation, comments, drawings, result, place. This is what is kept
// in the browser's storage and what stands in an address when a line of turns does not tell everything. About two
// letters a turn. Positions are not kept: the server makes them again from the turns, so nothing illegal gets in.
import { BitReader, BitWriter, fromBase64Url, toBase64Url } from './bits';
import { POINTS, numberOf } from './points';
import { readPosition, writePosition, type Board } from './position';
import * as trees from './tree';
import { readTurn, writeTurn } from './turn';

export interface SavedNode {
    turn: string | null; // null at the root
    comment: string;
    shapes: trees.Shape[];
    children: SavedNode[];
}

export type Ending = { result: '1-0' | '0-1'; why: 'resigned' | 'time' } | null;

export interface Saved {
    variant: string;
    start: string | null; // null: the start of the variant
    ending: Ending;
    root: SavedNode;
    at: number; // place, by counting nodes from the root, first children first
}

const VERSION = 1,
    HAND = 24;

function putTurn(out: BitWriter, text: string): void {
    const t = readTurn(text)!;
    out.put(t.from === null ? HAND : numberOf(t.from), 5);
    out.put(numberOf(t.to), 5);
    out.put(t.removes.length, 2);
    for (const x of t.removes) out.put(numberOf(x), 5);
}

function takePoint(bits: BitReader): string {
    const p = POINTS[bits.take(5)];
    if (p === undefined) throw new Error('no such point');
    return p;
}

function takeTurn(bits: BitReader): string {
    const from = bits.take(5),
        to = takePoint(bits);
    const removes = Array.from({ length: bits.take(2) }, () => takePoint(bits));
    if (from > HAND) throw new Error('no such point');
    return writeTurn({ from: from === HAND ? null : POINTS[from]!, to, removes });
}

function putNode(out: BitWriter, n: SavedNode): void {
    const notes = n.comment !== '' || n.shapes.length > 0;
    out.put(notes ? 1 : 0, 1);
    if (notes) {
        out.text(n.comment);
        out.put(Math.min(63, n.shapes.length), 6);
        for (const s of n.shapes.slice(0, 63)) {
            out.put(numberOf(s.from), 5);
            out.put(numberOf(s.to), 5);
        }
    }
    // 0: one child; 10: none; 11: more, and how many.
    if (n.children.length === 1) out.put(0, 1);
    else if (n.children.length === 0) out.put(2, 2);
    else {
        out.put(3, 2);
        out.put(n.children.length, 7);
    }
    for (const c of n.children) {
        putTurn(out, c.turn!);
        putNode(out, c);
    }
}

function takeNode(bits: BitReader, turn: string | null): SavedNode {
    const node: SavedNode = { turn, comment: '', shapes: [], children: [] };
    if (bits.take(1)) {
        node.comment = bits.text();
        node.shapes = Array.from({ length: bits.take(6) }, () => ({ from: takePoint(bits), to: takePoint(bits) }));
    }
    const children = bits.take(1) === 0 ? 1 : bits.take(1) === 0 ? 0 : bits.take(7);
    for (let i = 0; i < children; ++i) node.children.push(takeNode(bits, takeTurn(bits)));
    return node;
}

function putBoard(out: BitWriter, b: Board): void {
    for (const p of POINTS) out.put(b.men[p] === 'white' ? 1 : b.men[p] === 'black' ? 2 : 0, 2);
    out.put(b.side === 'white' ? 0 : 1, 1);
    out.put(b.hand.white, 4);
    out.put(b.hand.black, 4);
}

function takeBoard(bits: BitReader): string {
    const men = Object.fromEntries(POINTS.map((p) => [p, ([null, 'white', 'black'] as const)[bits.take(2)] ?? null]));
    const side = bits.take(1) === 0 ? 'white' : 'black';
    return writePosition({ men, side, hand: { white: bits.take(4), black: bits.take(4) } });
}

export function writeSaved(s: Saved): string {
    const out = new BitWriter();
    out.put(VERSION, 4);
    out.text(s.variant);
    out.put(s.ending === null ? 0 : s.ending.result === '1-0' ? 1 : 2, 2);
    if (s.ending) out.put(s.ending.why === 'time' ? 1 : 0, 1);
    const start = s.start === null ? null : readPosition(s.start);
    out.put(start ? 1 : 0, 1);
    if (start) putBoard(out, start);
    putNode(out, s.root);
    out.put(Math.min(4095, s.at), 12);
    return toBase64Url(out.done());
}

// Null when the text is damaged or from a later version.
export function readSaved(text: string): Saved | null {
    try {
        const bits = new BitReader(fromBase64Url(text));
        if (bits.take(4) !== VERSION) return null;
        const variant = bits.text(),
            ended = bits.take(2);
        const ending: Ending =
            ended === 0 ? null : { result: ended === 1 ? '1-0' : '0-1', why: bits.take(1) ? 'time' : 'resigned' };
        const start = bits.take(1) ? takeBoard(bits) : null;
        const root = takeNode(bits, null);
        return { variant, start, ending, root, at: bits.take(12) };
    } catch {
        return null;
    }
}

// --- to and from the tree of a game ------------------------------------------------------------------------------------
export function pack(tree: trees.Tree, at: trees.NodeId): { root: SavedNode; at: number } {
    let count = 0,
        place = 0;
    const node = (id: trees.NodeId): SavedNode => {
        if (id === at) place = count;
        ++count;
        const n = trees.nodeAt(tree, id);
        return { turn: n.turn, comment: n.comment, shapes: n.shapes, children: n.children.map(node) };
    };
    return { root: node(trees.ROOT), at: place };
}

// Every line from the root to an end, as turns.
export function linesOf(root: SavedNode): string[][] {
    const out: string[][] = [];
    const walk = (n: SavedNode, line: string[]): void => {
        if (n.children.length === 0) out.push(line);
        for (const c of n.children) walk(c, [...line, c.turn!]);
    };
    walk(root, []);
    return out;
}

// True when one line of turns tells everything.
export const isPlain = (s: Pick<Saved, 'root' | 'ending'>): boolean => {
    if (s.ending) return false;
    for (let n = s.root; ; n = n.children[0]!) {
        if (n.comment !== '' || n.shapes.length > 0 || n.children.length > 1) return false;
        if (n.children.length === 0) return true;
    }
};

// A saved tree that is one line.
export function plainRoot(turns: readonly string[]): SavedNode {
    const root: SavedNode = { turn: null, comment: '', shapes: [], children: [] };
    turns.reduce((n, turn) => {
        const child: SavedNode = { turn, comment: '', shapes: [], children: [] };
        n.children.push(child);
        return child;
    }, root);
    return root;
}
