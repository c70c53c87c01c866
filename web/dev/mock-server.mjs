// SPDX-License-Identifier: MIT
// A development server that keeps docs/http_api.md with plain rules and one tiny table (3 against 3 men).
//   node dev/mock-server.mjs [--port 9001] [--unsolved]
// Serves web/dist as the page. Not shipped. The table is kept in the temporary folder between starts.
import { createServer } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Api, problem } from './mock/api.mjs';
import { variantOf } from './mock/rules.mjs';
import { solveThree } from './mock/solve.mjs';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
};
const TITLES = {
    400: 'Bad Request',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    409: 'Conflict',
    413: 'Content Too Large',
    415: 'Unsupported Media Type',
    500: 'Internal Server Error',
};
const INLINE = /<script>(.*?)<\/script>/s.exec(readFileSync(join(DIST, 'index.html'), 'utf8'))[1];
const CSP =
    `default-src 'self'; script-src 'self' 'sha256-${createHash('sha256').update(INLINE).digest('base64')}'; ` +
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const api = new Api();
const solve = { state: 'idle', job: null, generator: null };
const cacheFile = (v) => join(tmpdir(), `merels-mock-3-3-${v.board}-${v.all_in_mills}.json`);

function learn(v, table) {
    api.learn(v, table);
    if (!existsSync(cacheFile(v))) writeFileSync(cacheFile(v), JSON.stringify([...table]));
}

function table(v) {
    if (existsSync(cacheFile(v))) return new Map(JSON.parse(readFileSync(cacheFile(v), 'utf8')));
    const g = solveThree(v);
    for (;;) {
        const r = g.next();
        if (r.done) return r.value;
    }
}

function solveStatus(id = 'nine-c1') {
    const v = api.variant(id);
    const solved = api.three.has(`${v.board} ${v.all_in_mills}`);
    return {
        allowed: true,
        db: 'mock',
        state: solve.state,
        job: solve.job,
        presets: [
            {
                label: 'Endgames with 3 men a side',
                variant: v.id,
                phase: 'moving',
                max_men: 3,
                values: 'dtw',
                positions: 169626,
                memory_bytes: 50e6,
                disk_bytes: 1e6,
                seconds: 1,
                done: solved,
                command: `merels solve ${v.id} --phase moving --max-men 3 --db mock`,
            },
            {
                label: 'Endgames up to 5 men a side',
                variant: v.id,
                phase: 'moving',
                max_men: 5,
                values: 'dtw',
                positions: 89e6,
                memory_bytes: 800e6,
                disk_bytes: 20e6,
                seconds: 6,
                done: false,
                command: `merels solve ${v.id} --phase moving --max-men 5 --db mock`,
            },
        ],
    };
}

function startSolve(body) {
    if (solve.state === 'running') throw problem(409, 'a solve is running already');
    const v = api.variant(body.variant);
    const began = Date.now();
    solve.state = 'running';
    solve.job = {
        id: (solve.job?.id ?? 0) + 1,
        variant: v.id,
        phase: body.phase ?? 'all',
        max_men: body.max_men ?? null,
        values: body.values ?? 'dtw',
        stage: 'listing positions',
        fraction: 0,
        positions: 0,
        elapsed_ms: 0,
        remaining_ms: null,
        message: null,
    };
    const generator = existsSync(cacheFile(v)) ? slowly(table(v)) : solveThree(v);
    const step = () => {
        if (solve.state !== 'running') return;
        const r = generator.next();
        const job = solve.job;
        job.elapsed_ms = Date.now() - began;
        if (r.done) {
            learn(v, r.value);
            Object.assign(job, { fraction: 1, positions: r.value.size, stage: 'written', remaining_ms: 0 });
            solve.state = 'done';
            return;
        }
        Object.assign(job, {
            fraction: r.value,
            stage: 'sweep 3-3',
            positions: Math.round(169626 * r.value),
            remaining_ms: r.value > 0.05 ? Math.round(job.elapsed_ms * (1 / r.value - 1)) : null,
        });
        setTimeout(step, 20);
    };
    setTimeout(step, 20);
    return solveStatus(v.id);
}
function* slowly(result) {
    for (let i = 0; i < 40; ++i) yield i / 40;
    return result;
}

function answer(method, path, query, body) {
    const get = (f) => {
        if (method !== 'GET') throw problem(405, `${path} takes GET`);
        return f();
    };
    const post = (f) => {
        if (method !== 'POST') throw problem(405, `${path} takes POST`);
        return f();
    };
    if (path === '/v1/variants') return get(() => api.variants());
    if (path === '/v1/solve')
        return method === 'POST' ? startSolve(body) : solveStatus(query.get('variant') ?? undefined);
    if (path === '/v1/solve/cancel')
        return post(() => {
            if (solve.state !== 'running') throw problem(409, 'nothing is running');
            solve.state = 'cancelled';
            return solveStatus();
        });
    if (path === '/v1/compare')
        return get(() =>
            api.compare(
                query.get('fen'),
                query.getAll('variant').length ? query.getAll('variant') : api.variants().variants.map((v) => v.id),
            ),
        );
    const m = /^\/v1\/([^/]+)(?:\/(line|stats|batch|play|exercise|opening))?$/.exec(path);
    if (!m) throw problem(404, `no such address: ${path}`);
    const v = api.variant(decodeURIComponent(m[1]));
    switch (m[2]) {
        case 'line':
            return get(() => {
                const p = api.read(v, query.get('fen'));
                const r = api.line(v, p, Math.min(+(query.get('plies') ?? 400), 1000));
                return { ...r, position: api.analyse(v, p, false).position };
            });
        case 'exercise':
            return get(() => api.exercise(v, query));
        case 'opening':
            return get(() => api.opening(v, query.get('fen')));
        case 'stats':
            return get(() => api.stats(v, query.get('subspace')));
        case 'batch':
            return post(() => api.batch(v, body));
        case 'play':
            return post(() => api.play(v, body));
        default:
            return get(() => api.analyse(v, api.read(v, query.get('fen')), query.get('replies') === '1'));
    }
}

function page(path, response) {
    const name = path === '/' || path === '/embed' ? '/index.html' : normalize(path);
    const file = join(DIST, name);
    if (!file.startsWith(DIST) || !existsSync(file)) return false;
    response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CSP,
        'Cache-Control': 'no-cache',
    });
    response.end(readFileSync(file));
    return true;
}

const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/healthz' || url.pathname === '/readyz') return response.end('ok\n');
    if (url.pathname === '/version')
        return response.end(JSON.stringify({ name: 'merels', version: 'mock', commit: '', api: 1 }));
    if (url.pathname === '/metrics') {
        response.setHeader('Content-Type', 'text/plain; version=0.0.4');
        return response.end('merels_tables 1\n');
    }
    if (!url.pathname.startsWith('/v1/')) {
        if (!page(url.pathname, response)) {
            response.statusCode = 404;
            response.end();
        }
        return undefined;
    }
    let status = 200,
        type = 'application/json',
        out;
    try {
        let text = '';
        for await (const chunk of request) text += chunk;
        if (text.length > 256 * 1024) throw problem(413, 'the body is too long');
        let body = {};
        if (text) {
            try {
                body = JSON.parse(text);
            } catch {
                throw problem(400, 'the body is not JSON');
            }
        }
        if (url.pathname.startsWith('/v1/solve') && request.method === 'POST') status = 202;
        out = answer(request.method, url.pathname, url.searchParams, body);
    } catch (e) {
        status = e.status ?? 500;
        type = 'application/problem+json';
        if (!e.status) console.error(e);
        out = {
            type: 'about:blank',
            title: TITLES[status],
            status,
            detail: e.detail ?? 'a bug',
            ...(e.column ? { column: e.column } : {}),
            ...(e.index !== undefined ? { index: e.index } : {}),
        };
    }
    const text = JSON.stringify(out),
        tag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const cors = url.pathname.startsWith('/v1/solve') ? {} : { 'Access-Control-Allow-Origin': '*' };
    if (request.headers['if-none-match'] === tag) {
        response.writeHead(304, cors);
        return response.end();
    }
    response.writeHead(status, { 'Content-Type': type, ETag: tag, ...cors });
    return response.end(text);
});

const option = (name, other) => {
    const i = process.argv.indexOf(name);
    return i < 0 ? other : process.argv[i + 1];
};
if (!process.argv.includes('--unsolved')) {
    for (const id of ['nine-c1', 'nine-p1']) {
        const v = variantOf(id);
        learn(v, table(v));
    }
}
server.listen(+option('--port', 9001), '127.0.0.1', () =>
    console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
