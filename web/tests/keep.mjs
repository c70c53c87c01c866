// SPDX-License-Identifier: MIT
// Nothing is lost: keys after clicks, whole games over reloads and jumps, bad addresses, a server that goes away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, centre, clickPoint, openPage, startBrowser, startServer, turns } from './browser.mjs';
import { api, headline, pageTest, until, world } from './world.mjs';

const at = (page) => page.evaluate(() => /at=(\d+)/.exec(location.hash)?.[1] ?? 'end');
const GAME = '#nine-c1?turns=d6_f4_d2_b4&view=game';
const START = 'O***@***/*O****O*/@*****@*_w_0_0';

pageTest('keys drive the game after clicks on a turn, a checkbox and a tab', GAME, {}, async (page) => {
    await page.locator('.tree button').nth(1).click();
    await until('clicked', async () => (await at(page)) === '2');
    await page.keyboard.press('ArrowRight');
    await until('arrow after a clicked turn', async () => (await at(page)) === '3');
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.keyboard.press('ArrowLeft');
    await until('arrow after a clicked tab', async () => (await at(page)) === '2');
    assert.equal(await page.getByRole('tab', { name: 'Analyse' }).getAttribute('aria-selected'), 'true');
    const box = page.getByLabel('group by symmetry');
    await box.click();
    const checked = await box.isChecked();
    await page.keyboard.press('Home');
    await until('Home after a clicked checkbox', async () => (await at(page)) === '0');
    await page.keyboard.press('Space');
    assert.equal(await box.isChecked(), checked, 'the space bar is no second click');
    await page.keyboard.press('3');
    await until(
        'digits',
        async () => (await page.getByRole('tab', { name: 'Game' }).getAttribute('aria-selected')) === 'true',
    );
});

pageTest('what Tab reached keeps its keys', '#nine-c1?turns=d6_f4&view=analyse', {}, async (page) => {
    const box = page.getByLabel('group by symmetry');
    for (let i = 0; i < 60 && !(await box.evaluate((e) => e === document.activeElement)); ++i)
        await page.keyboard.press('Tab');
    const before = await box.isChecked();
    await page.keyboard.press('Space');
    assert.equal(await box.isChecked(), !before);
    assert.equal((await turns(page)).length, 2);
});

pageTest('the wheel on the board steps; the current turn scrolls into view', GAME, {}, async (page) => {
    await page.mouse.move(...(await centre(page, 'd6')));
    await page.mouse.wheel(0, -120);
    await until('back', async () => (await at(page)) === '3');
    await page.mouse.wheel(0, 120);
    await until('forward', async () => (await at(page)) === 'end');
    const shuffle = ['d5-c5', 'd3-e3', 'c5-d5', 'e3-d3'];
    const long = Array.from({ length: 300 }, (_, i) => shuffle[i % 4]);
    await page.evaluate(
        (h) => {
            location.hash = h;
        },
        `nine-c1?start=${START.replace('w_0_0', 'w_0_0')}&turns=${long.join('_')}&view=game`,
    );
    await until('the long game', async () => (await page.locator('.tree button').count()) === 300);
    for (const [key, n] of [
        ['Home', 0],
        ['End', 299],
    ]) {
        await page.keyboard.press(key);
        await until(`${key} in view`, () =>
            page.evaluate((i) => {
                const box = document.querySelector('.tree').getBoundingClientRect(),
                    b = document.querySelectorAll('.tree button')[i].getBoundingClientRect();
                return b.top >= box.top - 1 && b.bottom <= box.bottom + 1;
            }, n),
        );
    }
    // A key press is fast in a long game.
    const ms = await page.evaluate(async () => {
        const times = [];
        for (let i = 0; i < 20; ++i) {
            const began = performance.now();
            dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
            document.body.getBoundingClientRect();
            times.push(performance.now() - began);
            await new Promise((d) => requestAnimationFrame(d));
        }
        return times.sort((a, b) => a - b)[10];
    });
    console.log(`# a key press in a game of 300 plies: ${ms.toFixed(1)} ms`);
    assert.ok(ms < 50, `${ms} ms`);
});

pageTest('variations, comments and resignation survive a reload, by address and by storage', GAME, {}, async (page) => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await until('turns', () => page.locator('[data-point=a1][aria-disabled=false]').count());
    await clickPoint(page, 'a1');
    await until('variation', async () => (await turns(page)).join() === 'd6,a1');
    await page.getByLabel('Comment').fill('what if?');
    await page.mouse.click(...(await centre(page, 'd6')), { button: 'right' });
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await until('resigned', async () => /won/.test(await headline(page)));
    const said = await headline(page);
    await until('all in the address', () => page.evaluate(() => location.hash.includes('tree=')));
    for (const address of ['the address', 'the storage']) {
        if (address === 'the storage') await page.goto(`${world.server.url}/`);
        await page.reload();
        await until(`the result from ${address}`, async () => (await headline(page)) === said);
        await page.getByRole('tab', { name: 'Game' }).click();
        await until(`the variation from ${address}`, async () => (await page.locator('.variation').count()) === 1);
        assert.equal(await page.getByLabel('Comment').inputValue(), 'what if?');
        assert.equal(await page.locator('.drawn').count(), 1);
        await until(`the turns from ${address}`, async () => (await turns(page)).join() === 'd6,a1');
        await page.getByRole('tab', { name: 'Play' }).click();
        await page.waitForTimeout(500);
    }
});

pageTest('a jump can be undone, and Back leads to the game', GAME, {}, async (page) => {
    const jump = async () => {
        await page.getByRole('tab', { name: 'Rules' }).click();
        await page.locator('#panel li button').nth(1).click();
        await until('the other rules', () => page.evaluate(() => location.hash.startsWith('#nine-c2')));
    };
    await jump();
    await page.getByRole('button', { name: 'Undo: back to your game' }).click();
    await until('undone', async () => (await turns(page)).join() === 'd6,f4,d2,b4');
    await jump();
    await page.goBack();
    await until('Back', async () => (await turns(page)).join() === 'd6,f4,d2,b4');
    await until('the rules of the game', () => page.evaluate(() => location.hash.startsWith('#nine-c1?')));
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await until('a new game', async () => (await turns(page)).length === 0);
    await page.goBack();
    await until('Back again', async () => (await turns(page)).length === 4);
});

for (const [what, hash, sentence, left] of [
    ['a word that is no turn', '#nine-c1?turns=d6_f4_d9_b4', /Turn 3, d9/, 2],
    ['a turn that is not legal', '#nine-c1?turns=d6_f4_d6_b4', /Turn 3, d6/, 2],
    ['no such game', '#chess?turns=d6', /no game “chess”/, 0],
    ['an impossible position', '#nine-c1?start=OOOOOOOO/OO******/********_w_0_0', /not possible/, 0],
    ['a damaged address', '#~AAAA', /damaged/, 0],
]) {
    pageTest(`a bad address is said: ${what}`, hash, { allow: ['400', '404'] }, async (page) => {
        await until('the sentence', async () => sentence.test(await page.locator('.notice').first().innerText()));
        await until('what is right', async () => (await turns(page)).length === left);
        assert.equal(await page.locator('[data-point]').count(), 24);
    });
}

pageTest(
    'a server that goes away is named, and asked again by itself',
    '#nine-c1?view=analyse',
    { allow: ['ERR_', 'Failed to load'] },
    async (page) => {
        await page.context().route('**/v1/**', (route) => route.abort());
        await page.getByRole('button', { name: 'Play d5' }).click();
        await until('the sentence', async () => /does not answer/.test(await page.getByRole('alert').innerText()));
        await page.context().unroute('**/v1/**');
        await until('well again', async () => (await page.getByRole('alert').count()) === 0);
        await until('the answer', () => page.locator('tr[data-turn]').count());
    },
);

test('the verdict comes within two round trips, the variants are not waited for', { timeout: 120000 }, async () => {
    const context = world.browser.context,
        wait = 800;
    const slow = async (route) => {
        // Three seconds for the list of games: nothing may depend on it.
        await new Promise((d) => setTimeout(d, route.request().url().includes('/variants') ? 5000 : wait));
        await route.continue().catch(() => {});
    };
    await context.route('**/v1/**', slow);
    try {
        for (const [hash, trips] of [
            [`#nine-c1?start=${START}&view=analyse`, 1],
            [`#nine-c1?start=${START}&turns=d5-a1_d3-g1&view=analyse`, 2],
        ]) {
            const page = await context.newPage();
            await page.goto('about:blank');
            const began = Date.now();
            await page.goto(`${world.server.url}/${hash}`);
            await page.waitForFunction(() => /wins|Draw|won/.test(document.querySelector('h1')?.textContent ?? ''));
            const ms = Date.now() - began;
            console.log(`# verdict after ${ms} ms at ${wait} ms a request`);
            assert.ok(ms < 4500, `${ms} ms: more than ${trips} round trips`);
            assert.equal(await page.locator('[data-point]').count(), 24);
            await page.close();
        }
    } finally {
        await context.unroute('**/v1/**', slow);
    }
});

for (const [what, hash] of [
    ['the start', ''],
    ['the start in a view', '#nine-c1?view=analyse'],
    ['a shared position', '#nine-c1?start=O*******/********/@*******_w_8_8'],
])
    test(`a first visit asks for ${what} beside the script, and once`, { timeout: 120000 }, async () => {
        const browser = await startBrowser(); // a fresh profile
        try {
            const page = await browser.context.newPage();
            const asked = [],
                faults = [];
            page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
            let script = 0;
            await page.route('**/*', async (route) => {
                const url = route.request().url();
                if (/\/v1\/nine-c1\?fen/.test(url)) asked.push(Date.now());
                await new Promise((d) => setTimeout(d, 500));
                if (/assets\/index-.*\.js/.test(url)) script = Date.now();
                await route.continue().catch(() => {});
            });
            await page.goto(`${world.server.url}/${hash}`);
            await page.waitForFunction(() => document.querySelectorAll('[data-point]').length === 24);
            await until('the verdict', async () => (await page.locator('h1').innerText()).length > 0);
            assert.equal(asked.length, 1, 'the page asks what was asked before');
            assert.ok(asked[0] < script, 'it is asked for after the script has come');
            assert.deepEqual(faults, []);
        } finally {
            await browser.stop();
        }
    });

test('without tables: an estimate, an offer, and no file names', { timeout: 120000 }, async () => {
    const server = await startServer({ unsolved: true });
    try {
        const page = await openPage(world.browser.context, server.url, '#morabaraba?view=analyse', {
            settings: HUMANS,
        });
        const words = () => page.locator('.headline').innerText();
        await until('the sentence', async () => /No table yet for this position/.test(await words()));
        await until('an estimate', async () => /Estimate by looking \d+ plies ahead, not proved/.test(await words()));
        assert.doesNotMatch(await page.locator('main').innerText(), /\.mrl/);
        await page.getByRole('button', { name: 'Hint' }).click();
        await until('a hint', async () => /looks best \(estimate/.test(await page.locator('.hint').innerText()));
        await until('the offer', async () =>
            /memory .* on disk/.test(await page.locator('.solve').first().innerText()),
        );
        assert.deepEqual(page.faults, []);
        await page.close();
    } finally {
        await server.stop();
    }
});

test('the server judges, the page shows: the same marks in tree, graph and answer', { timeout: 120000 }, async () => {
    const list = [];
    for (let fen = START; list.length < 8;) {
        const { moves } = await api(`/v1/nine-c1?fen=${fen}`);
        list.push(moves.at(-1).text);
        fen = moves.at(-1).position.replaceAll(' ', '_');
    }
    const { results } = await api('/v1/nine-c1/batch', { start: START.replaceAll('_', ' '), turns: list });
    const marks = results.slice(0, -1).map((r) => r.mark);
    assert.ok(marks.some((m) => m.includes('?')));
    const page = await openPage(
        world.browser.context,
        world.server.url,
        `#nine-c1?start=${START}&turns=${list.join('_')}&view=game`,
        { settings: HUMANS },
    );
    await until('the tree', async () => (await page.locator('.tree button').count()) === list.length);
    const shown = await page.$$eval('.tree button', (all) => all.map((b) => b.querySelector('b')?.textContent ?? ''));
    assert.deepEqual(shown, marks);
    const graph = await page.$$eval('svg[role=slider] .sign', (all) => all.map((s) => s.textContent));
    assert.deepEqual(
        graph,
        marks.filter((m) => m.includes('?')),
    );
    await page.close();
});
