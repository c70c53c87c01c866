// SPDX-License-Identifier: MIT
// Playing for beginners, the report, learning from mistakes, the trainer.
import assert from 'node:assert/strict';
import { clickPoint, turns } from './browser.mjs';
import { api, headline, pageTest, shownMen, until } from './world.mjs';

const START = 'O***@***/*O****O*/@*****@*_w_0_0';
const COMPUTER = { players: { white: { kind: 'human', level: 3 }, black: { kind: 'random', level: 1 } } };
const parts = (text) => text.replace('x', ' ').replace('-', ' ').replace(',', ' ').split(' ');
const make = async (page, text) => {
    await until('turns', () => page.locator('[data-point][aria-disabled=false]').count());
    for (const p of parts(text)) await clickPoint(page, p);
};

pageTest(
    'playing: values are hidden, one line says what to do',
    '#nine-c1?turns=d7_a1_d6_g1&view=play',
    { settings: COMPUTER },
    async (page) => {
        await until('the task', async () => (await headline(page)) === 'Your turn');
        assert.match(await page.locator('.headline p').first().innerText(), /^Place a man on a free point/);
        assert.equal(await page.locator('svg[data-board] .mark').count(), 0);
        await until('turns', () => page.locator('[data-point=d5][aria-disabled=false]').count());
        await clickPoint(page, 'd5');
        await until('the mill', async () => (await headline(page)) === 'Mill! Take a black man');
        await page.getByRole('button', { name: 'Undo' }).click();
        assert.equal((await shownMen(page)).d5, undefined, 'undo takes the half-made turn back');
        assert.equal((await turns(page)).length, 4);
    },
);

pageTest(
    'a new game as Black: the board is turned, the computer begins; rematch changes colours',
    '#nine-c1?view=play',
    { settings: {} },
    async (page) => {
        await page.getByRole('button', { name: 'New', exact: true }).click();
        await page.getByLabel('Your colour').selectOption('black');
        await page.getByLabel('Strength').selectOption('random');
        await page.getByLabel('Clock').selectOption('blitz');
        await page.getByRole('button', { name: 'Start the game' }).click();
        await until('the computer begins', async () => (await turns(page)).length === 1);
        const y = async (p) => Number(await page.locator(`[data-point=${p}] .reach`).getAttribute('cy'));
        assert.ok((await y('a1')) < (await y('a7')), 'Black sits below');
        assert.equal(await page.locator('tspan.clock').count(), 2);
        await until('the clock runs', async () =>
            (await page.locator('tspan.clock').allTextContents()).some((x) => /^2:5/.test(x)),
        );
        await page.getByRole('button', { name: 'Resign' }).click();
        await until('lost', async () => (await headline(page)) === 'You have lost');
        await page.getByRole('button', { name: 'Rematch' }).click();
        await until(
            'colours changed',
            async () => (await headline(page)) === 'Your turn' && (await turns(page)).length === 0,
        );
        assert.ok((await y('a1')) > (await y('a7')));
    },
);

pageTest(
    'computer against computer can be paused',
    '#nine-c1?view=play',
    {
        settings: {
            speed: 'fast',
            players: { white: { kind: 'random', level: 1 }, black: { kind: 'random', level: 1 } },
        },
    },
    async (page) => {
        await until('they play', async () => (await turns(page)).length > 2);
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.waitForTimeout(700);
        const n = (await turns(page)).length;
        await page.waitForTimeout(700);
        assert.equal((await turns(page)).length, n);
        await page.getByRole('button', { name: 'Go on' }).click();
        await until('they go on', async () => (await turns(page)).length > n);
    },
);

pageTest('how to play shows the rules of the game on the board', '#morabaraba?view=play', {}, async (page) => {
    await page.getByRole('button', { name: 'How to play' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.innerText(), /12 men/);
    assert.match(await dialog.innerText(), /diagonals/);
    assert.equal(await dialog.locator('svg').count(), 3);
});

pageTest('a report, and learning from the mistakes', `#nine-c1?start=${START}&view=game`, {}, async (page) => {
    const list = [];
    for (let fen = START; list.length < 4;) {
        const { moves } = await api(`/v1/nine-c1?fen=${fen}`);
        list.push(moves.at(-1).text);
        fen = moves.at(-1).position.replaceAll(' ', '_');
    }
    await page.evaluate(
        (h) => {
            location.hash = h;
        },
        `nine-c1?start=${START}&turns=${list.join('_')}&view=game`,
    );
    const { results } = await api('/v1/nine-c1/batch', {
        start: START.replaceAll('_', ' '),
        turns: list,
        counts: true,
    });
    const bad = results.map((r, i) => [r, i]).filter(([r]) => r.mark.includes('?'));
    assert.ok(bad.length > 0);
    const report = page.getByRole('region', { name: 'Report' });
    await until('the report', () => report.count());
    const row = await report.locator('tr', { hasText: 'Blunders' }).innerText();
    assert.equal(
        row
            .match(/\d+/g)
            .map(Number)
            .reduce((a, b) => a + b),
        bad.filter(([r]) => r.mark === '??').length,
    );
    await page.getByRole('button', { name: 'Learn from your mistakes' }).click();
    const card = page.locator('[data-learn]');
    await until('the question', async () => /Find a better turn/.test(await headline(page)));
    assert.equal(await page.locator('svg[data-board] .mark').count(), 0, 'the board does not tell');
    const before = await api(`/v1/nine-c1?fen=${bad[0][0].position.replaceAll(' ', '_')}`);
    const wrong = before.moves.find((m) => m.mark.includes('?') && m.text !== list[bad[0][1]]);
    if (wrong) {
        await make(page, wrong.text);
        await until('wrong', async () => (await card.getAttribute('data-learn')) === 'wrong');
    }
    await make(page, before.moves[0].text);
    await until('right', async () => (await card.getAttribute('data-learn')) === 'right');
    assert.deepEqual(await turns(page), list, 'learning leaves the game alone');
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.equal(await card.count(), 0);
});

pageTest(
    'the trainer: a wrong answer is refuted, the right one counts',
    '#nine-c1?view=train',
    { allow: ['404'] },
    async (page, t) => {
        if ((await fetch(`${page.url().split('#')[0]}v1/nine-c1/exercise?kind=win`)).status === 404)
            return t.skip('no exercises on this server');
        let exercise;
        page.on('response', async (r) => {
            if (r.url().includes('/exercise')) exercise = await r.json().catch(() => exercise);
        });
        await page.getByLabel('Exercise').selectOption('win');
        await page.getByRole('button', { name: 'Start training' }).click();
        await until('the question', async () => /wins in \d+ plies\. Find the fastest turn/.test(await headline(page)));
        assert.equal(await page.locator('svg[data-board] .mark').count(), 0);
        const state = () => page.locator('[data-train]').getAttribute('data-train');
        const { moves } = await api(`/v1/nine-c1?fen=${exercise.position.replaceAll(' ', '_')}`);
        assert.equal(moves.filter((m) => m.best).length, 1, 'exactly one answer');
        await make(page, moves.at(-1).text);
        await until('wrong', async () => (await state()) === 'wrong');
        await page.getByRole('button', { name: 'Try again' }).click();
        await until('asked again', async () => (await state()) === 'asked');
        await make(page, exercise.solution);
        await until('right', async () => (await state()) === 'right');
        // The other kinds, where the small tables of the tests have them.
        let solved = 0;
        for (const kind of ['only', 'hold', 'refute']) {
            exercise = null;
            await page.getByLabel('Exercise').selectOption(kind);
            await page.getByRole('button', { name: /Next exercise|Start training/ }).click();
            await until('the next', async () => ['asked', 'idle'].includes(await state()), 60000);
            if ((await state()) === 'idle') {
                assert.match(await page.locator('[data-train]').innerText(), /no such exercise/);
                continue;
            }
            assert.equal(exercise.kind, kind);
            await make(page, exercise.solution);
            await until(`${kind} is right`, async () => (await state()) === 'right');
            ++solved;
        }
        assert.ok((await page.locator('#panel').innerText()).includes(`${solved} of ${solved + 1} solved`));
    },
);
