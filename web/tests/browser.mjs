// SPDX-License-Identifier: MIT
// Starts a server (the real one, the mock, or none when MERELS_URL is given) and Debian's Chromium.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const WEB = join(dirname(fileURLToPath(import.meta.url)), '..');
export const MERELS = process.env.MERELS_BIN ?? join(WEB, '..', 'build', 'release', 'apps', 'cli', 'merels');
const FLAGS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

// Starts a program that prints its address and waits for that line. {url, stop}.
function start(command, args) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    return new Promise((done, failed) => {
        let out = '';
        const give = setTimeout(() => failed(new Error(`no address from ${command}: ${out}`)), 90000);
        const read = (chunk) => {
            out += chunk;
            const m = /http:\/\/127\.0\.0\.1:\d+/.exec(out);
            if (!m) return;
            clearTimeout(give);
            done({
                url: m[0],
                stop: () =>
                    new Promise((gone) => {
                        child.once('exit', gone);
                        child.kill('SIGTERM');
                    }),
            });
        };
        child.stdout.on('data', read);
        child.stderr.on('data', read);
        child.once('error', failed);
        child.once('exit', (code) => failed(new Error(`${command} ended with ${code}: ${out}`)));
    });
}

// The folder of the tables that the real server is started on: MERELS_DB, or a small one made here and removed at the
// end (MERELS_BIN alone).
let made = null;
export function database() {
    if (process.env.MERELS_DB) return process.env.MERELS_DB;
    if (!process.env.MERELS_BIN) return null;
    if (!made) {
        made = mkdtempSync(join(tmpdir(), 'merels-db-'));
        process.once('exit', () => rmSync(made, { recursive: true, force: true }));
        for (const [variant, men] of [
            ['nine-c1', 4],
            ['nine-p1', 3],
        ]) {
            execFileSync(
                MERELS,
                ['solve', variant, '--phase', 'moving', '--max-men', String(men), '--db', made, '--progress', 'none'],
                { stdio: 'ignore' },
            );
        }
    }
    return made;
}

// The real server on tables of one's own.
export const startOn = (db) => start(MERELS, ['serve', '--db', db, '--listen', '127.0.0.1:0', '--no-solve']);

// MERELS_URL: use that server. MERELS_DB or MERELS_BIN: start the real one. Otherwise the mock.
export async function startServer({ unsolved = false } = {}) {
    if (process.env.MERELS_URL && !unsolved)
        return { url: process.env.MERELS_URL, kind: 'given', stop: async () => {} };
    if (database()) {
        const db = unsolved ? mkdtempSync(join(tmpdir(), 'merels-db-')) : database();
        const server = await start(MERELS, ['serve', '--db', db, '--listen', '127.0.0.1:0']);
        return {
            ...server,
            kind: 'real',
            stop: async () => {
                await server.stop();
                if (unsolved) rmSync(db, { recursive: true, force: true });
            },
        };
    }
    const server = await start(process.execPath, [
        join(WEB, 'dev', 'mock-server.mjs'),
        '--port',
        '0',
        ...(unsolved ? ['--unsolved'] : []),
    ]);
    return { ...server, kind: 'mock' };
}

export async function startBrowser() {
    const folder = mkdtempSync(join(tmpdir(), 'merels-chromium-'));
    const context = await chromium.launchPersistentContext(folder, {
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: FLAGS,
        headless: true,
        viewport: { width: 1360, height: 920 },
    });
    return {
        context,
        stop: async () => {
            await context.close();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

// A fresh page at the given fragment, with settings of its own; complains about errors and foreign requests.
export async function openPage(context, url, fragment = '', { settings = {}, viewport, dark = false } = {}) {
    const page = await context.newPage();
    page.faults = [];
    page.on('pageerror', (e) => page.faults.push(`page error: ${e.message}`));
    page.on('console', (m) => {
        if (m.type() === 'error') page.faults.push(`console: ${m.text()}`);
    });
    page.on('request', (r) => {
        if (!r.url().startsWith(url) && !r.url().startsWith('data:') && !r.url().startsWith('blob:'))
            page.faults.push(`foreign request: ${r.url()}`);
    });
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.addInitScript(
        (s) => {
            if (!sessionStorage.getItem('set')) {
                localStorage.setItem('merels', s);
                sessionStorage.setItem('set', '1');
            }
        },
        JSON.stringify({ speed: 'instant', ...settings }),
    );
    await page.goto(`${url}/${fragment}`);
    await page.locator('svg[data-board]').waitFor();
    await settled(page);
    return page;
}

// Waits until the server's answer to the shown position is there.
export const settled = (page) =>
    page.waitForFunction(
        () =>
            document
                .querySelector('h1')
                ?.textContent?.trim()
                .replace(/\u00a0/g, '') !== '',
    );

export const HUMANS = {
    values: true,
    players: { white: { kind: 'human', level: 3 }, black: { kind: 'human', level: 3 } },
};
export const point = (page, name) => page.locator(`[data-point=${name}]`);
export const centre = async (page, name) => {
    const box = await page.locator(`[data-point=${name}] .reach`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};
export async function clickPoint(page, name) {
    await page.mouse.click(...(await centre(page, name)));
}
export async function dragPoint(page, from, to) {
    await page.mouse.move(...(typeof from === 'string' ? await centre(page, from) : from));
    await page.mouse.down();
    const [x, y] = await centre(page, to);
    await page.mouse.move(x - 20, y - 10, { steps: 4 });
    await page.mouse.move(x, y);
    await page.mouse.up();
}
// The turns of the game in the address. The page writes its address a little later than it plays, but at
// once where it is about to be left: it is told so, or the address would lag behind the board.
export const turns = (page) =>
    page.evaluate(() => {
        dispatchEvent(new Event('pagehide'));
        return (/turns=([^&]*)/.exec(decodeURIComponent(location.hash))?.[1] ?? '').split('_').filter(Boolean);
    });

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// axe-core finds nothing at all.
export async function axe(page, what) {
    await page.evaluate(AXE);
    const found = await page.evaluate(async () =>
        (await window.axe.run(document)).violations.map((v) => `${v.id}: ${v.nodes[0].target}`),
    );
    assert.deepEqual(found, [], what);
}
