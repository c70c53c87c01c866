// SPDX-License-Identifier: MIT
// Pictures of every view, for people to look at: node tests/shots.mjs FOLDER [VIEWS] [KINDS] [LANGUAGE], lists with commas
import { mkdirSync } from 'node:fs';
import { HUMANS, clickPoint, openPage, startBrowser, startServer } from './browser.mjs';

const folder = process.argv[2] ?? '/tmp/merels-shots';
mkdirSync(folder, { recursive: true });
const POSITION = 'start=O***@***/*O****O*/@*****@*_w_0_0';
const GAME = '#nine-c1@3,3?turns=d6_f4_d2_b4_d5_d7_d6-f6_d7-g7_f6-f2_g7-g1_f2-c3_g1-e4';
const VIEWS = [
    ['play', '#nine-c1?view=play'],
    ['play-game', '#nine-c1?turns=d6_f4_d2_b4_b6_f6_f2_b2&view=play'],
    ['analyse', `#nine-c1?${POSITION}&view=analyse`],
    ['openings', '#nine-c1?turns=d6_f4&view=analyse'],
    ['placing', '#nine-c1?turns=d6_f4_d2_b4_b6_f6_f2_b2&view=analyse'],
    ['train', '#nine-c1?view=train'],
    ['embed', `embed${GAME}`],
    ['game', `${GAME}&view=game`],
    ['rules', `#nine-c1?${POSITION}&view=rules`],
    ['statistics', `#nine-c1?${POSITION}&view=statistics`],
    [
        'solve',
        `#nine-c1?${POSITION}&view=statistics`,
        async (page) => {
            await page.locator('summary').first().click();
            await page.locator('summary').first().scrollIntoViewIfNeeded();
            await page.mouse.wheel(0, 2000);
        },
    ],
    ['morabaraba', '#morabaraba?view=analyse'],
    [
        'taking',
        '#nine-c1?turns=d7_a1_d6_g1&view=play',
        async (page) => {
            await clickPoint(page, 'd5');
        },
    ],
    [
        'editor',
        `#nine-c1?${POSITION}&view=analyse`,
        async (page) => {
            await page.getByRole('button', { name: 'Edit', exact: true }).click();
            await clickPoint(page, 'g7');
        },
    ],
    [
        'new',
        '#nine-c1',
        async (page) => {
            await page.getByRole('button', { name: 'New', exact: true }).click();
        },
    ],
    [
        'texts',
        `${GAME}&view=game`,
        async (page) => {
            await page.getByRole('button', { name: 'Import, export' }).click();
        },
    ],
    [
        'share',
        `${GAME}&view=game`,
        async (page) => {
            await page.getByRole('button', { name: 'Share', exact: true }).click();
        },
    ],
    [
        'help',
        '#nine-c1',
        async (page) => {
            await page.getByRole('button', { name: 'Keys and signs' }).click();
        },
    ],
    [
        'variations',
        `${GAME}&view=game`,
        async (page) => {
            await page.keyboard.press('Home');
            await page.getByRole('button', { name: /Next mistake/ }).click();
            await page.waitForTimeout(300);
            await page.getByRole('button', { name: 'Show what was better' }).click();
        },
    ],
];
const [only, kindList, language = 'en'] = process.argv.slice(3);
const kinds = (kindList ?? 'light,dark,phone,phone-dark').split(',');
const server = await startServer(),
    browser = await startBrowser();
for (const [name, fragment, act] of VIEWS) {
    if (only && !only.split(',').includes(name)) continue;
    for (const [kind, options] of [
        ['light', { viewport: { width: 1440, height: 900 } }],
        ['dark', { dark: true, viewport: { width: 1440, height: 900 } }],
        ['phone', { viewport: { width: 390, height: 844 } }],
        ['phone-dark', { dark: true, viewport: { width: 390, height: 844 } }],
        ['tablet', { viewport: { width: 1024, height: 768 } }],
        ['aside', { viewport: { width: 844, height: 390 } }],
    ]) {
        if (!kinds.includes(kind)) continue;
        const page = await openPage(browser.context, server.url, fragment, {
            settings: { ...HUMANS, language, ...(name.startsWith('openings') ? { explorer: true } : {}) },
            ...options,
        });
        if (name === 'analyse') await page.locator('tr[data-turn]').nth(1).hover();
        if (act) {
            await page.waitForTimeout(500);
            await act(page);
        }
        await page.waitForTimeout(600);
        await page.screenshot({ path: `${folder}/${name}-${kind}.png`, fullPage: kind.startsWith('phone') });
        if (page.faults.length) console.log(name, kind, page.faults);
        await page.close();
    }
}
await browser.stop();
await server.stop();
