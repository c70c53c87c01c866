// SPDX-License-Identifier: MIT
// Our own game text (docs/rules.md): small tags, then numbered turns. With variations it is more than the command line
// reads, so they are written only when asked for.
import { readTurn } from '../turn';
import { readGame, tagLine, tagOf, writeTurns, type GameText, type Spelling } from './text';

const spelling: Spelling = (token) => (readTurn(token) ? { turn: token } : null);

export function readMerels(source: string): GameText {
    const { tags, comment, line, end } = readGame(source, spelling);
    return {
        variant: tagOf(tags, 'variant'),
        start: tagOf(tags, 'start'),
        result: tagOf(tags, 'result') ?? end,
        tags,
        comment,
        line,
    };
}

export function writeMerels(game: GameText, variations = false): string {
    const start = game.start ?? '';
    const head =
        tagLine('variant', game.variant ?? 'nine-c1') + tagLine('start', start) + tagLine('result', game.result ?? '*');
    const own = new Set(['variant', 'start', 'result']);
    const rest = game.tags
        .filter(([k]) => !own.has(k.toLowerCase()))
        .map(([k, v]) => tagLine(k.toLowerCase(), v))
        .join('');
    const body = writeTurns(game.line, start.split(' ')[1] === 'b', (t) => t, variations);
    const first = variations && game.comment !== '' ? `{${game.comment.replaceAll('}', ')')}}\n` : '';
    return head + rest + (first ? `\n${first}` : '') + (body ? `${first ? '' : '\n'}${body}` : '');
}
