// SPDX-License-Identifier: MIT
// Statistics arranged for the eye: layers, the matrix of a layer, the histogram of a subspace.
import { t } from '../i18n/index.svelte';
import type { PlyCount, SubspaceStats } from './types';

export interface Layer {
    key: string; // "own_hand,other_hand"
    label: string;
    subspaces: SubspaceStats[];
    solved: number;
}

export const layerKey = (s: { own_hand: number; other_hand: number }): string => `${s.own_hand},${s.other_hand}`;

// The moving phase first, then fewest men in hand first.
export function layers(all: readonly SubspaceStats[]): Layer[] {
    const by = new Map<string, SubspaceStats[]>();
    for (const s of all) by.set(layerKey(s), [...(by.get(layerKey(s)) ?? []), s]);
    const hands = (key: string): number[] => key.split(',').map(Number);
    const men = Math.max(0, ...[...by.keys()].map((key) => hands(key).reduce((a, b) => a + b)));
    return [...by.entries()]
        .map(([key, subspaces]) => {
            const [own, other] = hands(key);
            const label = key === '0,0' ? t().layerNone : t().layerHands(own!, other!, men - own! - other!);
            return { key, label, subspaces, solved: subspaces.filter((s) => s.solved).length };
        })
        .sort((a, b) => {
            const [x, y] = [hands(a.key), hands(b.key)];
            return x[0]! + x[1]! - y[0]! - y[1]! || x[0]! - y[0]!;
        });
}

// The subspace of another layer to look at after `now`: the same men on the board, else the first that is solved.
export const companion = (layer: Layer, now: SubspaceStats | null): SubspaceStats | null =>
    layer.subspaces.find((s) => s.own === now?.own && s.other === now.other) ??
    layer.subspaces.find((s) => s.solved) ??
    layer.subspaces[0] ??
    null;

export interface Matrix {
    owns: number[];
    others: number[];
    cell: (own: number, other: number) => SubspaceStats | undefined;
}

export function matrix(layer: Layer): Matrix {
    const range = (f: (s: SubspaceStats) => number): number[] =>
        [...new Set(layer.subspaces.map(f))].sort((a, b) => a - b);
    const by = new Map(layer.subspaces.map((s) => [`${s.own},${s.other}`, s]));
    return {
        owns: range((s) => s.own),
        others: range((s) => s.other),
        cell: (own, other) => by.get(`${own},${other}`),
    };
}

// What most positions of a subspace are to the side to move, for its colour and sign: a result that fills it all, or
// more than half; "mixed" otherwise.
export function tendency(s: SubspaceStats): 'win' | 'draw' | 'loss' | 'mixed' | 'unknown' {
    if (!s.solved || s.wins === null || s.draws === null || s.losses === null) return 'unknown';
    if (s.wins * 2 > s.positions) return 'win';
    if (s.draws * 2 > s.positions) return 'draw';
    if (s.losses * 2 > s.positions) return 'loss';
    return 'mixed';
}

// Bar heights from 0 to 1 on a logarithmic scale; one position is still to be seen.
export function logHeights(plies: readonly PlyCount[]): number[] {
    const most = Math.max(1, ...plies.map((p) => p.positions));
    const scale = Math.log10(most) + 0.5;
    return plies.map((p) => (p.positions > 0 ? (Math.log10(p.positions) + 0.5) / scale : 0));
}

// The deepest entry that is a win (odd) or a loss (even).
export const deepest = (plies: readonly PlyCount[], parity: 0 | 1): PlyCount | null =>
    [...plies].reverse().find((p) => p.ply % 2 === parity) ?? null;
