// SPDX-License-Identifier: MIT
// The game: keys, variations, mistakes, texts in and out, address, editor, symmetries.
import assert from 'node:assert/strict';
import { HUMANS, clickPoint, openPage, turns } from './browser.mjs';
import { GAMES, api, headline, pageTest, shownMen, until, world } from './world.mjs';

const at = (page) => page.evaluate(() => /at=(\d+)/.exec(location.hash)?.[1] ?? 'end');
const START = 'O***@***/*O****O*/@*****@*_w_0_0'; // three men a side: every table directory of the tests has it

// A game in which everybody always plays the worst turn.
async function blunders() {
    const list = [];
    for (let fen = START; list.length < 6;) {
        const { moves } = await api(`/v1/nine-c1?fen=${fen}`);
        list.push(moves.at(-1).text);
        fen = moves.at(-1).position.replaceAll(' ', '_');
    }
    return list;
}
async function openBlunders(page) {
    const list = await blunders();
    await page.evaluate(
        (hash) => {
            location.hash = hash;
        },
        `nine-c1?start=${START}&turns=${list.join('_')}&view=game`,
    );
    await until('the game', async () => (await turns(page)).join() === list.join());
    return list;
}

pageTest('keys: arrows, home, end, f, ?, digits', '#nine-c1?turns=d6_f4_d2_b4&view=game', {}, async (page) => {
    for (const [key, want] of [
        ['ArrowLeft', '3'],
        ['ArrowLeft', '2'],
        ['ArrowRight', '3'],
        ['Home', '0'],
        ['End', 'end'],
    ]) {
        await page.keyboard.press(key);
        await until(`${key} goes to ${want}`, async () => (await at(page)) === want);
    }
    const y = () => page.locator('[data-point=a1] .reach').getAttribute('cy');
    const before = await y();
    await page.keyboard.press('f');
    await until('the board is turned', async () => (await y()) !== before);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and signs' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await until(
        'the view',
        async () => (await page.getByRole('tab', { name: 'Analyse' }).getAttribute('aria-selected')) === 'true',
    );
});

pageTest('variations: made, walked, promoted, deleted', '#nine-c1?turns=d6_f4_d2&view=game', {}, async (page) => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await until('turns', () => page.locator('[data-point=a1][aria-disabled=false]').count());
    await clickPoint(page, 'a1');
    await until('variation', async () => (await turns(page)).join() === 'd6,a1');
    assert.equal(await page.locator('.variation').count(), 1);
    await page.keyboard.press('ArrowUp');
    await until('main line', async () => (await turns(page)).join() === 'd6,f4,d2');
    await page.keyboard.press('ArrowDown');
    await until('variation', async () => (await turns(page)).join() === 'd6,a1');
    await page.getByRole('button', { name: 'Make main line' }).click();
    await page.keyboard.press('Home');
    await until('promoted', async () => (await turns(page)).join() === 'd6,a1');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await until('deleted', async () => (await turns(page)).join() === 'd6,f4,d2');
    assert.equal(await page.locator('.variation').count(), 0);
});

pageTest('mistakes: marked, found, refuted', '#nine-c1?view=game', {}, async (page) => {
    const list = await openBlunders(page);
    const { results } = await api('/v1/nine-c1/batch', { start: START, turns: list, counts: true });
    const rank = { win: 2, draw: 1, loss: 0 };
    const bad = list.map((_, i) => rank[results[i].category] - (2 - rank[results[i + 1].category]));
    assert.ok(
        bad.some((n) => n > 0),
        'the worst turns must give something away',
    );
    await until('the tree', async () => (await page.locator('.tree button').count()) === list.length);
    assert.equal(await page.locator('.tree button.bad').count(), bad.filter((n) => n > 0).length);
    await page.keyboard.press('Home');
    const first = bad.findIndex((n) => n > 0);
    await page.getByRole('button', { name: /Next mistake/ }).click();
    await until('the first mistake', async () => (await at(page)) === String(first + 1));
    await page.getByRole('button', { name: 'Show the refutation' }).click();
    await until(
        'a line that follows it',
        async () => (await page.locator('.variation').count()) > 0 || (await turns(page)).length > list.length,
    );
    await page.getByRole('button', { name: /Next mistake/ }).waitFor();
});

pageTest('the value graph goes where it is clicked', '#nine-c1?view=game', {}, async (page) => {
    await openBlunders(page);
    const graph = page.getByRole('slider', { name: 'Value through the game' });
    const box = await graph.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until('the middle', async () => (await at(page)) === '3');
    assert.match(await graph.getAttribute('aria-valuetext'), /ply 3 of 6/);
});

async function exportAs(page, format) {
    await page.getByRole('button', { name: 'Import, export' }).click();
    await page.getByLabel('Format').selectOption(format);
    const text = await page.locator('#out').inputValue();
    await page.keyboard.press('Escape');
    return text;
}
async function importText(page, text) {
    await page.getByRole('button', { name: 'Import, export' }).click();
    await page.locator('#in').fill(text);
    await page.getByRole('button', { name: 'Read' }).click();
}

for (const format of ['merels', 'playok', 'sanmill']) {
    pageTest(
        `export and import again: ${format}`,
        `#nine-c1@4,4?turns=${GAMES.click.replaceAll(' ', '_')}&view=game`,
        {},
        async (page) => {
            const want = GAMES.click.split(' ');
            const text = await exportAs(page, format);
            // PlayOK has no word for the rules: it is read under those on the board.
            await page.evaluate(() => {
                location.hash = 'nine-c1@4,4?turns=d6&view=game';
            });
            await until('another game', async () => (await turns(page)).length === 1);
            await importText(page, text);
            await until('the game', async () => (await turns(page)).length === want.length);
            assert.deepEqual(await turns(page), want);
            assert.equal(await page.evaluate(() => location.hash.slice(1).split('?')[0]), 'nine-c1@4,4');
            assert.equal(await exportAs(page, format), text);
        },
    );
}

pageTest('variations come back too', '#nine-c1?turns=d6_f4_d2&view=game', {}, async (page) => {
    const text =
        '[variant "nine-c1"]\n[start "********/********/******** w 9 9"]\n[result "*"]\n[white "human"]\n[black "human"]\n\n1. d6 f4 (1. ... a1 2. g7)\n2. d2\n';
    await importText(page, text);
    await until('the variation', async () => (await page.locator('.variation').count()) === 1);
    assert.equal(await exportAs(page, 'variations'), text);
});

pageTest(
    'a broken or illegal game is refused with the place',
    '#nine-c1?turns=d6&view=game',
    { allow: ['400'] },
    async (page) => {
        await importText(page, '1. d6 f4\n2. d9');
        await until('the place', async () =>
            (await page.locator('#in-error').innerText()).includes('line 2, column 4'),
        );
        await page.locator('#in').fill('1. d6 d6');
        await page.getByRole('button', { name: 'Read' }).click();
        await until('the sentence', async () => /d6/.test(await page.locator('#in-error').innerText()));
        await page.keyboard.press('Escape');
        assert.deepEqual(await turns(page), ['d6']);
    },
);

pageTest('the address holds everything', '#nine-c1?view=analyse', {}, async (page) => {
    for (const p of ['d6', 'f4', 'd2', 'b4']) {
        await until('turns', () => page.locator(`[data-point=${p}][aria-disabled=false]`).count());
        await clickPoint(page, p);
        await until(p, async () => (await turns(page)).at(-1) === p);
    }
    await page.keyboard.press('ArrowLeft');
    await until('back', async () => (await at(page)) === '3');
    const url = page.url(),
        men = await shownMen(page);
    const other = await openPage(world.browser.context, world.server.url, url.slice(url.indexOf('#')), {
        settings: HUMANS,
    });
    assert.equal(other.url(), url);
    assert.deepEqual(await shownMen(other), men);
    assert.equal(await other.getByRole('tab', { name: 'Analyse' }).getAttribute('aria-selected'), 'true');
    assert.equal(await headline(other), await headline(page));
    await other.close();
});

pageTest('the editor: hands follow the board, faults are said in words', '#nine-c1?view=analyse', {}, async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const state = page.locator('#editor-state');
    const use = page.getByRole('button', { name: 'Use this position' });
    // One click from the start is a position that came up while placing.
    await clickPoint(page, 'd5');
    await until('accepted', async () => /✓/.test(await state.innerText()));
    assert.equal(await page.getByLabel("White's hand").inputValue(), '8');
    assert.equal(await page.getByLabel("Black's hand").inputValue(), '9');
    assert.equal(await page.getByRole('button', { name: 'Black to move' }).count(), 1);
    // Hands that somebody types stay; too many men are named, and shown where they are.
    await page.getByLabel("White's hand").fill('9');
    await until('said in words', async () =>
        /White has 10 men, board and hand together; this game has 9/.test(await state.innerText()),
    );
    assert.ok(await use.isDisabled());
    assert.equal(await page.getByLabel("White's hand").getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('tspan.faulty').count(), 1);
    await page.getByLabel("White's hand").fill('0');
    await page.getByLabel("Black's hand").fill('0');
    for (const p of ['d6', 'd7', 'a1', 'a1']) await clickPoint(page, p); // in turn: White, Black, empty
    await page.locator('.kinds label', { hasText: 'Black' }).click();
    for (const p of ['g1', 'g4']) await clickPoint(page, p);
    await until('accepted', async () => /✓ .* legal turns/.test(await state.innerText()));
    await use.click();
    await until('the position', () =>
        page.evaluate(() => decodeURIComponent(location.hash).includes('start=O*******/O*******/O*@@*@**_b_0_0')),
    );
    assert.deepEqual(await shownMen(page), {
        d5: 'White',
        d6: 'White',
        d7: 'White',
        a1: 'Black',
        g4: 'Black',
        g1: 'Black',
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.press('Escape');
    await until('Escape closes', async () => (await state.count()) === 0);
});

pageTest(
    'the editor reads a typed position and names the column of a wrong one',
    '#nine-c1?view=analyse',
    { allow: ['400'] },
    async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        const text = page.getByLabel('Position', { exact: true });
        await text.fill('O*******/********x******** w 8 9');
        await text.press('Enter');
        await until('the column', async () => /column 18/.test(await page.locator('#editor-state').innerText()));
        await text.fill('O*******/********/******** b 8 9');
        await text.press('Enter');
        await until('accepted', async () => /✓/.test(await page.locator('#editor-state').innerText()));
        assert.deepEqual(await shownMen(page), { d5: 'White' });
        await page.getByRole('button', { name: 'Swap colours' }).click();
        await until('swapped', async () => (await shownMen(page)).d5 === 'Black');
    },
);

pageTest('rotate, mirror and swap rings map the whole game', '#nine-c1?turns=d6_f4_a7&view=game', {}, async (page) => {
    for (const [button, want] of [
        ['Rotate', 'f4,d2,g7'],
        ['Mirror', 'b4,d2,a7'],
        ['Swap rings', 'b4,d2,c5'],
    ]) {
        await page.getByRole('button', { name: button }).click();
        await until(`${button}: ${want}`, async () => (await turns(page)).join() === want);
    }
    assert.deepEqual(await shownMen(page), { b4: 'White', d2: 'Black', c5: 'White' });
});

pageTest('a new game of another kind', '#nine-c1?view=play', {}, async (page) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.locator('dialog summary').click();
    await page.getByRole('radio', { name: /^morabaraba-fbd/ }).check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await until('the game', () => page.evaluate(() => location.hash.startsWith('#morabaraba-fbd')));
    assert.equal(await page.locator('.lines line').count(), 20);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('radio', { name: /^nine-p2/ }).check();
    await page.getByLabel("White's men").fill('5');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await until('the game', () => page.evaluate(() => location.hash.startsWith('#nine-p2@5,9')));
});
