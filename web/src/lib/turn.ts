// SPDX-License-Identifier: MIT
// The text of a turn taken apart and put together: d6, d6xa1, d6xa1,g4, d1-a1, d1-a1xd7.
import { isPoint, mapPoint, type PointName, type Symmetry } from './points';

export interface TurnParts {
    from: PointName | null;
    to: PointName;
    removes: PointName[];
}

export function readTurn(text: string): TurnParts | null {
    const m = /^(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7])(?:,([a-g][1-7]))?)?$/.exec(text);
    if (!m) return null;
    const removes = [m[3], m[4]].filter((x): x is string => x !== undefined);
    const all = [m[2]!, ...removes, ...(m[1] ? [m[1]] : [])];
    return all.every(isPoint) ? { from: m[1] ?? null, to: m[2]!, removes } : null;
}

export const writeTurn = (t: TurnParts): string =>
    (t.from ? `${t.from}-` : '') + t.to + (t.removes.length ? `x${t.removes.join(',')}` : '');

// Equal for equal turns, whatever the order of the men taken.
export const turnKey = (t: TurnParts): string => writeTurn({ ...t, removes: [...t.removes].sort() });

export function mapTurn(symmetry: Symmetry, text: string): string {
    const t = readTurn(text);
    if (!t) return text;
    const map = (p: PointName): PointName => mapPoint(symmetry, p);
    return writeTurn({ from: t.from && map(t.from), to: map(t.to), removes: t.removes.map(map) });
}
