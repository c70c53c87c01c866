// SPDX-License-Identifier: MIT
// The language of the page. English comes with the page; the others are loaded when they are wanted.
import { en, type Words } from './en';

export type { Words } from './en';
export const LANGUAGES = { en: 'English', de: 'Deutsch', hu: 'Magyar', af: 'Afrikaans', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

let words = $state.raw<Words>(en);

// The texts of the language in use. Read it where it is shown, so that a change is seen.
export const t = (): Words => words;

const load: Record<Language, () => Promise<Words>> = {
    en: () => Promise.resolve(en),
    de: () => import('./de').then((m) => m.de),
    hu: () => import('./hu').then((m) => m.hu),
    af: () => import('./af').then((m) => m.af),
    fr: () => import('./fr').then((m) => m.fr),
};

// The first language of the browser that the page speaks.
export function preferred(wanted: readonly string[]): Language {
    for (const w of wanted) {
        const code = w.slice(0, 2).toLowerCase();
        if (code in LANGUAGES) return code as Language;
    }
    return 'en';
}

let asked = 0;
export async function speak(language: Language): Promise<void> {
    const ticket = ++asked;
    const next = await load[language]().catch(() => en);
    if (ticket !== asked) return;
    words = next;
    document.documentElement.lang = next.code;
}
