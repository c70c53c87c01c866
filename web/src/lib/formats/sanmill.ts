// SPDX-License-Identifier: MIT
// Sanmill's tagged games: capital tags, FEN with the long line of fields, a taking as a part of the turn (d6xa1) or as
// a word of its own (xa1).
import { readPosition } from '../position';
import { readTurn, writeTurn } from '../turn';
import { readGame, tagLine, tagOf, writeTurns, type GameText, type Spelling } from './text';

const spelling: Spelling = (token) => {
    const alone = /^((?:x[a-g][1-7]){1,2})$/.exec(token);
    if (alone) return { takes: alone[1]!.split('x').filter((x) => x !== '') };
    const [head, ...removes] = token.split('x');
    const turn = readTurn(head ?? '');
    const all = removes.flatMap((x) => x.split(','));
    const text = turn && writeTurn({ ...turn, removes: all });
    return text && readTurn(text) ? { turn: text } : null;
};

const spell = (text: string): string => text.replaceAll(',', 'x');

// Board, side, phase, action, men on board and in hand of each side, then counters.
export function longPosition(text: string): string {
    const b = readPosition(text);
    if (!b) return text;
    const on = (side: string): number => Object.values(b.men).filter((m) => m === side).length;
    const phase = b.hand[b.side] > 0 ? 'p p' : 'm s';
    const [rings, side] = text.split(' ');
    return `${rings} ${side} ${phase} ${on('white')} ${b.hand.white} ${on('black')} ${b.hand.black} 0 0 0 0 0 0 0 0 1`;
}

export function shortPosition(text: string): string {
    const f = text.trim().split(/\s+/);
    return f.length > 7 ? `${f[0]} ${f[1]} ${f[5]} ${f[7]}` : text;
}

export function readSanmill(source: string): GameText {
    const { tags, comment, line, end } = readGame(source, spelling);
    const fen = tagOf(tags, 'FEN');
    return {
        variant: tagOf(tags, 'Variant'),
        start: fen === null ? null : shortPosition(fen),
        result: tagOf(tags, 'Result') ?? end,
        tags,
        comment,
        line,
    };
}

// `plainStart`: the game begins with the empty board, so no FEN is needed.
export function writeSanmill(game: GameText, plainStart: boolean): string {
    const result = game.result ?? '*',
        start = game.start ?? '';
    const black = start.split(' ')[1] === 'b';
    const head =
        tagLine('Event', 'Merels game') +
        tagLine('Site', 'Merels') +
        tagLine('White', tagOf(game.tags, 'white') ?? '?') +
        tagLine('Black', tagOf(game.tags, 'black') ?? '?') +
        tagLine('Result', result) +
        tagLine('Variant', game.variant ?? 'nine-c1') +
        (plainStart ? '' : tagLine('FEN', longPosition(start)) + tagLine('SetUp', '1'));
    const body = writeTurns(game.line, black, spell, false).replaceAll(/(\d+)\. \.\.\./g, '$1...');
    return `${head}\n${body}${result}\n`;
}
