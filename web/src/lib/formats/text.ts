// SPDX-License-Identifier: MIT
// Reading game texts: tags in square brackets, numbered turns, comments, variations in brackets. What a turn looks like
// differs from format to format and is given by a function; whether it is legal is the server's business.
export interface TextTurn {
    turn: string; // in our notation
    comment: string; // '' for none
    variations: TextTurn[][]; // instead of this turn
}

export interface GameText {
    variant: string | null;
    start: string | null;
    result: string | null;
    tags: [string, string][]; // as written, these three included
    comment: string; // before the first turn
    line: TextTurn[];
}

export class FormatError extends Error {
    constructor(
        message: string,
        readonly line: number,
        readonly column: number,
    ) {
        super(`line ${line}, column ${column}: ${message}`);
    }
}

// A turn, a taking that belongs to the turn before, or null for something that is neither.
export type Spelling = (token: string) => { turn: string } | { takes: string[] } | null;

interface Token {
    text: string;
    at: number;
}

function fail(source: string, at: number, message: string): never {
    const before = source.slice(0, at).split('\n');
    throw new FormatError(message, before.length, before[before.length - 1]!.length + 1);
}

const TAG = /^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\][ \t\r]*\n?/;

export function readTags(source: string): { tags: [string, string][]; end: number } {
    const tags: [string, string][] = [];
    let end = 0;
    for (let m = TAG.exec(source); m; m = TAG.exec(source.slice(end))) {
        tags.push([m[1]!, m[2]!.replace(/\\(.)/g, '$1')]);
        end += m[0].length;
    }
    return { tags, end };
}

const RESULTS = new Set(['*', '1-0', '0-1', '1/2-1/2']);

// Words, brackets, comments in braces; numbers of turns are dropped.
function tokens(source: string, from: number): Token[] {
    const out: Token[] = [];
    const pattern = /\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+/g;
    pattern.lastIndex = from;
    for (let m = pattern.exec(source); m; m = pattern.exec(source)) {
        const text = m[0];
        if (text.startsWith(';') || text.startsWith('$')) continue;
        if (text.startsWith('{')) {
            out.push({ text, at: m.index });
            continue;
        }
        const bare = RESULTS.has(text)
            ? text
            : text
                  .replace(/^\d+\.+/, '')
                  .replace(/^\.+$/, '')
                  .replace(/[!?]+$/, '');
        if (bare !== '') out.push({ text: bare, at: m.index });
    }
    return out;
}

export function readGame(
    source: string,
    spelling: Spelling,
): Pick<GameText, 'tags' | 'comment' | 'line'> & { end: string | null } {
    const { tags, end } = readTags(source);
    const all = tokens(source, end);
    let at = 0,
        result: string | null = null,
        comment = '';
    const readLine = (inside: boolean): TextTurn[] => {
        const line: TextTurn[] = [];
        while (at < all.length) {
            const token = all[at++]!;
            const last = line[line.length - 1];
            if (token.text === ')') {
                if (inside) return line;
                fail(source, token.at, "')' without '('");
            }
            if (token.text === '(') {
                if (!last) fail(source, token.at, 'a variation before any turn');
                last.variations.push(readLine(true));
                continue;
            }
            if (token.text.startsWith('{')) {
                const said = token.text.slice(1, -1).trim().replaceAll(/\s+/g, ' ');
                if (last) last.comment = last.comment === '' ? said : `${last.comment} ${said}`;
                else if (!inside) comment = said;
                continue;
            }
            if (RESULTS.has(token.text)) {
                result = token.text;
                continue;
            }
            const read = spelling(token.text);
            if (read === null) fail(source, token.at, `'${token.text}' is not a turn`);
            if ('turn' in read) line.push({ turn: read.turn, comment: '', variations: [] });
            else if (last) last.turn = withTakes(last.turn, read.takes);
            else fail(source, token.at, 'a taking before any turn');
        }
        if (inside) fail(source, source.length, "')' is missing");
        return line;
    };
    const line = readLine(false);
    return { tags, comment, line, end: result };
}

export const withTakes = (turn: string, takes: string[]): string =>
    takes.length === 0 ? turn : turn + (turn.includes('x') ? ',' : 'x') + takes.join(',');

// "1. d6 f4\n2. d2 …", in the manner of the C++ writer; variations in brackets and comments in braces where asked for.
export function writeTurns(
    line: readonly TextTurn[],
    blackFirst: boolean,
    spell: (turn: string) => string,
    variations: boolean,
): string {
    const write = (turns: readonly TextTurn[], ply: number, indent: boolean): string => {
        let out = '',
            numbered = false;
        turns.forEach((t, i) => {
            const p = ply + i,
                white = p % 2 === 0;
            if (white || !numbered)
                out += `${out && !out.endsWith('\n') ? ' ' : ''}${(p >> 1) + 1}.${white ? '' : ' ...'}`;
            numbered = true;
            out += ` ${spell(t.turn)}`;
            if (variations && t.comment !== '') {
                out += ` {${t.comment.replaceAll('}', ')')}}`;
                numbered = false;
            }
            for (const v of variations ? t.variations : []) {
                out += ` (${write(v, p, false)})`;
                numbered = false;
            }
            if (!white && indent) out += '\n';
        });
        return out;
    };
    const text = write(line, blackFirst ? 1 : 0, true);
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

export const tagLine = (key: string, value: string): string => `[${key} "${value.replace(/["\\]/g, '\\$&')}"]\n`;
export const tagOf = (tags: readonly [string, string][], key: string): string | null =>
    tags.find(([k]) => k.toLowerCase() === key.toLowerCase())?.[1] ?? null;
