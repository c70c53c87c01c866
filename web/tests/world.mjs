// SPDX-License-Identifier: MIT
// What all browser tests share: one server, one browser. Each test opens pages of its own and closes them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HUMANS, WEB, openPage, startBrowser, startServer } from './browser.mjs';

export const world = { server: null, browser: null };
export const GAMES = JSON.parse(readFileSync(join(WEB, 'tests', 'games.json'), 'utf8'));

export async function begin() {
    world.server = await startServer();
    world.browser = await startBrowser();
}
export async function end() {
    await world.browser?.stop();
    await world.server?.stop();
}

// A test with a page of its own; it fails when the page had errors or asked anybody else than the server.
export function pageTest(name, fragment, options, body) {
    test(name, { timeout: 180000 }, async (t) => {
        const { allow = [], ...more } = options;
        const page = await openPage(world.browser.context, world.server.url, fragment, { settings: HUMANS, ...more });
        try {
            await body(page, t);
            assert.deepEqual(
                page.faults.filter((f) => !allow.some((a) => f.includes(a))),
                [],
            );
        } finally {
            await page.close();
        }
    });
}

export async function api(path, body) {
    const response = await fetch(
        world.server.url + path,
        body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {},
    );
    return response.json();
}
export const headline = (page) => page.locator('h1').innerText();
export const until = async (what, check, ms = 20000) => {
    const end = Date.now() + ms;
    let last;
    do {
        last = await check();
        if (last) return last;
        await new Promise((d) => setTimeout(d, 40));
    } while (Date.now() < end);
    throw new Error(`waited in vain for: ${what}`);
};
// The position that the page shows, read from the board's names.
export const shownMen = (page) =>
    page.$$eval('[data-point]', (all) =>
        Object.fromEntries(
            all
                .map((g) => [
                    g.dataset.point,
                    / man/.test(g.getAttribute('aria-label')) ? g.getAttribute('aria-label').split(' ')[1] : null,
                ])
                .filter(([, m]) => m),
        ),
    );
