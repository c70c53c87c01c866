// SPDX-License-Identifier: MIT
// Playing: whole games by click, by drag and by keyboard; taking, flying, undo, computers.
import assert from 'node:assert/strict';
import { centre, clickPoint, dragPoint, point, turns } from './browser.mjs';
import { GAMES, api, headline, pageTest, shownMen, until } from './world.mjs';

const parts = (text) => {
    const m = /^(?:(..)-)?(..)(?:x(..)(?:,(..))?)?$/.exec(text);
    return { from: m[1], to: m[2], removes: [m[3], m[4]].filter(Boolean) };
};

async function wholeGame(page, list, play) {
    for (const [i, text] of list.entries()) {
        const t = parts(text);
        await until(`the server's turns before ${text}`, () =>
            page.locator(`[data-point=${t.from ?? t.to}][aria-disabled=false]`).count(),
        );
        await play(t);
        await until(`turn ${i + 1}, ${text}`, async () => (await turns(page)).length === i + 1);
    }
    assert.deepEqual(await turns(page), list);
    await until('the end', async () => (await headline(page)) === 'White has won');
    assert.equal(await page.locator('[data-point][aria-disabled=false]').count(), 0);
}

pageTest('a whole game by click', '#nine-c1@4,4?view=play', {}, async (page) => {
    await wholeGame(page, GAMES.click.split(' '), async (t) => {
        for (const p of [t.from, t.to, ...t.removes].filter(Boolean)) await clickPoint(page, p);
    });
});

pageTest('a whole game by drag, men from the hand too', '#nine-c1@4,4?view=play', {}, async (page) => {
    await wholeGame(page, GAMES.drag.split(' '), async (t) => {
        if (t.from) await dragPoint(page, t.from, t.to);
        else {
            const box = await page.locator('.stack.draggable').last().boundingBox();
            await dragPoint(page, [box.x + box.width / 2, box.y + box.height / 2], t.to);
        }
        for (const x of t.removes) await clickPoint(page, x);
    });
});

pageTest('a whole game by keyboard alone', '#nine-c1@4,4?view=play', {}, async (page) => {
    // Tab reaches the board, arrows go from point to point, Enter and Space choose.
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.closest('[data-point]'))); ++i)
        await page.keyboard.press('Tab');
    const here = () => page.evaluate(() => document.activeElement?.dataset?.point);
    assert.ok(await here(), 'Tab never reached the board');
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const graph = new Map();
    const walk = async (to) => {
        // Breadth first over what the arrow keys have been seen to do.
        for (let steps = 0; (await here()) !== to; ++steps) {
            assert.ok(steps < 300, `no way to ${to}`);
            const from = await here();
            const seen = graph.get(from) ?? graph.set(from, {}).get(from);
            const fresh = Object.keys(way).find((k) => !(k in seen));
            let key = fresh;
            const route = new Map([[from, null]]),
                open = [from];
            while (open.length && !route.has(to)) {
                const p = open.shift();
                for (const [k, q] of Object.entries(graph.get(p) ?? {}))
                    if (!route.has(q)) {
                        route.set(q, [p, k]);
                        open.push(q);
                    }
            }
            if (route.has(to)) {
                for (let p = to; route.get(p); p = route.get(p)[0]) key = route.get(p)[1];
            }
            await page.keyboard.press(key ?? Object.keys(way)[steps % 4]);
            if (key) seen[key] = await here();
        }
    };
    let n = 0;
    await wholeGame(page, GAMES.keyboard.split(' '), async (t) => {
        for (const p of [t.from, t.to, ...t.removes].filter(Boolean)) {
            await walk(p);
            await page.keyboard.press(n++ % 2 ? 'Enter' : 'Space');
        }
    });
    assert.match(await page.getByTestId('said').textContent(), /White has won/);
});

pageTest(
    'taking: men that may be taken are shown, Escape takes the half turn back',
    '#nine-c1?turns=d7_a1_d6_g1&view=play',
    {},
    async (page) => {
        await until('turns', () => page.locator('[data-point=d5][aria-disabled=false]').count());
        await clickPoint(page, 'd5');
        assert.equal(await page.locator('.victim').count(), 2);
        assert.match(await point(page, 'a1').getAttribute('aria-label'), /Black man, can be taken/);
        assert.match(await page.getByTestId('said').textContent(), /Choose a man to take: /);
        await clickPoint(page, 'f4');
        assert.equal((await turns(page)).length, 4, 'a point that cannot be taken must do nothing');
        await page.keyboard.press('Escape');
        assert.equal(await page.locator('.victim').count(), 0);
        assert.equal((await shownMen(page)).d5, undefined);
        await clickPoint(page, 'd5');
        await clickPoint(page, 'g1');
        await until('the turn', async () => (await turns(page)).at(-1) === 'd5xg1');
        assert.deepEqual(await shownMen(page), { d5: 'White', d6: 'White', d7: 'White', a1: 'Black' });
    },
);

pageTest(
    'flying: three men may go to every empty point',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&view=play',
    {},
    async (page) => {
        await until('turns', () => page.locator('[data-point=d5][aria-disabled=false]').count());
        assert.match(await page.locator('.headline p').first().innerText(), /fly to any free point/);
        await clickPoint(page, 'd5');
        const free = await page.locator('[data-point][aria-label*="move here"]').count();
        assert.equal(free, 18);
        await clickPoint(page, 'g1');
        await until('the turn', async () => (await turns(page)).at(-1) === 'd5-g1');
    },
);

pageTest('undo and redo', '#nine-c1?turns=d6_f4_d2&view=play', {}, async (page) => {
    const at = () => page.evaluate(() => /at=(\d+)/.exec(location.hash)?.[1] ?? 'end');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('undo', async () => (await at()) === '2');
    assert.deepEqual(await shownMen(page), { d6: 'White', f4: 'Black' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('undo', async () => (await at()) === '0');
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    await page.getByRole('button', { name: 'Redo' }).click();
    await until('redo', async () => (await at()) === '1');
    // Another turn from here is a variation; the old one is kept.
    await until('turns', () => page.locator('[data-point=a1][aria-disabled=false]').count());
    await clickPoint(page, 'a1');
    await until('variation', async () => (await turns(page)).join() === 'd6,a1');
    await page.getByRole('tab', { name: 'Game' }).click();
    assert.equal(await page.locator('.variation').count(), 1);
});

for (const kind of ['random', 'search', 'perfect']) {
    pageTest(
        `${kind} answers, undo goes back to the person's turn`,
        '#nine-c1?view=play',
        { settings: { players: { white: { kind: 'human', level: 3 }, black: { kind, level: 2 } } } },
        async (page) => {
            await until('turns', () => page.locator('[data-point=d6][aria-disabled=false]').count());
            await clickPoint(page, 'd6');
            await until('an answer', async () => (await turns(page)).length === 2);
            await until('the next turn', () => page.locator('[data-point][aria-disabled=false]').count());
            await page.getByRole('button', { name: 'Undo' }).click();
            await until('undo', async () => Object.keys(await shownMen(page)).length === 0);
            await page.getByRole('button', { name: 'Redo' }).click();
            await until('redo', async () => Object.keys(await shownMen(page)).length === 2);
        },
    );
}

pageTest(
    'computers play each other to an end; nobody else can move',
    '#nine-c1@3,3?view=play',
    { settings: { players: { white: { kind: 'perfect', level: 1 }, black: { kind: 'random', level: 1 } } } },
    async (page) => {
        await until('an end', async () => /won|drawn/.test(await headline(page)), 120000);
        const n = (await turns(page)).length;
        await page.mouse.click(...(await centre(page, 'd6')));
        assert.equal((await turns(page)).length, n);
    },
);

pageTest(
    'resign and hint',
    '#nine-c1?start=O***@***/*O****O*/@*****@*_w_0_0&turns=d5-a1_d3-g1&view=play',
    {},
    async (page) => {
        const { results } = await api('/v1/nine-c1/batch', {
            start: 'O***@***/*O****O*/@*****@* w 0 0',
            turns: ['d5-a1', 'd3-g1'],
        });
        const move = (await api(`/v1/nine-c1?fen=${results.at(-1).position.replaceAll(' ', '_')}`)).moves[0];
        assert.ok(move.best);
        await until('turns', () => page.locator(`[data-point=${move.from}][aria-disabled=false]`).count());
        await page.getByRole('button', { name: 'Hint' }).click();
        assert.equal(await page.locator('.hint').first().innerText(), `Try ${move.text}.`);
        assert.equal(await page.locator('.arrow').count(), 1);
        await page.getByRole('button', { name: 'Resign' }).click();
        assert.equal(await headline(page), 'Black has won');
        assert.equal(await page.locator('.headline p').first().innerText(), 'White resigned.');
    },
);

pageTest(
    'two mills at once take two men, in any order',
    '#nine-c2?start=O*******/*O**@**O/O**@*@**_w_2_3&view=play',
    {},
    async (page) => {
        await until('turns', () => page.locator('[data-point=d6][aria-disabled=false]').count());
        await clickPoint(page, 'd6');
        assert.equal(await page.locator('.victim').count(), 3);
        await clickPoint(page, 'a1');
        assert.equal(await page.locator('.victim').count(), 2);
        await clickPoint(page, 'd2');
        await until('the turn', async () => ['d6xa1,d2', 'd6xd2,a1'].includes((await turns(page)).at(-1)));
        assert.equal((await shownMen(page)).g1, 'Black');
        assert.equal((await shownMen(page)).a1, undefined);
    },
);
