// SPDX-License-Identifier: MIT
// The first run: what can be solved and how long it takes, progress, Stop, what to look at then; the language of the
// browser; a strength that stays; paper.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HUMANS, clickPoint, database, openPage, startOn, startServer } from './browser.mjs';
import { headline, pageTest, until, world } from './world.mjs';

const START = 'O***@***/*O****O*/@*****@*_w_0_0';

test('the first steps tell their time and need; a solve ends with things to look at', { timeout: 240000 }, async () => {
    const server = await startServer({ unsolved: true });
    try {
        const page = await openPage(world.browser.context, server.url, `#nine-c1?start=${START}&view=analyse`, {
            settings: HUMANS,
        });
        const steps = page.locator('.solve li');
        await until('the steps', () => steps.count());
        for (const words of await steps.locator('.needs').allInnerTexts())
            assert.match(words, /positions · about \d.* (s|min|h).* · .* memory · .* on disk/);
        if (server.kind === 'real') {
            const labels = (await steps.allInnerTexts()).join();
            assert.match(labels, /The whole game\b/);
            assert.match(labels, /The whole game, results only/);
        }
        await page.locator('.solve button.primary').click();
        await page.getByRole('progressbar').waitFor();
        await page.getByRole('heading', { name: 'Solved. What now?' }).waitFor({ timeout: 200000 });
        await until('the truth', async () => /White wins in \d+/.test(await headline(page)));
        assert.equal(await page.getByText('Nothing is solved here yet').count(), 0);
        await page.getByRole('button', { name: 'Look at the longest win' }).click();
        await until('an example', async () => /wins in \d\d/.test(await headline(page)));
        assert.equal(await page.getByRole('heading', { name: 'Solved. What now?' }).count(), 0);
        assert.deepEqual(page.faults, []);
        await page.close();
    } finally {
        await server.stop();
    }
});

test('Stop is answered at once', { timeout: 120000 }, async () => {
    const server = await startServer({ unsolved: true });
    try {
        const page = await openPage(world.browser.context, server.url, '#nine-c1?view=analyse', { settings: HUMANS });
        await page.locator('.solve li button').nth(1).click();
        await page.getByRole('button', { name: 'Stop' }).click();
        await until('an answer', async () =>
            /Stopping|Stopped|What now|memory/.test(await page.locator('.solve').first().innerText()),
        );
        await page.close();
    } finally {
        await server.stop();
    }
});

test('a server that does not solve says so, and offers nothing', { timeout: 60000 }, async (t) => {
    if (!database()) return t.skip('needs the real server');
    const folder = mkdtempSync(join(tmpdir(), 'merels-off-'));
    const server = await startOn(folder);
    try {
        const page = await openPage(world.browser.context, server.url, '#nine-c1?view=analyse', { settings: HUMANS });
        await page.getByText('Solving from the page is switched off').waitFor();
        const words = await page.locator('.right').innerText();
        assert.doesNotMatch(words, /is solved\.|solve some tables/);
        assert.equal(await page.locator('.solve button').count(), 0);
        await page.close();
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
    return undefined;
});

test('the language of the browser, then the one that is chosen; the title tells the verdict', async () => {
    const context = world.browser.context,
        page = await context.newPage();
    try {
        await page.addInitScript(() => {
            Object.defineProperty(navigator, 'languages', { get: () => ['xx', 'hu-HU', 'en'] });
            localStorage.removeItem('merels');
        });
        await page.goto(`${world.server.url}/#nine-c1?start=${START}&view=analyse`);
        await until('Hungarian', async () => (await page.locator('html').getAttribute('lang')) === 'hu');
        await until('the verdict', async () => /Világos nyer.*· Merels/.test(await page.title()));
        await page.locator('header nav button').last().click();
        await page.locator('dialog select').filter({ hasText: 'Deutsch' }).selectOption('de');
        await until('German', async () => (await page.locator('html').getAttribute('lang')) === 'de');
        await until('the German verdict', async () => /Weiß gewinnt.*· Merels/.test(await page.title()));
    } finally {
        await page.close();
    }
});

pageTest('the strength of the learner follows and stays', '#nine-c1?view=train', { allow: ['404'] }, async (page) => {
    await page.evaluate(() => localStorage.removeItem('merels.train'));
    await page.reload();
    const asked = [];
    let exercise = null;
    page.on('response', async (r) => {
        if (!r.url().includes('/exercise')) return;
        asked.push(r.url());
        exercise = await r.json().catch(() => null);
    });
    const state = () => page.locator('[data-train]').getAttribute('data-train');
    await page.getByLabel('Exercise').selectOption('win');
    for (const [n, strength] of [
        [1, 1020],
        [2, 1040],
    ]) {
        exercise = null;
        await page.getByRole('button', { name: n === 1 ? 'Start training' : 'Next exercise' }).click();
        await until('an exercise', async () => exercise !== null && (await state()) === 'asked');
        await until('turns', () => page.locator('[data-point][aria-disabled=false]').count());
        for (const p of exercise.solution.replace(/[-x,]/g, ' ').split(' ')) await clickPoint(page, p);
        await until('right', async () => (await state()) === 'right');
        assert.ok((await page.locator('#panel').innerText()).includes(`Your strength: ${strength}`));
    }
    assert.match(asked[0], /max_depth=5/);
    await page.evaluate(() => localStorage.setItem('merels.train', '{"strength":1800,"solved":9,"tried":9}'));
    await page.reload();
    await until('kept', async () => (await page.locator('#panel').innerText()).includes('Your strength: 1800'));
    await page.getByLabel('Exercise').selectOption('win');
    await page.getByRole('button', { name: 'Start training' }).click();
    await until('deeper ones', () => asked.some((u) => /max_depth=21/.test(u)));
    await page.getByLabel('Depth').selectOption('3 – 5');
    await page.getByRole('button', { name: /Start training|Next exercise/ }).click();
    await until('as deep as wished', () => asked.some((u) => /min_depth=3&max_depth=5/.test(u)));
});

pageTest('on paper: board and game, no controls', '#nine-c1?turns=d6_f4_d2&view=game', {}, async (page) => {
    await until('the game', async () => (await page.locator('.tree button').count()) === 3);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('svg[data-board]').isVisible());
    assert.ok(await page.locator('.tree').isVisible());
    for (const control of ['header nav', '[role=tablist]', '.bar']) {
        assert.equal(await page.locator(control).first().isVisible(), false, control);
    }
});

// An effect that reads what its answer changes would ask for ever.
test('a page that nobody touches asks nothing', { timeout: 120000 }, async () => {
    for (const view of ['play', 'analyse', 'game', 'train', 'rules', 'statistics']) {
        const page = await openPage(world.browser.context, world.server.url, `#nine-c1?start=${START}&view=${view}`, {
            settings: HUMANS,
        });
        const asked = [];
        page.on('request', (r) => asked.push(r.url()));
        await until('quiet', async () => {
            const before = asked.length;
            await page.waitForTimeout(1000);
            return asked.length === before;
        });
        await page.waitForTimeout(1500);
        const before = asked.length;
        await page.waitForTimeout(1500);
        assert.deepEqual(asked.slice(before), [], view);
        await page.close();
    }
});

test('the steps of another game are never offered', { timeout: 120000 }, async () => {
    const server = await startServer({ unsolved: true });
    try {
        const page = await openPage(world.browser.context, server.url, '#nine-c1?view=analyse', { settings: HUMANS });
        const steps = page.locator('.solve li code');
        await until('the steps', () => steps.count());
        await page.route('**/v1/solve?*', async (route) => {
            await new Promise((done) => setTimeout(done, 1500));
            await route.continue();
        });
        await page.goto(`${server.url}/#morabaraba?view=analyse`);
        await until('what is going on', () => page.getByText('Working out what each step would need').count());
        assert.equal(await steps.count(), 0);
        await until('the steps', () => steps.count());
        for (const command of await steps.allInnerTexts()) assert.match(command, /^merels solve morabaraba/);
        assert.deepEqual(page.faults, []);
        await page.close();
    } finally {
        await server.stop();
    }
});
