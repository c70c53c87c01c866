// SPDX-License-Identifier: MIT
// Pictures of every view, for people to look at: node tests/shots.mjs FOLDER
import { mkdirSync } from 'node:fs';
import { HUMANS, openPage, startBrowser, startServer } from './browser.mjs';

const folder = process.argv[2] ?? '/tmp/merels-shots';
mkdirSync(folder, { recursive: true });
const POSITION = 'start=O***@***/*O****O*/@*****@*_w_0_0';
const GAME = '#nine-c1@3,3?turns=d6_f4_d2_b4_d5_d7_d6-f6_d7-g7_f6-f2_g7-g1_f2-c3_g1-e4';
const VIEWS = [
    ['play', '#nine-c1?view=play'],
    ['play-game', '#nine-c1?turns=d6_f4_d2_b4_b6_f6_f2_b2&view=play'],
    ['analyse', `#nine-c1?${POSITION}&view=analyse`],
    ['game', `${GAME}&view=game`],
    ['rules', `#nine-c1?${POSITION}&view=rules`],
    ['statistics', `#nine-c1?${POSITION}&view=statistics`],
    ['morabaraba', '#morabaraba?view=analyse'],
];
const only = process.argv[3];
const server = await startServer(), browser = await startBrowser();
for (const [name, fragment] of VIEWS) {
    if (only && !name.startsWith(only)) continue;
    for (const [kind, options] of [['light', {}], ['dark', { dark: true }], ['narrow', { viewport: { width: 390, height: 844 } }]]) {
        const page = await openPage(browser.context, server.url, fragment, { settings: HUMANS, ...options });
        if (name === 'analyse') await page.locator('tr[data-turn]').nth(1).hover();
        await page.waitForTimeout(600);
        await page.screenshot({ path: `${folder}/${name}-${kind}.png`, fullPage: kind === 'narrow' });
        if (page.faults.length) console.log(name, kind, page.faults);
        await page.close();
    }
}
await browser.stop();
await server.stop();
