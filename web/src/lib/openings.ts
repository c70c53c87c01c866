// SPDX-License-Identifier: MIT
// The opening explorer: one branch for each turn that is its own by symmetry, with what the tables say of it and what
// players did in recorded games.
import { groups } from './marks';
import type { Analysis, Move, OpeningAnswer } from './types';

export interface Count {
    turns: number;
    wrong: number;
}
export interface Branch {
    move: Move;
    alike: number; // further turns that are the same by symmetry
    holds: [number, number] | null; // replies that keep the opponent's result, of all; null where that is not known
    lost: boolean; // every reply loses
    chosen: number | null; // part of the recorded turns that chose it; null where there are none
    then: Count; // what the player did to move after it
}

export function branches(a: Analysis, record: OpeningAnswer | null, player: number): Branch[] {
    const counts = new Map(record?.turns.map((o) => [o.text, o]) ?? []);
    const here = record?.players[player]?.here.turns ?? 0;
    return groups(a.moves).map((group) => {
        const move = group[0]!,
            r = move.replies,
            o = counts.get(move.text);
        const total = r ? r.win + r.draw + r.loss + r.unknown : 0;
        const known = r && total > 0 && r.unknown === 0 && move.category !== 'unknown';
        const lost = !!known && move.category === 'loss';
        return {
            move,
            alike: group.length - 1,
            holds: known && !lost ? [r[move.category], total] : null,
            lost,
            chosen: here > 0 ? (o?.chosen[player] ?? 0) / here : null,
            then: o?.then[player] ?? { turns: 0, wrong: 0 },
        };
    });
}

// The player that is shown: the one that was wished for, else the first.
export function playerIndex(record: OpeningAnswer | null, wish: string): number {
    return Math.max(0, record?.players.findIndex((p) => p.player === wish) ?? 0);
}
