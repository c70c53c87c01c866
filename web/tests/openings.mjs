// SPDX-License-Identifier: MIT
// The opening explorer against the server's answers, and the board to embed in a frame of another site.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { HUMANS, turns } from './browser.mjs';
import { api, pageTest, until, world } from './world.mjs';

const TREE = { ...HUMANS, explorer: true };

pageTest('the opening explorer: values, replies, mistakes, deeper', '#nine-c1?view=analyse', {}, async (page) => {
    await page.locator('.which label').nth(1).click();
    const rows = page.locator('[data-branch]');
    const start = await api('/v1/nine-c1?replies=1'),
        record = await api('/v1/nine-c1/opening');
    const classes = new Set(start.moves.map((m) => m.class)).size;
    await until('one branch a class', async () => (await rows.count()) === classes);
    const first = start.moves[0].text;
    // Deeper: the replies, each with the value that the server tells of it.
    await page.locator(`[data-branch=${first}] .fold`).click();
    const after = await api(`/v1/nine-c1?replies=1&fen=${start.moves[0].position.replaceAll(' ', '_')}`);
    const below = page.locator(`[data-branch=${first}] [data-branch]`);
    const replies = new Set(after.moves.map((m) => m.class)).size;
    await until('its replies', async () => (await below.count()) === replies);
    const shown = await below.first().locator('.pill').innerText();
    assert.ok(shown.includes({ win: 'win', draw: 'draw', loss: 'loss', unknown: '' }[after.moves[0].outcome]), shown);
    if (record.players.length > 0) {
        // What a level did: as the server counts it, for the level that is chosen.
        const who = record.players.findIndex((p) => p.player === 'search:level=1');
        await page.getByLabel('Whose mistakes').selectOption('search:level=1');
        const { here } = record.players[who];
        await until('the counts', async () =>
            (await page.getByTestId('opening-here').innerText()).includes(`${here.wrong} of ${here.turns} games`),
        );
        const turn = record.turns.find((x) => x.text === first);
        assert.match(
            await page.locator(`[data-branch=${first}] .facts`).first().innerText(),
            new RegExp(`then wrong: .* of ${turn.then[who].turns}`),
        );
    }
    // A turn two plies deep is played with the one before it.
    await below.first().locator('.turn').click();
    await until('both turns', async () => (await turns(page)).join() === `${first},${after.moves[0].text}`);
    await page.keyboard.press('ArrowLeft');
    await until('back', async () => (await page.locator('[data-branch]').count()) === replies);
});

pageTest(
    'the explorer counts the replies that hold, and leaves after placing',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_1_1&view=analyse',
    { settings: TREE },
    async (page) => {
        const fen = 'O***@***/*O****O*/@*****@*_w_1_1';
        const a = await api(`/v1/nine-c1?replies=1&fen=${fen}`);
        await until('branches', () => page.locator('[data-branch]').count());
        for (const m of a.moves.filter((x) => x.category === 'draw' || x.category === 'win').slice(0, 5)) {
            const row = page.locator(`[data-branch="${m.text}"]`);
            if ((await row.count()) === 0) continue; // stands with another by symmetry
            const total = m.replies.win + m.replies.draw + m.replies.loss;
            const words = `${m.replies[m.category]} of ${total} ${total === 1 ? 'reply holds' : 'replies hold'}`;
            assert.ok((await row.locator('.facts').first().innerText()).includes(words), `${m.text}: ${words}`);
        }
        await page.evaluate(() => {
            location.hash = 'nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=analyse';
        });
        await until('the list', () => page.locator('tr[data-turn]').count());
        assert.equal(await page.locator('.which').count(), 0);
    },
);

test('a board in a frame of another site; the page itself is refused there', { timeout: 120000 }, async (t) => {
    if (world.server.kind === 'mock') return t.skip('the mock sends no such headers');
    const hash = '#nine-c1?turns=d6_f4_d2_b4&at=2';
    const site = createServer((_, answer) => {
        answer.setHeader('Content-Type', 'text/html');
        answer.end(`<!doctype html><title>x</title><iframe name="board" src="${world.server.url}/embed${hash}" width="480" height="640"></iframe>
            <iframe name="page" src="${world.server.url}/${hash}"></iframe>`);
    });
    await new Promise((done) => site.listen(0, '127.0.0.1', done));
    const page = await world.browser.context.newPage();
    try {
        await page.goto(`http://localhost:${site.address().port}/`);
        const board = page.frameLocator('iframe[name=board]');
        await board.locator('svg[data-board]').waitFor();
        assert.equal(await board.getByRole('tab').count(), 0);
        await until('the men', async () => (await board.locator('[data-point][aria-label*=" man"]').count()) === 2);
        await board.getByRole('button', { name: 'One turn forward' }).click();
        await until('a turn', async () => (await board.locator('[data-point][aria-label*=" man"]').count()) === 3);
        assert.equal(await page.frameLocator('iframe[name=page]').locator('svg[data-board]').count(), 0);
    } finally {
        await page.close();
        site.close();
    }
    return undefined;
});

pageTest('share: a picture and a frame that work', '#nine-c1?turns=d6_f4&view=game', {}, async (page, t) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const value = (what) => page.locator(`[data-share=${what}]`).inputValue();
    assert.match(await value('embed'), /src="http[^"]*\/embed#~/);
    if (world.server.kind === 'mock') return t.skip('the mock draws no pictures');
    const picture = await fetch(await value('picture'));
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    return undefined;
});
