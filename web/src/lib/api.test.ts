// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Api, ApiError } from './api';

function fake(status: number, body: string): { api: Api; asked: [string, RequestInit | undefined][] } {
    const asked: [string, RequestInit | undefined][] = [];
    const api = new Api('http://x', (url, init) => {
        asked.push([url, init]);
        return Promise.resolve(new Response(body, { status }));
    });
    return { api, asked };
}

describe('client', () => {
    it('asks once for the same position, until tables change', async () => {
        const { api, asked } = fake(200, '{"position":"p"}');
        await api.analyse('nine-c1@3,3', '*/@ w 9 9');
        await api.analyse('nine-c1@3,3', '*/@ w 9 9');
        expect(asked.map(([u]) => u)).toEqual(['http://x/v1/nine-c1@3,3?fen=*%2F%40_w_9_9&replies=1']);
        api.forget();
        await api.analyse('nine-c1@3,3', '*/@ w 9 9');
        expect(asked).toHaveLength(2);
    });
    it('gives the sentence of a problem', async () => {
        const { api } = fake(
            400,
            '{"type":"about:blank","title":"Bad Request","status":400,"detail":"column 9: no","column":9}',
        );
        await expect(api.analyse('nine-c1', 'x')).rejects.toMatchObject({
            message: 'column 9: no',
            status: 400,
            problem: { column: 9 },
        });
    });
    it('survives answers that are no JSON, and none at all', async () => {
        await expect(fake(502, '<html>').api.variants()).rejects.toMatchObject({ status: 502 });
        const dead = new Api('', () => Promise.reject(new TypeError('refused')));
        await expect(dead.variants()).rejects.toBeInstanceOf(ApiError);
    });
    it('posts games as JSON', async () => {
        const { api, asked } = fake(200, '{"results":[]}');
        await api.game('nine-c1', null, ['d6']);
        expect(asked[0]![1]).toMatchObject({
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: '{"turns":["d6"],"counts":true}',
        });
    });
});
