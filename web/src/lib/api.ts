// SPDX-License-Identifier: MIT
// The client of docs/http_api.md. Throws ApiError with the server's sentence; nothing is guessed.
import type {
    Analysis,
    BatchResult,
    CompareResult,
    Exercise,
    LineAnswer,
    OpeningAnswer,
    PlayAnswer,
    PlyCount,
    Problem,
    SolveStatus,
    StatsAnswer,
    SubspaceId,
    SubspaceStats,
    VariantInfo,
} from './types';

export class ApiError extends Error {
    constructor(readonly problem: Problem) {
        super(problem.detail);
    }
    get status(): number {
        return this.problem.status;
    }
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const query = (text: string): string => encodeURIComponent(text.replaceAll(' ', '_'));
const KEPT = 400; // analyses kept, so that going back and forth in a game asks nothing twice

export class Api {
    private readonly kept = new Map<string, Analysis>();

    constructor(
        private readonly base = '',
        private readonly fetcher: Fetch = (u, i) => fetch(u, i),
    ) {}

    // Tables have changed: forget what was kept.
    forget(): void {
        this.kept.clear();
    }

    async analyse(variant: string, position: string | null, signal?: AbortSignal): Promise<Analysis> {
        const url = `/v1/${variant}?${position === null ? '' : `fen=${query(position)}&`}replies=1`;
        const there = this.kept.get(url);
        if (there) return there;
        const answer = await this.get<Analysis>(url, signal);
        if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
        this.kept.set(url, answer);
        return answer;
    }

    line(variant: string, position: string, plies = 400): Promise<LineAnswer> {
        return this.get(`/v1/${variant}/line?fen=${query(position)}&plies=${plies}`);
    }

    opening(variant: string, position: string): Promise<OpeningAnswer> {
        return this.get(`/v1/${variant}/opening?fen=${query(position)}`);
    }

    async game(variant: string, start: string | null, turns: string[], counts = true): Promise<BatchResult[]> {
        const body = { ...(start === null ? {} : { start }), turns, counts };
        return (await this.post<{ results: BatchResult[] }>(`/v1/${variant}/batch`, body)).results;
    }

    play(
        variant: string,
        body: { position: string; player: string; level?: number; history?: string[]; ms?: number },
    ): Promise<PlayAnswer> {
        return this.post(`/v1/${variant}/play`, body);
    }

    exercise(variant: string, wish: Record<string, string | number>): Promise<Exercise> {
        const fields = Object.entries(wish).map(([k, v]) => `${k}=${v}`);
        return this.get(`/v1/${variant}/exercise?${fields.join('&')}`);
    }

    async compare(position: string, signal?: AbortSignal): Promise<CompareResult[]> {
        return (await this.get<{ results: CompareResult[] }>(`/v1/compare?fen=${query(position)}`, signal)).results;
    }

    stats(variant: string): Promise<StatsAnswer> {
        return this.get(`/v1/${variant}/stats`);
    }

    async subspace(variant: string, s: SubspaceId): Promise<SubspaceStats & { plies: PlyCount[] }> {
        const url = `/v1/${variant}/stats?subspace=${s.own},${s.other},${s.own_hand},${s.other_hand}`;
        return (await this.get<{ subspace: SubspaceStats & { plies: PlyCount[] } }>(url)).subspace;
    }

    async variants(): Promise<VariantInfo[]> {
        return (await this.get<{ variants: VariantInfo[] }>('/v1/variants')).variants;
    }

    solveStatus(variant: string): Promise<SolveStatus> {
        return this.get(`/v1/solve?variant=${variant}`);
    }
    startSolve(body: object): Promise<SolveStatus> {
        return this.post('/v1/solve', body);
    }
    cancelSolve(): Promise<SolveStatus> {
        return this.post('/v1/solve/cancel', {});
    }

    private get<T>(url: string, signal?: AbortSignal): Promise<T> {
        return this.ask<T>(url, signal ? { signal } : {});
    }
    private post<T>(url: string, body: object): Promise<T> {
        return this.ask<T>(url, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
        });
    }

    private async ask<T>(url: string, init: RequestInit): Promise<T> {
        let response: Response;
        try {
            response = await this.fetcher(this.base + url, init);
        } catch (e) {
            if (init.signal?.aborted) throw e;
            throw new ApiError({
                status: 0,
                title: 'No answer',
                detail: 'The server does not answer. Is merels serve running?',
            });
        }
        if (response.ok) return (await response.json()) as T;
        let problem: Problem;
        try {
            problem = (await response.json()) as Problem;
        } catch {
            problem = { status: response.status, title: '', detail: `The server answered ${response.status}.` };
        }
        throw new ApiError({ ...problem, status: response.status });
    }
}
