// SPDX-License-Identifier: MIT
// The 24 points: names, places on the drawing, lines to draw, and the 16 symmetries of the board. Drawing only; which
// turns are legal is the server's business.
export type PointName = string;

// In the order of the position text: inner, middle, outer ring, clockwise from the top middle point.
export const POINTS: readonly PointName[] = [
    'd5',
    'e5',
    'e4',
    'e3',
    'd3',
    'c3',
    'c4',
    'c5',
    'd6',
    'f6',
    'f4',
    'f2',
    'd2',
    'b2',
    'b4',
    'b6',
    'd7',
    'g7',
    'g4',
    'g1',
    'd1',
    'a1',
    'a4',
    'a7',
];

const NUMBERS = new Map(POINTS.map((name, i) => [name, i]));
export const isPoint = (name: string): boolean => NUMBERS.has(name);
export const numberOf = (name: PointName): number => NUMBERS.get(name) ?? -1;

// Column and row on the drawing, 0..6 from the top left.
export const columnOf = (name: PointName): number => name.charCodeAt(0) - 97;
export const rowOf = (name: PointName): number => 7 - Number(name[1]);

// Row by row from the top left, as PlayOK numbers them from 1 to 24.
export const ROW_BY_ROW: readonly PointName[] = [...POINTS].sort(
    (a, b) => rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b),
);

// The strokes of the board from end to end.
export function strokes(board: 'nine' | 'diagonals'): [PointName, PointName][] {
    const at = (ring: number, i: number): PointName => POINTS[ring * 8 + (i & 7)]!;
    const out: [PointName, PointName][] = [];
    for (let ring = 0; ring < 3; ++ring)
        for (let corner = 1; corner < 8; corner += 2) out.push([at(ring, corner), at(ring, corner + 2)]);
    for (let i = 0; i < 8; i += board === 'diagonals' ? 1 : 2) out.push([at(0, i), at(2, i)]);
    return out;
}

// The point to go to from `name` with an arrow key: the nearest one in that direction, same line preferred.
export function towards(name: PointName, dx: number, dy: number, place: (p: PointName) => [number, number]): PointName {
    const [x, y] = place(name);
    let best = name,
        cost = Infinity;
    for (const other of POINTS) {
        const [ox, oy] = place(other);
        const along = (ox - x) * dx + (oy - y) * dy;
        const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
        if (other === name || along <= 0) continue;
        const c = along + 3 * aside;
        if (c < cost) {
            cost = c;
            best = other;
        }
    }
    return best;
}

export type Symmetry = 'rotate' | 'mirror' | 'swap';

// Rotation by a quarter to the right, reflection left to right, exchange of inner and outer ring.
export function mapPoint(symmetry: Symmetry, name: PointName): PointName {
    const n = numberOf(name),
        ring = n >> 3,
        i = n & 7;
    switch (symmetry) {
        case 'rotate':
            return POINTS[ring * 8 + ((i + 2) & 7)]!;
        case 'mirror':
            return POINTS[ring * 8 + ((8 - i) & 7)]!;
        case 'swap':
            return POINTS[(2 - ring) * 8 + i]!;
    }
}
