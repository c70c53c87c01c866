// SPDX-License-Identifier: MIT
// PlayOK's numbers: points 1..24 row by row from the top left; 5, 18x21, 12-13, 12-13x5. It has no word for the rules.
import { ROW_BY_ROW } from '../points';
import { readTurn, writeTurn } from '../turn';
import { readGame, tagLine, tagOf, writeTurns, type GameText, type Spelling } from './text';

const name = (number: string): string | null => ROW_BY_ROW[Number(number) - 1] ?? null;
const number = (point: string): string => String(ROW_BY_ROW.indexOf(point) + 1);

const spelling: Spelling = (token) => {
    const m = /^(?:(\d{1,2})-)?(\d{1,2})?((?:x\d{1,2}){0,2})$/.exec(token);
    if (!m || (m[1] && !m[2])) return null;
    const takes = (m[3] ?? '')
        .split('x')
        .filter((x) => x !== '')
        .map(name);
    const from = m[1] ? name(m[1]) : null,
        to = m[2] ? name(m[2]) : null;
    if (takes.includes(null) || (m[1] && !from) || (m[2] && !to)) return null;
    const removes = takes as string[];
    if (to === null) return removes.length ? { takes: removes } : null;
    return { turn: writeTurn({ from, to, removes }) };
};

const spell = (text: string): string => {
    const t = readTurn(text)!;
    return (t.from ? `${number(t.from)}-` : '') + number(t.to) + t.removes.map((x) => `x${number(x)}`).join('');
};

export function readPlayok(source: string): GameText {
    const { tags, comment, line, end } = readGame(source, spelling);
    return { variant: null, start: null, result: tagOf(tags, 'result') ?? end, tags, comment, line };
}

export function writePlayok(game: GameText): string {
    const result = game.result ?? '*';
    return `${tagLine('Result', result)}\n${writeTurns(game.line, false, spell, false)}${result}\n`;
}

export const looksLikePlayok = (source: string): boolean =>
    /(^|\s)(\d+\.\s*)?\d{1,2}(-\d{1,2})?(x\d{1,2})*(\s|$)/.test(
        source.replace(/\[[^\]]*\]/g, '').replace(/1\/2-1\/2|1-0|0-1/g, ''),
    ) && !/[a-g][1-7]/.test(source.replace(/\[[^\]]*\]/g, ''));
