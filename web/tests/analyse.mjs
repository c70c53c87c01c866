// SPDX-License-Identifier: MIT
// The Analyse, Rules and Statistics views say what the tables say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { HUMANS, MERELS, database, openPage, settled, turns } from './browser.mjs';
import { api, headline, pageTest, until, world } from './world.mjs';

// Twenty positions spread over all tables without hands by plain arithmetic.
async function positions() {
    const { subspaces } = await api('/v1/nine-c1/stats');
    const solved = subspaces.filter((s) => s.solved && s.own_hand + s.other_hand === 0);
    assert.ok(solved.length > 0);
    const out = [];
    for (let seed = 1; out.length < 20; ++seed) {
        const { own, other } = solved[(seed * 7) % solved.length];
        const men = new Set();
        for (let x = seed * 7919; men.size < own + other; x = (x * 48271) % 2147483647) men.add(x % 24);
        const flat = Array(24).fill('*');
        [...men].forEach((p, i) => (flat[p] = i < own ? 'O' : '@'));
        out.push(
            `${flat.slice(0, 8).join('')}/${flat.slice(8, 16).join('')}/${flat.slice(16).join('')} ${seed % 3 ? 'w' : 'b'} 0 0`,
        );
    }
    return out;
}

// What the command line says, in the form of the page's rows; from the interface where there is no binary.
async function truth(position) {
    const json = database()
        ? JSON.parse(
              execFileSync(MERELS, ['probe', 'nine-c1', position, '--db', database(), '--json'], { encoding: 'utf8' }),
          )
        : await api(`/v1/nine-c1?fen=${encodeURIComponent(position)}`);
    return json.moves.map((m) => `${m.text} ${m.outcome}${m.dtw === null ? '' : ` in ${m.dtw + 1}`}`);
}

test('rows equal the tables for 20 positions', { timeout: 300000 }, async () => {
    const page = await openPage(world.browser.context, world.server.url, '#nine-c1?view=analyse', {
        settings: { ...HUMANS, grouped: false },
    });
    try {
        const results = new Set();
        for (const position of await positions()) {
            await page.evaluate((p) => {
                location.hash = `nine-c1?start=${p.replaceAll(' ', '_')}&view=analyse`;
            }, position);
            const want = await truth(position);
            const rows = () =>
                page.$$eval('tr[data-turn]', (all) =>
                    all.map((r) =>
                        `${r.dataset.turn} ${r.querySelector('.pill').textContent.replace(/[^a-z]/g, '')} ${r.querySelector('.depth').textContent}`.trim(),
                    ),
                );
            // Equal values may stand in any order: compare as sorted lists, and the order of values separately.
            await until(
                `the rows of ${position}`,
                async () => JSON.stringify((await rows()).sort()) === JSON.stringify([...want].sort()),
                15000,
            ).catch(async () => assert.deepEqual((await rows()).sort(), [...want].sort(), position));
            const value = (s) => s.split(' ').slice(1).join(' ');
            assert.deepEqual((await rows()).map(value), want.map(value), position);
            for (const row of want) results.add(row.split(' ')[1]);
        }
        assert.deepEqual([...results].sort(), ['draw', 'loss', 'win'], 'the positions must show every result');
        assert.deepEqual(page.faults, []);
    } finally {
        await page.close();
    }
});

const SYMMETRIC = '#nine-c1?start=O*******/********/******@*_w_2_2&view=analyse';

pageTest('turns equal by symmetry stand in one row until asked', '#nine-c1?view=analyse', {}, async (page) => {
    await until('rows', async () => (await page.locator('tr[data-turn]').count()) === 4);
    await page.locator('.more').first().click();
    await until('open', async () => (await page.locator('tr[data-turn]').count()) > 4);
    await page.getByLabel('group by symmetry').uncheck();
    await until('all', async () => (await page.locator('tr[data-turn]').count()) === 24);
});

pageTest(
    'the pointer over a row shows an arrow; a click plays the turn',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=analyse',
    {},
    async (page) => {
        const row = page.locator('tr[data-turn]').first();
        await row.hover();
        await until('arrow', () => page.locator('.arrow').count());
        const text = await row.getAttribute('data-turn');
        await row.locator('button.turn').click();
        await until('the turn', async () => (await turns(page)).at(-1) === text);
    },
);

pageTest(
    'plies and full moves, state number',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=analyse',
    {},
    async (page) => {
        const a = await api('/v1/nine-c1?fen=O***@***/*O****O*/@*****@*_w_0_0');
        assert.equal(a.category, 'win');
        assert.equal(await headline(page), `White wins in ${a.dtw} ${a.dtw === 1 ? 'ply' : 'plies'}`);
        await page.getByLabel('full moves').check();
        const n = Math.ceil(a.dtw / 2);
        assert.equal(await headline(page), `White wins in ${n} ${n === 1 ? 'move' : 'moves'}`);
        await page.getByLabel('state number').check();
        assert.match(await page.locator('.numbers').innerText(), /3-3/);
        assert.match(
            await page.locator('.headline p').first().innerText(),
            new RegExp(`${a.counts.win} of ${a.moves.length} turns win`),
        );
    },
);

pageTest(
    'the space bar plays on with best turns while it is held',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=analyse',
    {},
    async (page) => {
        const line = await api('/v1/nine-c1/line?fen=O***@***/*O****O*/@*****@*_w_0_0');
        await page.keyboard.down('Space');
        await until('the end', async () => (await turns(page)).length === line.line.length);
        await page.keyboard.up('Space');
        await until('the end', async () => (await headline(page)) === 'White has won');
        assert.equal((await turns(page)).length, (await api('/v1/nine-c1?fen=O***@***/*O****O*/@*****@*_w_0_0')).dtw);
    },
);

pageTest(
    'rules side by side equal /v1/compare',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=rules',
    {},
    async (page) => {
        const { results } = await api('/v1/compare?fen=O***@***/*O****O*/@*****@*_w_0_0');
        await until('cards', async () => (await page.locator('#panel li').count()) === results.length);
        const cards = await page.locator('#panel li').allInnerTexts();
        results.forEach((r, i) => {
            assert.ok(cards[i].includes(r.variant), cards[i]);
            const words = !r.possible
                ? 'Not possible'
                : r.category === 'win'
                  ? `White wins in ${r.dtw} `
                  : r.category === 'loss'
                    ? `Black wins in ${r.dtw} `
                    : r.category === 'draw'
                      ? 'Draw'
                      : 'Not solved';
            assert.ok(cards[i].includes(words), `${cards[i]} must say ${words}`);
        });
        await page.locator('#panel li button').nth(1).click();
        await until('the other rules', () => page.evaluate(() => location.hash.startsWith('#nine-c2')));
    },
);

pageTest('statistics: matrix, counts, longest win, histogram', '#nine-c1?view=statistics', {}, async (page) => {
    const { subspace: s } = await api('/v1/nine-c1/stats?subspace=3,3,0,0');
    assert.ok(s.solved, 'the tests need the table 3-3');
    const comma = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    const cell = page.getByRole('button', { name: /^3-3:/ });
    await cell.click();
    const panel = page.locator('#panel');
    await until('counts', async () => (await panel.innerText()).includes(`${comma(s.wins)} won`));
    assert.ok((await panel.innerText()).includes(`${comma(s.draws)} drawn`));
    assert.ok((await panel.innerText()).includes(`${comma(s.losses)} lost`));
    const histogram = page.getByRole('slider', { name: /Positions by depth/ });
    await histogram.waitFor();
    assert.equal(await histogram.locator('rect.win, rect.loss').count(), s.plies.length);
    // By keyboard to a bar in the middle, and to its example.
    await histogram.focus();
    for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowRight');
    const bar = s.plies[5];
    assert.match(
        await histogram.getAttribute('aria-valuetext'),
        new RegExp(`in ${bar.ply}: ${comma(bar.positions)} position`),
    );
    await page.keyboard.press('Enter');
    await until(
        'the example',
        async () =>
            (await headline(page)) ===
            `${bar.ply % 2 ? 'White' : 'Black'} wins in ${bar.ply} ${bar.ply === 1 ? 'ply' : 'plies'}`,
    );
    // By pointer: the longest win.
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await cell.click();
    const longest = [...s.plies].reverse().find((p) => p.ply % 2);
    await page.getByRole('button', { name: `Longest win: ${longest.ply} plies` }).click();
    await until('the longest win', async () => (await headline(page)) === `White wins in ${longest.ply} plies`);
    // And a click on the histogram itself.
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await cell.click();
    await histogram.waitFor();
    const box = await histogram.locator('rect.win').first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 3);
    await until('a win in one', async () => (await headline(page)) === 'White wins in 1 ply');
});

pageTest('statistics: layer by layer', '#nine-c1?view=statistics', {}, async (page) => {
    const { subspaces } = await api('/v1/nine-c1/stats');
    const shown = () =>
        page.$$eval('#panel table button', (all) => all.map((b) => b.getAttribute('aria-label').split(':')[0]).sort());
    const of = (own, other) =>
        subspaces
            .filter((s) => s.own_hand === own && s.other_hand === other)
            .map((s) => s.text)
            .sort();
    await until('the moving phase', async () => (await shown()).join() === of(0, 0).join());
    assert.equal(await page.locator('.layer select').locator('option').count(), 19);
    await page.locator('.layer select').selectOption('3,2');
    await until('the layer', async () => (await shown()).join() === of(3, 2).join());
    assert.match(await page.locator('#panel h2').first().innerText(), /, 3 and 2 in hand$/);
    await page.getByRole('button', { name: 'Layer with more men in hand' }).click();
    await until('the next layer', async () => (await shown()).join() === of(3, 3).join());
    await page.getByRole('button', { name: 'Layer with fewer men in hand' }).click();
    await until('back', async () => (await shown()).join() === of(3, 2).join());
});

pageTest('a symmetric position is read from the address', SYMMETRIC, {}, async (page) => {
    await settled(page);
    assert.equal(await page.locator('[data-point=d5][aria-label*="White man"]').count(), 1);
});
