// SPDX-License-Identifier: MIT
// A turn as the server would send it, for tests.
import { readTurn } from './turn';
import type { Category, Move } from './types';

export function move(text: string, outcome: Category = 'unknown', dtw: number | null = null, cls = 0): Move {
    return {
        text,
        ...readTurn(text)!,
        position: `after ${text}`,
        category: 'unknown',
        dtw,
        outcome,
        best: false,
        delta: null,
        mark: '',
        said: '',
        ultra: null,
        class: cls,
    };
}
