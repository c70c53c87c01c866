// SPDX-License-Identifier: MIT
// Everything fits at every size: the board is seen whole, no text is cut off, targets suit fingers, axe finds nothing.
import assert from 'node:assert/strict';
import { HUMANS, axe } from './browser.mjs';
import { pageTest, until } from './world.mjs';

const GAME = 'nine-c1@3,3?turns=d6_f4_d2_b4_d5_d7_d6-f6_d7-g7_f6-f2_g7-g1_f2-c3_g1-e4';
export const SIZES = {
    'desktop 1440': { width: 1440, height: 900 },
    'tablet 1024': { width: 1024, height: 768 },
    'phone 390': { width: 390, height: 844 },
    'phone on its side': { width: 844, height: 390 },
    'desktop at 200 %': { width: 720, height: 450 },
};
const TREE = { ...HUMANS, explorer: true };
const VIEWS = ['play', 'analyse', 'game', 'train', 'rules', 'statistics'];
export const LANGUAGES = ['en', 'de', 'hu', 'af', 'fr'];

// Texts that do not fit their box, and boxes that leave the window.
export const clipped = () => {
    const out = [];
    for (const e of document.querySelectorAll('body *')) {
        // [data-sideways]: made to be moved sideways, as the matrix of the statistics.
        if (!(e instanceof HTMLElement) || e.closest('.sr, svg, [data-sideways], textarea, input, select')) continue;
        if (getComputedStyle(e).overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1)
            out.push(`${e.tagName}.${e.className}: ${e.scrollWidth} > ${e.clientWidth} inside`);
        const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
        const box = e.getBoundingClientRect();
        if (!text || box.width === 0) continue;
        const what = `${e.tagName}.${e.className} "${e.textContent.trim().slice(0, 40)}"`;
        if (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
            out.push(`${what}: ${e.scrollWidth} > ${e.clientWidth}`);
        if (e.clientHeight > 0 && getComputedStyle(e).overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 2)
            out.push(`${what}: too low`);
        if (box.right > innerWidth + 1 || box.left < -1) out.push(`${what}: leaves the window`);
    }
    return out;
};

// To a position of the opening, where Analyse shows its tree.
async function toOpening(page) {
    await page.evaluate(() => {
        location.hash = 'nine-c1?turns=d6_f4&view=analyse';
    });
    await until('branches', () => page.locator('[data-branch]').count());
    await page.locator('[data-branch] .fold').first().click();
    await until('replies', () => page.locator('[data-branch] [data-branch]').count());
}

async function ready(page, view) {
    if (view === 'rules') await until('cards', () => page.locator('#panel li').count());
    if (view === 'statistics') await until('cells', () => page.locator('#panel table button').count());
    if (view === 'analyse') await until('rows', () => page.locator('tr[data-turn]').count());
    await page.waitForTimeout(150);
}

for (const [size, viewport] of Object.entries(SIZES)) {
    pageTest(`fits: ${size}`, `#${GAME}&view=play`, { viewport, settings: TREE }, async (page) => {
        const digits = ['1', '2', '3', '4', '5', '6'];
        for (const [i, view] of VIEWS.entries()) {
            await page.evaluate(() => scrollTo(0, 0));
            await page.keyboard.press(digits[i]);
            await ready(page, view);
            const board = await page.locator('svg[data-board]').boundingBox();
            assert.ok(board.height <= viewport.height, `${view}: board ${board.height} of ${viewport.height}`);
            assert.ok(
                board.y + board.height <= viewport.height + 1,
                `${view}: the board ends at ${board.y + board.height}`,
            );
            assert.ok(
                Math.min(board.width / 740, board.height / 828) * 828 > 0.6 * Math.min(viewport.width, viewport.height),
                `${view}: board too small`,
            );
            assert.deepEqual(await page.evaluate(clipped), [], view);
            const [scroll, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.ok(scroll <= inner, `${view}: ${scroll} > ${inner}`);
            await axe(page, view);
            if (viewport.width > 960 && viewport.height > 576) continue;
            const small = await page.$$eval('button, select, [role=tab], summary', (all) =>
                all
                    .filter(
                        (b) =>
                            !b.closest('.tree, .moves, td') &&
                            b.getBoundingClientRect().height > 0 &&
                            b.getBoundingClientRect().height < 43.5,
                    )
                    .map((b) => `${b.textContent.trim().slice(0, 20)} ${b.getBoundingClientRect().height}`),
            );
            assert.deepEqual(small, [], view);
        }
        await toOpening(page);
        assert.deepEqual(await page.evaluate(clipped), [], 'openings');
        await axe(page, 'openings');
    });
}

for (const language of LANGUAGES) {
    pageTest(
        `fits and is well formed in ${language}`,
        `#${GAME}&view=play`,
        { viewport: SIZES['desktop 1440'], settings: { ...TREE, language } },
        async (page) => {
            await until('the language', async () => (await page.locator('html').getAttribute('lang')) === language);
            for (const [i, view] of VIEWS.entries()) {
                await page.setViewportSize(SIZES['desktop 1440']);
                await page.keyboard.press(String(i + 1));
                await ready(page, view);
                await axe(page, view);
                for (const [size, viewport] of Object.entries(SIZES)) {
                    await page.setViewportSize(viewport);
                    assert.deepEqual(await page.evaluate(clipped), [], `${view}, ${size}`);
                }
            }
            await toOpening(page);
            for (const [size, viewport] of Object.entries(SIZES)) {
                await page.setViewportSize(viewport);
                assert.deepEqual(await page.evaluate(clipped), [], `openings, ${size}`);
            }
        },
    );
}

for (const boardTheme of ['paper', 'wood', 'contrast']) {
    for (const dark of [false, true]) {
        pageTest(
            `axe is content in all views: ${boardTheme}${dark ? ', dark' : ''}`,
            `#${GAME}&view=play`,
            { dark, settings: { ...HUMANS, boardTheme } },
            async (page) => {
                for (const [i, view] of VIEWS.entries()) {
                    await page.keyboard.press(String(i + 1));
                    await ready(page, view);
                    await axe(page, view);
                }
            },
        );
    }
}

pageTest('fits: an embedded board', `embed#${GAME}`, { viewport: { width: 480, height: 640 } }, async (page) => {
    assert.equal(await page.getByRole('tab').count(), 0);
    const board = await page.locator('svg[data-board]').boundingBox();
    assert.ok(board.y + board.height <= 640);
    const controls = await page.getByRole('button', { name: 'Hint' }).boundingBox();
    assert.ok(controls.y + controls.height <= 640, 'the controls are seen too');
    assert.deepEqual(await page.evaluate(clipped), []);
});

pageTest(
    'can be installed, and opens without a network',
    '#nine-c1',
    { allow: ['ERR_', 'Failed to load'] },
    async (page) => {
        const manifest = await page.evaluate(async () =>
            (await fetch(document.querySelector('link[rel=manifest]').href)).json(),
        );
        assert.equal(manifest.icons.length, 3);
        for (const i of manifest.icons)
            assert.equal(await page.evaluate(async (src) => (await fetch(src)).status, i.src), 200);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        await page.waitForTimeout(500);
        await page.context().setOffline(true);
        try {
            await page.reload();
            await until('the board', async () => (await page.locator('[data-point]').count()) === 24);
            await until('the sentence', async () => /does not answer/.test(await page.getByRole('alert').innerText()));
        } finally {
            await page.context().setOffline(false);
        }
    },
);
