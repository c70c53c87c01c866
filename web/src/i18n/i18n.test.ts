// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { af } from './af';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { hu } from './hu';
import { preferred } from './index.svelte';

const paths = (o: object, at = ''): string[] =>
    Object.entries(o).flatMap(([k, v]) =>
        typeof v === 'object' && v !== null ? paths(v as object, `${at}${k}.`) : [`${at}${k}`],
    );

describe('languages', () => {
    it('have the same texts, none of them empty', () => {
        for (const w of [de, hu, af, fr]) {
            expect(paths(w).sort()).toEqual(paths(en).sort());
            for (const [k, v] of Object.entries(w)) if (typeof v === 'string') expect(v, `${w.code} ${k}`).not.toBe('');
        }
    });
    it('have plural forms of their own', () => {
        expect([0, 1, 2].map(en.plies)).toEqual(['0 plies', '1 ply', '2 plies']);
        expect([0, 1, 2].map(fr.plies)).toEqual(['0 demi-coup', '1 demi-coup', '2 demi-coups']);
        expect([1, 2].map(hu.plies)).toEqual(['1 féllépés', '2 féllépés']);
        expect([1, 2].map((n) => de.winsIn('Weiß', de.plies(n)))).toEqual([
            'Weiß gewinnt in 1 Halbzug',
            'Weiß gewinnt in 2 Halbzügen',
        ]);
        expect([1, 2].map(af.plies)).toEqual(['1 halfbeurt', '2 halfbeurte']);
    });
    it('are chosen by the browser', () => {
        expect(preferred(['pt-BR', 'hu-HU', 'en'])).toBe('hu');
        expect(preferred(['ja'])).toBe('en');
    });
});
