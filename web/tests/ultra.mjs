// SPDX-License-Identifier: MIT
// Ultra-strong values: what a draw heads for, beside the position and every turn, and the players that play by it. On
// tables of a small start that are solved here; only where the real program is there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HUMANS, MERELS, clickPoint, openPage, startOn, turns } from './browser.mjs';
import { LANGUAGES, clipped } from './fit.mjs';
import { headline, until, world } from './world.mjs';

const START = 'nine-c1@4,4';
const SETS = ['ratio', 'stones'];
// White flies with three men, Black has four: drawn, and by ranks good for White; by men it is even.
const THREE_FOUR = '*OO*@@**/***O****/*@*@**** w 0 0';

describe('ultra-strong values', { skip: process.env.MERELS_BIN ? false : 'MERELS_BIN is not set' }, () => {
    let folder, server;
    before(
        async () => {
            folder = mkdtempSync(join(tmpdir(), 'merels-ultra-'));
            for (const set of SETS)
                execFileSync(
                    MERELS,
                    [
                        'solve',
                        START,
                        '--values',
                        'ultra',
                        '--subspace-values',
                        set,
                        '--db',
                        folder,
                        '--progress',
                        'none',
                    ],
                    { stdio: 'ignore' },
                );
            server = await startOn(folder);
        },
        { timeout: 300000 },
    );
    after(async () => {
        await server?.stop();
        rmSync(folder, { recursive: true, force: true });
    });
    const ask = async (path) => (await fetch(server.url + path)).json();
    const onPage = (name, fragment, options, body) =>
        test(name, { timeout: 180000 }, async () => {
            const page = await openPage(world.browser.context, server.url, fragment, { settings: HUMANS, ...options });
            try {
                await body(page);
                assert.deepEqual(page.faults, []);
            } finally {
                await page.close();
            }
        });
    const said = (side, u) => {
        const good = u.value === 0 ? null : u.value > 0 === (side === 'white') ? 'White' : 'Black';
        const [a, b] = u.ends_in.split('-');
        const unit = u.ends_in === '0' ? 'equal men' : u.value < 0 ? `${b} against ${a}` : `${a} against ${b}`;
        if (u.ends_in === '0') return unit;
        return `${unit}, ${good ? `good for ${good}` : 'even'}`;
    };

    test('the server tells which sets there are and what draws are worth', async () => {
        const where = `/v1/${START}?fen=${encodeURIComponent(THREE_FOUR)}`;
        const a = await ask(where);
        assert.deepEqual(a.subspace_values, SETS);
        assert.equal(a.category, 'draw');
        assert.equal((await ask(`${where}&subspace_values=stones`)).ultra.value, 0);
        assert.ok(a.ultra.value > 0, 'the test needs a draw that is good for White');
        assert.ok(new Set(a.moves.map((m) => m.ultra?.value)).size > 1, 'and turns that head for different units');
    });

    onPage(
        'a draw says where it heads for and for whom that is good',
        `#${START}?start=${THREE_FOUR.replaceAll(' ', '_')}&view=analyse`,
        { settings: { ...HUMANS, grouped: false, numbers: true } },
        async (page) => {
            const a = await ask(`/v1/${START}?fen=${encodeURIComponent(THREE_FOUR)}`);
            const words = said(a.side, a.ultra);
            await until('the verdict', async () => (await headline(page)) === `Draw, ${words.split(', ')[1]}`);
            const under = await page.locator('.headline p').first().innerText();
            assert.ok(under.startsWith(`Heading for ${words.split(', ')[0]} · White to move`), under);
            assert.match(await page.locator('.numbers').innerText(), new RegExp(`${a.ultra.value}.*\\(ranks\\)`));
            // Beside every turn, in the order of the tables: the best for White first.
            const rows = await page.$$eval('tr[data-turn]', (all) =>
                all.map((r) => [r.dataset.turn, r.querySelector('.aim')?.textContent ?? '']),
            );
            const want = a.moves.map((m) => [m.text, m.ultra ? said('black', m.ultra) : '']);
            assert.deepEqual(rows, want);
            const drawn = a.moves.filter((m) => m.ultra).map((m) => -m.ultra.value);
            assert.deepEqual(
                drawn,
                [...drawn].sort((x, y) => y - x),
            );
            assert.equal(drawn[0], a.ultra.value);
        },
    );

    for (const language of LANGUAGES)
        onPage(
            `fits on a phone in ${language}`,
            `#${START}?start=${THREE_FOUR.replaceAll(' ', '_')}&view=analyse`,
            { viewport: { width: 360, height: 780 }, settings: { ...HUMANS, language } },
            async (page) => {
                await until('the language', async () => (await page.locator('html').getAttribute('lang')) === language);
                await until('rows', () => page.locator('.below .aim').count());
                assert.deepEqual(await page.evaluate(clipped), []);
                const ends = await page.$$eval('.below .aim', (all) => all.map((e) => e.getBoundingClientRect().right));
                const room = await page.locator('.scroll').evaluate((e) => e.getBoundingClientRect().right);
                assert.ok(Math.min(...ends) > 0, 'what a draw heads for is seen');
                assert.ok(Math.max(...ends) <= room, `${Math.max(...ends)} in ${room}`);
                await page.keyboard.press('1');
                await page.locator('input[value=ultra]').last().dispatchEvent('click');
                await page.locator('fieldset select').waitFor();
                assert.deepEqual(await page.evaluate(clipped), []);
            },
        );

    onPage('an even draw is called as before', `#${START}?view=analyse`, {}, async (page) => {
        await until('the verdict', async () => (await headline(page)) === 'Draw with best play');
        assert.match(await page.locator('.headline p').first().innerText(), /^Heading for equal men · /);
    });

    for (const combined of [false, true])
        onPage(
            `the ultra-strong player answers${combined ? ' with a search' : ''}, chosen in the new game`,
            `#${START}?view=play`,
            {},
            async (page) => {
                await page.getByRole('button', { name: 'New game' }).click();
                await page.getByLabel('Opponent').selectOption('computer');
                const strength = page.getByLabel('Strength');
                const key = `${combined ? 'combined' : 'ultra'}/stones`;
                await until('the list', () => strength.locator(`option[value="${key}"]`).count());
                assert.equal(await strength.locator('option[value*="/"]').count(), 2 * SETS.length);
                await strength.selectOption(key);
                const asked = page.waitForRequest((r) => r.url().endsWith('/play'));
                await page.getByRole('button', { name: 'Start the game' }).click();
                await until('turns', () => page.locator('[data-point=d6][aria-disabled=false]').count());
                await clickPoint(page, 'd6');
                const body = JSON.parse((await asked).postData());
                assert.equal(body.player, `ultra:values=stones${combined ? ',local=combined' : ''}`);
                await until('an answer', async () => (await turns(page)).length === 2);
                // The answer gives nothing away, by the values that were chosen: with a search it is of the best rank,
                // without (the hunt for traps) of the best unit, in whatever time.
                const [, reply] = await turns(page);
                const a = await ask(`/v1/${START}?fen=${encodeURIComponent(body.position)}&subspace_values=stones`);
                const played = a.moves.find((m) => m.text === reply);
                assert.equal(played.ultra?.value, a.moves[0].ultra.value);
                if (combined) assert.equal(played.ultra.depth, a.moves[0].ultra.depth);
            },
        );

    onPage('players are chosen beside the board too, with their values', `#${START}?view=play`, {}, async (page) => {
        const black = page.getByRole('group', { name: 'Black' });
        await black.getByText('Ultra-strong').click();
        assert.deepEqual(await black.getByLabel('Draws by').locator('option').allInnerTexts(), [
            'ranks',
            'difference of men',
        ]);
        await black.getByLabel('Draws by').selectOption('stones');
        await black.getByLabel('a search chooses').check();
        const asked = page.waitForRequest((r) => r.url().endsWith('/play'));
        await clickPoint(page, 'd6');
        assert.equal(JSON.parse((await asked).postData()).player, 'ultra:values=stones,local=combined');
    });

    onPage('a start without such tables is as it was', '#nine-c1?view=play', {}, async (page) => {
        await until('turns', () => page.locator('[data-point=d6][aria-disabled=false]').count());
        assert.equal(await page.getByLabel('Ultra-strong').count(), 0);
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByLabel('Opponent').selectOption('computer');
        await page.getByLabel('Strength').waitFor();
        assert.equal(await page.getByLabel('Strength').locator('option[value*="/"]').count(), 0);
    });
});
