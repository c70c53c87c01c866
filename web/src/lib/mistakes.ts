// SPDX-License-Identifier: MIT
// The marks of a game's turns. The server judges (docs/http_api.md, Marks); the page only shows and counts.
import type { Mark } from './types';

export const isMistake = (m: Mark): boolean => m === '?' || m === '??' || m === '?!';

// Index of the next mistake after `at`, from the beginning again where there is none behind; -1 when there is none.
export function nextMistake(marks: readonly Mark[], at: number): number {
    const later = marks.findIndex((m, i) => i > at && isMistake(m));
    return later >= 0 ? later : marks.findIndex(isMistake);
}
