// SPDX-License-Identifier: MIT
// How fast the page is, on complete tables: a fresh server each time, figures and not tests.
//   MERELS_BIN=... MERELS_DB=... node tests/figures.mjs
import { createServer, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { HUMANS, database, openPage, startBrowser, startOn } from './browser.mjs';

const LATENCY = 800;
const START = 'O***@***/*O****O*/@*****@*_w_0_0';
const now = () => performance.now();
const show = (what, ms) => console.log(`${what}: ${Math.round(ms)} ms`);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function timed(url) {
    const began = now();
    await (await fetch(url)).text();
    return now() - began;
}

// A server between the page and the tables that waits before every answer, as a network does.
function slowly(url) {
    const { port } = new URL(url);
    const proxy = createServer((q, r) => {
        const headers = { ...q.headers, host: `127.0.0.1:${port}` };
        const back = request({ host: '127.0.0.1', port, path: q.url, method: q.method, headers }, (a) =>
            setTimeout(() => {
                r.writeHead(a.statusCode, a.headers);
                a.pipe(r);
            }, LATENCY),
        );
        back.on('error', () => r.destroy());
        q.pipe(back);
    });
    return new Promise((done) =>
        proxy.listen(0, '127.0.0.1', () =>
            done({ url: `http://127.0.0.1:${proxy.address().port}`, stop: () => proxy.close() }),
        ),
    );
}

const verdictIn = (page) =>
    page
        .waitForFunction(
            () => /wins|Draw|won/.test(document.querySelector('h1')?.textContent ?? '') && performance.now(),
            null,
            { polling: 'raf' },
        )
        .then((h) => h.jsonValue());
const boardIn = (page) =>
    page
        .waitForFunction(() => document.querySelectorAll('[data-point]').length === 24 && performance.now(), null, {
            polling: 'raf',
        })
        .then((h) => h.jsonValue());

const db = database();

// 1. The first question to a fresh process: the start, and the list of games beside it.
for (const round of [1, 2, 3]) {
    const server = await startOn(db);
    const [verdict, variants] = await Promise.all([
        timed(`${server.url}/v1/nine-c1?replies=1`),
        timed(`${server.url}/v1/variants`),
    ]);
    show(`fresh server ${round}: first verdict`, verdict);
    show(`fresh server ${round}: list of games`, variants);
    await server.stop();
}

const server = await startOn(db),
    browser = await startBrowser();
try {
    // 2. The page on a fresh server.
    const cold = await browser.context.newPage();
    await cold.goto('about:blank');
    await cold.goto(`${server.url}/#nine-c1?view=analyse`);
    show('first board after the page was asked for', await boardIn(cold));
    show('first verdict after the page was asked for', await verdictIn(cold));
    const names = await cold.evaluate(() => performance.getEntriesByType('resource').map((e) => e.name));
    let bytes = 0;
    for (const name of [server.url, ...names.filter((n) => n.includes('/assets/'))])
        bytes += gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length;
    console.log(`first load: ${bytes} bytes compressed`);
    await cold.close();

    // 3. A key press in a game of 300 plies, from the key to the changed page.
    const shuffle = ['d5-c5', 'd3-e3', 'c5-d5', 'e3-d3'];
    const long = Array.from({ length: 300 }, (_, i) => shuffle[i % 4]).join('_');
    const page = await openPage(browser.context, server.url, `#nine-c1?start=${START}&turns=${long}&view=game`, {
        settings: HUMANS,
    });
    await page.waitForFunction(() => document.querySelectorAll('.tree button').length === 300);
    const times = await page.evaluate(async () => {
        const out = [];
        for (let i = 0; i < 60; ++i) {
            const began = performance.now();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
            await Promise.resolve();
            document.body.getBoundingClientRect(); // layout too
            out.push(performance.now() - began);
            await new Promise((d) => requestAnimationFrame(d));
        }
        return out;
    });
    show('key press in a game of 300 plies, median', median(times));
    show('key press in a game of 300 plies, slowest of 60', Math.max(...times));
    await page.close();

    // 4. Every answer 800 ms late.
    const far = await slowly(server.url);
    const shared = `#nine-c1?start=${START}&view=analyse`;
    for (const [what, hash] of [
        ['first visit', '#nine-c1?view=analyse'],
        ['shared position', shared],
        ['once more', shared],
    ]) {
        const late = await browser.context.newPage();
        await late.goto('about:blank');
        await late.goto(`${far.url}/${hash}`);
        const verdict = await verdictIn(late);
        const script = await late.evaluate(
            () => performance.getEntriesByType('resource').find((e) => /assets.*js$/.test(e.name))?.responseEnd ?? 0,
        );
        show(`${LATENCY} ms a request, ${what}: verdict after the page was asked for`, verdict);
        show(`${LATENCY} ms a request, ${what}: verdict after its script was there`, verdict - script);
        await late.waitForTimeout(2500); // the service worker keeps the shell
        await late.close();
    }
    far.stop();
} finally {
    await browser.stop();
    await server.stop();
}
