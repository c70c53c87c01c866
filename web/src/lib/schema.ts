// SPDX-License-Identifier: MIT
// Made by make-api-types.mjs from apps/server/api/openapi.json; not to be changed by hand.
// For the side to move in the position it stands beside.
export type Category = 'win' | 'draw' | 'loss' | 'unknown';

// What stands behind a value: exact depth, result only, no table.
export type Basis = 'dtw' | 'wdl' | 'none';

export type Side = 'white' | 'black';

// Why the game has ended; null while it goes on.
export type Over = 'few men' | 'blocked' | 'full board' | null;

// INNER/MIDDLE/OUTER SIDE WHITE_HAND BLACK_HAND
export type Position = string;

export type Turn = string;

export type Point = string;

export type Fingerprint = string;

// Plies to the end under best play; null for draws, unknown values and results without depths.
export type Depth = number | null;

export type Counts = {
    win: number;
    draw: number;
    loss: number;
    unknown: number;
};

export type BothSides = {
    white: number;
    black: number;
};

export type Subspace = {
    own: number;
    other: number;
    own_hand: number;
    other_hand: number;
    text: string;
};

export type Move = {
    text: Turn;
    from: Point | null;
    to: Point;
    removes: Point[];
    position: Position;
    category: Category;
    dtw: Depth;
    outcome: Category;
    ultra: Ultra;
    best: boolean;
    delta: number | null;
    mark: Mark;
    said: string;
    class: number;
    replies?: Counts;
};

export type PositionAnswer = {
    variant: string;
    fingerprint: Fingerprint;
    position: Position;
    canonical: Position;
    side: Side;
    phase: 'placing' | 'moving' | 'flying' | 'placing or moving' | 'over';
    men: BothSides;
    hand: BothSides;
    over: Over;
    category: Category;
    dtw: Depth;
    values: Basis;
    reason: string | null;
    ultra: Ultra;
    subspace_values: string[];
    counts: Counts;
    table: {
        subspace: Subspace;
        collection: string;
        row: number;
        rank: number;
        rows: number;
        row_size: number;
    };
    moves: Move[];
};

export type LinePly = {
    text: Turn;
    position: Position;
    category: Category;
    dtw: Depth;
    ultra: Ultra;
    equal: Turn[];
};

export type LineAnswer = {
    variant: string;
    position: Position;
    category: Category;
    dtw: Depth;
    values: Basis;
    reason: string | null;
    ultra: Ultra;
    line: LinePly[];
    end: 'over' | 'repetition' | 'limit' | 'unknown';
};

export type BatchResult = {
    position: Position;
    side: Side;
    over: Over;
    category: Category;
    dtw: Depth;
    values: Basis;
    reason: string | null;
    ultra: Ultra;
    turn: Turn | null;
    mark: Mark;
    said: string;
    counts: Counts | null;
};

export type BatchAnswer = {
    variant: string;
    results: BatchResult[];
};

// Either turns (and optionally start) or positions.
export type BatchRequest = {
    turns?: string[];
    start?: string;
    positions?: string[];
    counts?: boolean;
    subspace_values?: string;
};

export type PlayRequest = {
    position?: string;
    // random, search, perfect or ultra; the last two with local= and among=, ultra also with values=.
    player?: string;
    level?: number;
    seed?: number;
    ms?: number;
    nodes?: number;
    history?: string[];
};

export type PlayAnswer = {
    variant: string;
    position: Position;
    player: 'random' | 'search' | 'perfect' | 'ultra';
    level: number | null;
    turn: {
        text: Turn;
        from: Point | null;
        to: Point;
        removes: Point[];
        position: Position;
    };
    source: 'table' | 'search' | 'random';
    category: Category;
    dtw: Depth;
    ultra: Ultra;
    score: number | null;
    depth: number | null;
    nodes: number | null;
    ms: number;
    seed: number;
    note: string | null;
};

export type CompareResult = {
    variant: string;
    description: string;
    possible: boolean;
    over: Over;
    category: Category;
    dtw: Depth;
    values: Basis;
    reason: string | null;
    ultra: Ultra;
    counts: Counts;
    best: Turn[];
};

export type CompareAnswer = {
    position: Position;
    results: CompareResult[];
};

export type SubspaceStatistics = {
    own: number;
    other: number;
    own_hand: number;
    other_hand: number;
    text: string;
    positions: number;
    solved: boolean;
    values: Basis;
    wins: number | null;
    draws: number | null;
    losses: number | null;
    max_ply: number | null;
    longest: Position | null;
};

export type PlyCount = {
    ply: number;
    positions: number;
    example: Position;
};

export type SubspaceWithPlies = {
    own: number;
    other: number;
    own_hand: number;
    other_hand: number;
    text: string;
    positions: number;
    solved: boolean;
    values: Basis;
    wins: number | null;
    draws: number | null;
    losses: number | null;
    max_ply: number | null;
    longest: Position | null;
    plies: PlyCount[];
};

export type StatsAnswer = {
    variant: string;
    fingerprint: Fingerprint;
    positions: number;
    solved_positions: number;
    subspaces: SubspaceStatistics[];
};

export type SubspaceAnswer = {
    variant: string;
    subspace: SubspaceWithPlies;
};

export type VariantInfo = {
    id: string;
    board: 'nine' | 'diagonals';
    men: number;
    phases: 'place then move' | 'place or move';
    all_in_mills: 'capture' | 'protected';
    takes: number;
    full_board_draw: boolean;
    description: string;
    start: Position;
    fingerprint: Fingerprint;
    subspaces: number;
    solved: number;
    values: 'none' | 'dtw' | 'wdl' | 'mixed';
};

export type VariantsAnswer = {
    variants: VariantInfo[];
};

// One position with exactly one right turn. `before` and `mistake` only for refute: where the opponent stood and what he played.
export type Exercise = {
    variant: string;
    kind: 'win' | 'only' | 'hold' | 'refute';
    position: Position;
    side: Side;
    category: Category;
    dtw: Depth;
    ultra: Ultra;
    solution: Turn;
    before: Position | null;
    mistake: Turn | null;
    subspace: Subspace;
    seed: number;
};

// Turns that a player made, and those of them that gave a result away
export type OpeningCount = {
    turns: number;
    wrong: number;
};

// `here`: at this position; `by_now`: at all positions with as many men placed
export type OpeningPlayer = {
    player: string;
    games: number;
    here: OpeningCount;
    by_now: OpeningCount;
};

// For each player, in their order: how often he chose the turn or one that is the same by symmetry, and what he did to move after it
export type OpeningTurn = {
    text: Turn;
    chosen: number[];
    then: OpeningCount[];
};

export type OpeningAnswer = {
    variant: string;
    position: Position;
    placed: number;
    players: OpeningPlayer[];
    turns: OpeningTurn[];
};

export type SolveJob = {
    id: number;
    variant: string;
    phase: 'moving' | 'all';
    max_men: number | null;
    values: 'dtw' | 'wdl';
    stage: string;
    fraction: number;
    positions: number;
    elapsed_ms: number;
    remaining_ms: number | null;
    message: string | null;
};

export type SolvePreset = {
    label: string;
    variant: string;
    phase: 'moving' | 'all';
    max_men: number | null;
    values: 'dtw' | 'wdl';
    positions: number;
    memory_bytes: number;
    disk_bytes: number;
    // Roughly, on this machine
    seconds: number;
    done: boolean;
    command: string;
};

export type SolveStatus = {
    allowed: boolean;
    db: string;
    state: 'idle' | 'running' | 'done' | 'failed' | 'cancelled';
    job: SolveJob | null;
    presets: SolvePreset[];
};

export type SolveRequest = {
    variant: string;
    phase?: 'moving' | 'all';
    max_men?: number;
    values?: 'dtw' | 'wdl';
};

export type Version = {
    name: string;
    version: string;
    commit: string;
    api: 1;
};

export type Problem = {
    type: 'about:blank';
    title: string;
    status: number;
    detail: string;
    column?: number;
    index?: number;
};

// The judgement on a turn.
export type Mark = '' | '!' | '?!' | '?' | '??';

// The ultra-strong value of a draw; null where there is none.
export type Ultra = {
    value: number;
    depth: number | null;
    ends_in: string;
} | null;
