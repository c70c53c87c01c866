// SPDX-License-Identifier: MIT
// Games in and out as text.
import { ApiError, type Api } from '../lib/api';
import { readAny, writeGame, type Format, type GameText, type TextTurn } from '../lib/formats';
import { linesOf, type Saved, type SavedNode } from '../lib/saved';
import * as trees from '../lib/tree';
import { readTurn, turnKey } from '../lib/turn';
import type { BatchResult, Side } from '../lib/types';
import type { Game } from './game.svelte';
import type { Player } from './settings.svelte';

export const nameOf = (p: Player): string =>
    p.kind === 'human' ? 'human' : p.kind === 'search' ? `search:level=${p.level}` : p.kind;

export function gameText(game: Game, players: Record<Side, Player>, format: Format): string {
    const root = trees.nodeAt(game.tree, trees.ROOT);
    const build = (ids: readonly trees.NodeId[]): TextTurn[] => {
        const out: TextTurn[] = [];
        for (let here = ids; here.length > 0;) {
            const n = trees.nodeAt(game.tree, here[0]!);
            const variations = here.slice(1).map((v) => build([v]));
            out.push({ turn: n.turn!, comment: n.comment, variations });
            here = n.children;
        }
        return out;
    };
    const text: GameText = {
        variant: game.variant,
        start: root.position,
        result: game.result(),
        tags: (['white', 'black'] as const).map((s): [string, string] => [s, nameOf(players[s])]),
        comment: root.comment,
        line: build(root.children),
    };
    return writeGame(format, text, root.position === game.start);
}

// What a text holds, to be opened like an address. Throws FormatError with a sentence for people.
export function readText(source: string, variant: string): Saved {
    const game = readAny(source);
    const grow = (node: SavedNode, line: readonly TextTurn[]): void => {
        for (const t of line) {
            const child: SavedNode = { turn: t.turn, comment: t.comment, shapes: [], children: [] };
            node.children.push(child);
            for (const v of t.variations) grow(node, v);
            node = child;
        }
    };
    const root: SavedNode = { turn: null, comment: game.comment, shapes: [], children: [] };
    grow(root, game.line);
    const result = game.result;
    return {
        variant: game.variant ?? variant,
        start: game.start,
        ending: result === '1-0' || result === '0-1' ? { result, why: 'resigned' } : null,
        root,
        at: game.line.length, // the end of the main line
    };
}

// The tree of a saved game, made again by the server, all lines at once. A line with a turn that is not legal ends
// before it; the first such turn is told. Throws ApiError where the rules or the start are refused.
export async function growTree(
    api: Api,
    saved: Saved,
): Promise<{ tree: trees.Tree; wrong: { text: string; index: number } | null }> {
    let wrong: { text: string; index: number } | null = null;
    const ask = async (turns: string[]): Promise<BatchResult[]> => {
        try {
            return await api.game(saved.variant, saved.start, turns);
        } catch (e) {
            const index = e instanceof ApiError ? e.problem.index : undefined;
            if (index === undefined || index >= turns.length) throw e;
            wrong ??= { text: turns[index]!, index };
            return ask(turns.slice(0, index));
        }
    };
    const answers = await Promise.all(linesOf(saved.root).map(ask));
    let tree = trees.newTree(answers[0]![0]!.position);
    for (const results of answers) [tree] = trees.addLine(tree, trees.ROOT, results);
    return { tree, wrong };
}

const keyOf = (text: string): string => turnKey(readTurn(text)!);

// Carries comments and drawings over; returns the node at the saved place (the nearest one that is there).
export function annotate(tree: trees.Tree, saved: Saved): [trees.Tree, trees.NodeId] {
    let count = 0,
        place = trees.ROOT;
    const walk = (n: SavedNode, id: trees.NodeId): void => {
        if (count++ <= saved.at) place = id;
        if (n.comment !== '' || n.shapes.length > 0)
            tree = trees.setNotes(tree, id, { comment: n.comment, shapes: n.shapes });
        for (const c of n.children) {
            const key = keyOf(c.turn!);
            const child = trees.nodeAt(tree, id).children.find((x) => keyOf(trees.nodeAt(tree, x).turn!) === key);
            if (child !== undefined) walk(c, child);
        }
    };
    walk(saved.root, trees.ROOT);
    return [tree, place];
}
