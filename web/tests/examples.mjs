// SPDX-License-Identifier: MIT
// Runs every curl example of docs/http_api.md against the server and compares the form of the answer with the JSON
// that the document shows: every field that it names must be there, of the same type.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WEB } from './browser.mjs';
import { world } from './world.mjs';

const text = readFileSync(join(WEB, '..', 'docs', 'http_api.md'), 'utf8');
const blocks = [...text.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map((m) => ({ kind: m[1], body: m[2], at: m.index }));

// One curl command of the plain kind that the document uses.
function request(line) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]);
    const out = { method: 'GET', headers: {} };
    for (let i = 1; i < words.length; ++i) {
        if (words[i] === '-H') {
            const [k, v] = words[++i].split(': ');
            out.headers[k] = v;
        } else if (words[i] === '-d') {
            out.body = words[++i];
            out.method = 'POST';
        } else if (words[i] === '-X') out.method = words[++i];
        else out.url = words[i].replace('http://127.0.0.1:9000', world.server.url);
    }
    return out;
}

function sameForm(example, answer, path) {
    if (example === null || answer === null) return;
    if (Array.isArray(example)) {
        assert.ok(Array.isArray(answer), `${path} must be a list`);
        if (example.length && answer.length) sameForm(example[0], answer[0], `${path}[0]`);
        return;
    }
    assert.equal(typeof answer, typeof example, path);
    if (typeof example !== 'object') return;
    for (const key of Object.keys(example)) {
        if (path.endsWith('moves[0]') && key === 'replies' && !(key in answer)) continue; // only when asked for
        assert.ok(key in answer, `${path}.${key} is missing`);
        sameForm(example[key], answer[key], `${path}.${key}`);
    }
}

const shells = blocks.flatMap((b, i) =>
    b.kind === 'sh'
        ? b.body
              .trim()
              .split('\n')
              .map((line) => ({ line, json: blocks[i + 1]?.kind === 'json' ? blocks[i + 1].body : null }))
        : [],
);
test('the document has examples', () => assert.ok(shells.length >= 14, `${shells.length} examples`));

for (const { line, json } of shells) {
    test(`docs/http_api.md: ${line.slice(0, 90)}`, { timeout: 60000 }, async () => {
        const { url, ...init } = request(line);
        const response = await fetch(url, init);
        const body = await response.text();
        // Cancelling a solve that has already ended is a conflict; starting a second one too.
        const conflict = url.includes('/v1/solve') && init.method === 'POST';
        assert.ok(response.ok || (conflict && response.status === 409), `${response.status} ${body}`);
        if (!url.includes('/v1/')) return;
        const type = response.headers.get('content-type');
        const expected = url.includes('/board.svg') ? /image\/svg\+xml/ : /application\/json/;
        assert.match(type, response.ok ? expected : /application\/problem\+json/);
        assert.equal(response.headers.get('access-control-allow-origin'), url.includes('/v1/solve') ? null : '*');
        if (json && response.ok && !line.includes('stats?subspace'))
            sameForm(JSON.parse(json), JSON.parse(body), 'answer');
    });
}

test('errors are problem JSON with the right status', { timeout: 60000 }, async () => {
    const post = (body, type = 'application/json') => ({ method: 'POST', headers: { 'Content-Type': type }, body });
    for (const [path, init, status] of [
        ['/v1/nine-c1?fen=xyz', {}, 400],
        ['/v1/nine-c1?fen=OOOOOOOO/OO******/********_w_0_0', {}, 400],
        ['/v1/no-such', {}, 404],
        ['/v1/nine-c1/nothing', {}, 404],
        ['/v1/nine-c1/stats?subspace=20,1,0,0', {}, 404],
        ['/v1/nine-c1/batch', {}, 405],
        ['/v1/nine-c1/batch', post('{'), 400],
        ['/v1/nine-c1/batch', post('{"turns":["d6","d6"]}'), 400],
        [
            '/v1/nine-c1/batch',
            post(JSON.stringify({ positions: Array(1025).fill('********/********/******** w 9 9') })),
            413,
        ],
        ['/v1/nine-c1/play', post('{"player":"nobody"}'), 400],
    ]) {
        const response = await fetch(world.server.url + path, init);
        const body = await response.json();
        assert.equal(response.status, status, path);
        assert.match(response.headers.get('content-type'), /application\/problem\+json/, path);
        assert.equal(body.status, status);
        assert.ok(body.detail.length > 0 && body.title.length > 0, path);
        assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
    }
});

test('an unchanged answer is 304', async () => {
    const url = `${world.server.url}/v1/nine-c1`;
    const tag = (await fetch(url)).headers.get('etag');
    assert.ok(tag);
    assert.equal((await fetch(url, { headers: { 'If-None-Match': tag } })).status, 304);
});
