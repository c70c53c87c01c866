// SPDX-License-Identifier: MIT
// The answers of the server (docs/http_api.md), as the page reads them.
export type Side = 'white' | 'black';
export type Category = 'win' | 'draw' | 'loss' | 'unknown';
export type Values = 'dtw' | 'wdl' | 'none';
export type Counts = Record<Category, number>;
// The server's judgement on a turn: the only move, badly delayed, half a point away, thrown away.
export type Mark = '' | '!' | '?!' | '?' | '??';
export type Over = 'few men' | 'blocked' | 'full board';

export interface SubspaceId {
    own: number;
    other: number;
    own_hand: number;
    other_hand: number;
    text: string;
}

export interface Move {
    text: string;
    from: string | null;
    to: string;
    removes: string[];
    position: string;
    category: Category;
    dtw: number | null;
    outcome: Category;
    best: boolean;
    delta: number | null;
    mark: Mark;
    class: number;
    replies?: Counts;
}

export interface Analysis {
    variant: string;
    fingerprint: string;
    position: string;
    canonical: string;
    side: Side;
    phase: string;
    men: Record<Side, number>;
    hand: Record<Side, number>;
    over: Over | null;
    category: Category;
    dtw: number | null;
    values: Values;
    reason: string | null;
    counts: Counts;
    table: { subspace: SubspaceId; collection: string; row: number; rank: number; rows: number; row_size: number };
    moves: Move[];
}

export interface BatchResult {
    position: string;
    side: Side;
    over: Over | null;
    category: Category;
    dtw: number | null;
    values: Values;
    turn: string | null;
    mark: Mark;
    counts: Counts | null;
}

export interface LineAnswer {
    position: string;
    category: Category;
    dtw: number | null;
    line: { text: string; position: string; category: Category; dtw: number | null; equal: string[] }[];
    end: 'over' | 'repetition' | 'limit' | 'unknown';
}

export interface PlayAnswer {
    turn: { text: string; from: string | null; to: string; removes: string[]; position: string };
    source: 'table' | 'search' | 'random';
    score: number | null; // hundredths of a man, for the mover; null unless it searched
    depth: number | null;
    note: string | null;
}

export interface Exercise {
    kind: 'win' | 'only' | 'hold' | 'refute';
    position: string;
    side: Side;
    category: Category;
    dtw: number | null;
    solution: string;
    before: string | null; // with `refute`: the position before the mistake
    mistake: string | null;
}

export interface CompareResult {
    variant: string;
    description: string;
    possible: boolean;
    over: Over | null;
    category: Category;
    dtw: number | null;
    values: Values;
    reason: string | null;
    counts: Counts;
    best: string[];
}

export interface SubspaceStats extends SubspaceId {
    positions: number;
    solved: boolean;
    values: Values;
    wins: number | null;
    draws: number | null;
    losses: number | null;
    max_ply: number | null;
    longest: string | null;
}

export interface PlyCount {
    ply: number;
    positions: number;
    example: string;
}

export interface StatsAnswer {
    variant: string;
    positions: number;
    solved_positions: number;
    subspaces: SubspaceStats[];
}

export interface VariantInfo {
    id: string;
    board: 'nine' | 'diagonals';
    men: number;
    phases: 'place then move' | 'place or move';
    all_in_mills: 'capture' | 'protected';
    takes: number;
    full_board_draw: boolean;
    description: string;
    start: string;
    subspaces: number;
    solved: number;
    values: Values | 'mixed';
}

export interface SolvePreset {
    label: string;
    variant: string;
    phase: string;
    max_men: number | null;
    values: Values;
    positions: number;
    memory_bytes: number;
    disk_bytes: number;
    seconds?: number | null; // about how long, where the server knows
    done: boolean;
    command: string;
}

export interface SolveStatus {
    allowed: boolean;
    db: string;
    state: 'idle' | 'running' | 'done' | 'failed' | 'cancelled';
    job: {
        id: number;
        variant: string;
        stage: string;
        fraction: number;
        positions: number;
        elapsed_ms: number;
        remaining_ms: number | null;
        message: string | null;
    } | null;
    presets: SolvePreset[];
}

export interface Problem {
    status: number;
    title: string;
    detail: string;
    column?: number;
    index?: number;
}
