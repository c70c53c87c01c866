// SPDX-License-Identifier: MIT
// The text of a position taken apart and put together. Whether it is possible is the server's business.
import { POINTS, mapPoint, type PointName, type Symmetry } from './points';
import type { Side } from './types';

export type Man = Side | null;

export interface Board {
    men: Record<PointName, Man>;
    side: Side;
    hand: Record<Side, number>;
}

const MAN_OF: Record<string, Man> = { O: 'white', '@': 'black', '*': null };
const CHAR_OF = (man: Man): string => (man === 'white' ? 'O' : man === 'black' ? '@' : '*');
export const opposite = (side: Side): Side => (side === 'white' ? 'black' : 'white');

// Null when the text has not the form of a position.
export function readPosition(text: string): Board | null {
    const m = /^([*O@]{8})\/([*O@]{8})\/([*O@]{8}) ([wb]) (\d{1,2}) (\d{1,2})$/.exec(text.trim().replaceAll('_', ' '));
    if (!m) return null;
    const men: Record<PointName, Man> = {};
    const flat = m[1]! + m[2]! + m[3]!;
    POINTS.forEach((name, i) => (men[name] = MAN_OF[flat[i]!] ?? null));
    return { men, side: m[4] === 'w' ? 'white' : 'black', hand: { white: Number(m[5]), black: Number(m[6]) } };
}

export function writePosition(board: Board): string {
    const flat = POINTS.map((name) => CHAR_OF(board.men[name] ?? null)).join('');
    const rings = [flat.slice(0, 8), flat.slice(8, 16), flat.slice(16)].join('/');
    return `${rings} ${board.side === 'white' ? 'w' : 'b'} ${board.hand.white} ${board.hand.black}`;
}

export function mapPosition(symmetry: Symmetry, text: string): string {
    const board = readPosition(text);
    if (!board) return text;
    const men: Record<PointName, Man> = {};
    for (const name of POINTS) men[mapPoint(symmetry, name)] = board.men[name] ?? null;
    return writePosition({ ...board, men });
}

// The same position with the colours exchanged.
export function swapColours(text: string): string {
    const board = readPosition(text);
    if (!board) return text;
    const men: Record<PointName, Man> = {};
    for (const name of POINTS) {
        const man = board.men[name];
        men[name] = man ? opposite(man) : null;
    }
    return writePosition({
        men,
        side: opposite(board.side),
        hand: { white: board.hand.black, black: board.hand.white },
    });
}
