// SPDX-License-Identifier: MIT
// From clicks on points to one of the legal turns. The legal turns come from the server; this only narrows them.
import type { PointName } from './points';
import type { Move } from './types';

export interface Choice {
    from: PointName | null;
    to: PointName | null;
    taken: PointName[];
}
export const NO_CHOICE: Choice = { from: null, to: null, taken: [] };

export type Step =
    | { kind: 'choice'; choice: Choice } // goes on
    | { kind: 'turn'; move: Move } // complete
    | { kind: 'nothing' }; // the point means nothing here

// The turns that still fit.
export function fitting(moves: readonly Move[], c: Choice): Move[] {
    return moves.filter(
        (m) =>
            (c.to === null ? c.from === null || m.from === c.from : m.to === c.to && m.from === c.from) &&
            c.taken.every((x) => m.removes.includes(x)),
    );
}

// Points that can be chosen next, by what they would mean.
export interface Options {
    origins: Set<PointName>; // own men that can move
    targets: Set<PointName>; // where to place or move to
    victims: Set<PointName>; // men that may be taken
}

export function options(moves: readonly Move[], c: Choice): Options {
    const o: Options = { origins: new Set(), targets: new Set(), victims: new Set() };
    const fit = fitting(moves, c);
    if (c.to !== null) {
        for (const m of fit) for (const x of m.removes) if (!c.taken.includes(x)) o.victims.add(x);
        return o;
    }
    for (const m of moves) if (m.from !== null) o.origins.add(m.from);
    for (const m of fit) if (m.from === c.from) o.targets.add(m.to);
    return o;
}

function settle(moves: readonly Move[], choice: Choice): Step {
    const fit = fitting(moves, choice);
    const done = fit.find((m) => m.removes.length === choice.taken.length);
    // A turn that takes nothing exists only where nothing may be taken, so it never competes with one that takes.
    return done ? { kind: 'turn', move: done } : fit.length ? { kind: 'choice', choice } : { kind: 'nothing' };
}

export function press(moves: readonly Move[], c: Choice, point: PointName): Step {
    const o = options(moves, c);
    if (c.to !== null)
        return o.victims.has(point) ? settle(moves, { ...c, taken: [...c.taken, point] }) : { kind: 'nothing' };
    if (o.targets.has(point)) return settle(moves, { ...c, to: point });
    if (c.from === point) return { kind: 'choice', choice: NO_CHOICE };
    if (o.origins.has(point)) return { kind: 'choice', choice: { ...NO_CHOICE, from: point } };
    return c.from === null
        ? { kind: 'nothing' }
        : press(moves, NO_CHOICE, point).kind === 'nothing'
          ? { kind: 'choice', choice: NO_CHOICE }
          : press(moves, NO_CHOICE, point);
}
