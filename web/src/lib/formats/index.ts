// SPDX-License-Identifier: MIT
// All game texts the page reads and writes.
import { readMerels, writeMerels } from './merels';
import { looksLikePlayok, readPlayok, writePlayok } from './playok';
import { readSanmill, writeSanmill } from './sanmill';
import { readTags, tagOf, type GameText } from './text';

export { FormatError } from './text';
export type { GameText, TextTurn } from './text';

export const FORMATS = [{ id: 'merels' }, { id: 'variations' }, { id: 'playok' }, { id: 'sanmill' }] as const;
export type Format = (typeof FORMATS)[number]['id'];

export function writeGame(format: Format, game: GameText, plainStart: boolean): string {
    switch (format) {
        case 'merels':
            return writeMerels(game);
        case 'variations':
            return writeMerels(game, true);
        case 'playok':
            return writePlayok(game);
        case 'sanmill':
            return writeSanmill(game, plainStart);
    }
}

// Which format a text is in. Our own has a small "variant" tag; Sanmill has capital tags or takings of their own.
export function detect(source: string): Exclude<Format, 'variations'> {
    if (looksLikePlayok(source)) return 'playok';
    const { tags, end } = readTags(source);
    const own = tags[0]?.[0] === 'variant';
    if (
        !own &&
        (tagOf(tags, 'FEN') !== null || tags.length > 0 || /(^|\s)x[a-g][1-7]|x[a-g][1-7]x/.test(source.slice(end)))
    )
        return 'sanmill';
    return 'merels';
}

export function readAny(source: string): GameText {
    switch (detect(source)) {
        case 'playok':
            return readPlayok(source);
        case 'sanmill':
            return readSanmill(source);
        case 'merels':
            return readMerels(source);
    }
}
