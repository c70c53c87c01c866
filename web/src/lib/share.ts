// SPDX-License-Identifier: MIT
// Everything one wants to share, behind the # of the address: variant, start, turns, place and view.
//   #nine-c1                                 the start
//   #nine-c1?turns=d6_f4_d2&at=2&view=game   a game, standing after its second turn
//   #nine-c1?start=…_w_9_9                   a position
import { readPosition } from './position';
import { readTurn } from './turn';

export const VIEWS = ['play', 'analyse', 'game', 'rules', 'statistics'] as const;
export type View = (typeof VIEWS)[number];

export interface Shared {
    variant: string;
    start: string | null; // null: the start of the variant
    turns: string[];
    at: number | null; // null: after the last turn
    view: View | null;
}

// '_' for spaces, and between turns; '*', '@', '/', ',' may stand in a fragment as they are.
export function writeShare(s: Shared): string {
    const fields: string[] = [];
    if (s.start !== null) fields.push(`start=${s.start.replaceAll(' ', '_')}`);
    if (s.turns.length > 0) fields.push(`turns=${s.turns.join('_')}`);
    if (s.at !== null && s.at !== s.turns.length) fields.push(`at=${s.at}`);
    if (s.view !== null) fields.push(`view=${s.view}`);
    return `#${s.variant}${fields.length ? `?${fields.join('&')}` : ''}`;
}

// Null when the fragment is empty or broken: then the page starts anew.
export function readShare(fragment: string): Shared | null {
    let text: string;
    try {
        text = decodeURIComponent(fragment.replace(/^#/, ''));
    } catch {
        return null;
    }
    const cut = text.indexOf('?');
    const variant = cut < 0 ? text : text.slice(0, cut);
    if (!/^[a-z][a-z0-9-]*(@\d{1,2},\d{1,2})?$/.test(variant)) return null;
    const out: Shared = { variant, start: null, turns: [], at: null, view: null };
    for (const field of cut < 0 ? [] : text.slice(cut + 1).split('&')) {
        const eq = field.indexOf('='),
            key = field.slice(0, eq),
            value = field.slice(eq + 1);
        if (key === 'start') {
            out.start = value.replaceAll('_', ' ');
            if (!readPosition(out.start)) return null;
        }
        if (key === 'turns') {
            out.turns = value === '' ? [] : value.split('_');
            if (out.turns.some((t) => !readTurn(t))) return null;
        }
        if (key === 'at' && /^\d{1,4}$/.test(value)) out.at = Number(value);
        if (key === 'view' && (VIEWS as readonly string[]).includes(value)) out.view = value as View;
    }
    return out;
}
