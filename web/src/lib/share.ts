// SPDX-License-Identifier: MIT
// Everything one wants to share, behind the # of the address: rules, start, turns, place and view.
//   #nine-c1                                 the start
//   #nine-c1?turns=d6_f4_d2&at=2&view=game   a game, standing after its second turn
//   #nine-c1?start=…_w_9_9                   a position
//   #nine-c1?turns=d6_f4&tree=…              one line to read, and the whole game with its variations (saved.ts)
//   #~…                                      the whole game alone: no character that a chat takes for markup but '_' and '-'
import { readPosition } from './position';
import { isPlain, readSaved, writeSaved, type Saved } from './saved';
import { readTurn } from './turn';

export const VIEWS = ['play', 'analyse', 'game', 'train', 'rules', 'statistics'] as const;
export type View = (typeof VIEWS)[number];

export interface Shared {
    variant: string;
    start: string | null; // null: the start of the variant
    turns: string[];
    at: number | null; // null: after the last turn
    view: View | null;
    tree: Saved | null; // where the line does not tell everything
}

export type AddressProblem =
    | { kind: 'variant'; text: string }
    | { kind: 'start'; text: string }
    | { kind: 'turn'; text: string; index: number }
    | { kind: 'damaged' };

export const plainShare = (variant: string, start: string | null = null, view: View | null = null): Shared => ({
    variant,
    start,
    turns: [],
    at: null,
    view,
    tree: null,
});

// '_' for spaces, and between turns; '*', '@', '/', ',' may stand in a fragment as they are.
export function writeShare(s: Shared): string {
    const fields: string[] = [];
    if (s.start !== null) fields.push(`start=${s.start.replaceAll(' ', '_')}`);
    if (s.turns.length > 0) fields.push(`turns=${s.turns.join('_')}`);
    if (s.at !== null && s.at !== s.turns.length) fields.push(`at=${s.at}`);
    if (s.view !== null) fields.push(`view=${s.view}`);
    if (s.tree !== null && !isPlain(s.tree)) fields.push(`tree=${writeSaved(s.tree)}`);
    return `#${s.variant}${fields.length ? `?${fields.join('&')}` : ''}`;
}

export const writeCompact = (saved: Saved): string => `#~${writeSaved(saved)}`;

// What an address says, and what is wrong with it. Nothing is thrown away silently: turns before a wrong one are kept.
export function readShare(fragment: string): { shared: Shared | null; problem: AddressProblem | null } {
    const bad = (problem: AddressProblem) => ({ shared: null, problem });
    let text: string;
    try {
        text = decodeURIComponent(fragment.replace(/^#/, ''));
    } catch {
        return bad({ kind: 'damaged' });
    }
    if (text === '') return { shared: null, problem: null };
    if (text.startsWith('~')) {
        const saved = readSaved(text.slice(1));
        if (!saved) return bad({ kind: 'damaged' });
        return { shared: { ...plainShare(saved.variant, saved.start), tree: saved }, problem: null };
    }
    const cut = text.indexOf('?');
    const variant = cut < 0 ? text : text.slice(0, cut);
    if (!/^[a-z][a-z0-9-]*(@\d{1,2},\d{1,2})?$/.test(variant)) return bad({ kind: 'variant', text: variant });
    const out = plainShare(variant);
    let problem: AddressProblem | null = null;
    for (const field of cut < 0 ? [] : text.slice(cut + 1).split('&')) {
        const eq = field.indexOf('='),
            key = field.slice(0, eq),
            value = field.slice(eq + 1);
        if (key === 'start') {
            const start = value.replaceAll('_', ' ');
            if (readPosition(start)) out.start = start;
            else problem = { kind: 'start', text: start };
        }
        if (key === 'turns') {
            const turns = value.split('_').filter((t) => t !== '');
            const wrong = turns.findIndex((t) => !readTurn(t));
            out.turns = wrong < 0 ? turns : turns.slice(0, wrong);
            if (wrong >= 0) problem = { kind: 'turn', text: turns[wrong]!, index: wrong };
        }
        if (key === 'at' && /^\d{1,4}$/.test(value)) out.at = Number(value);
        if (key === 'view' && (VIEWS as readonly string[]).includes(value)) out.view = value as View;
        if (key === 'tree') {
            out.tree = readSaved(value);
            if (!out.tree) problem = { kind: 'damaged' };
        }
    }
    if (problem?.kind === 'start') return { shared: plainShare(variant, null, out.view), problem };
    return { shared: out, problem };
}
