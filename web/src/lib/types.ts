// SPDX-License-Identifier: MIT
// The answers of the server as the page reads them. The types are made from its OpenAPI description (schema.ts); here
// they only get the names that the page uses.
import type * as S from './schema';

export type {
    BatchRequest,
    BatchResult,
    Category,
    CompareResult,
    Counts,
    Exercise,
    Mark, // the server's judgement on a turn: the only move, badly delayed, half a point away, thrown away
    Move,
    OpeningAnswer,
    PlayAnswer,
    PlyCount,
    Side,
    StatsAnswer,
    Ultra,
    VariantInfo,
} from './schema';
export type Values = S.Basis;
export type Over = NonNullable<S.Over>;
export type SubspaceId = S.Subspace;
export type SubspaceStats = S.SubspaceStatistics;
export type SubspaceDetails = S.SubspaceWithPlies;
export type Analysis = S.PositionAnswer;
export type LineAnswer = S.LineAnswer;
export type SolvePreset = S.SolvePreset;
export type SolveStatus = S.SolveStatus;
export type Problem = Omit<S.Problem, 'type' | 'status'> & { status: number }; // 0: no answer at all
