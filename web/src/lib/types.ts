// SPDX-License-Identifier: MIT
// The answers of the server as the page reads them. The types are made from its OpenAPI description (schema.ts); here
// they only get the names that the page uses.
import type * as S from './schema';

export type {
    BatchRequest,
    Category,
    CompareResult,
    Counts,
    Exercise,
    PlayAnswer,
    PlyCount,
    Side,
    StatsAnswer,
    VariantInfo,
} from './schema';
export type Values = S.Basis;
export type Over = NonNullable<S.Over>;
// The server's judgement on a turn: the only move, badly delayed, half a point away, thrown away.
export type Mark = '' | '!' | '?!' | '?' | '??';
export type SubspaceId = S.Subspace;
export type SubspaceStats = S.SubspaceStatistics;
export type SubspaceDetails = S.SubspaceWithPlies;
export type Move = S.Move & { mark: Mark };
export type Analysis = Omit<S.PositionAnswer, 'moves'> & { moves: Move[] };
export type BatchResult = S.BatchResult & { mark: Mark };
export type LineAnswer = S.LineAnswer;
export type SolvePreset = S.SolvePreset & { seconds?: number | null }; // about how long, where the server knows
export type SolveStatus = Omit<S.SolveStatus, 'presets'> & { presets: SolvePreset[] };
export type Problem = Omit<S.Problem, 'type' | 'status'> & { status: number }; // 0: no answer at all
