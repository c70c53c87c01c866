// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readShare, writeShare, type Shared } from './share';

const full: Shared = {
    variant: 'nine-c1@11,12',
    start: 'O*******/*O****@*/@*@****O b 2 3',
    turns: ['d6', 'd6xa1,g4', 'd1-a1xd7'],
    at: 1,
    view: 'game',
};

describe('address', () => {
    it('keeps everything', () => {
        expect(readShare(writeShare(full))).toEqual(full);
        expect(readShare(encodeURI(writeShare(full)))).toEqual(full);
        expect(writeShare({ variant: 'nine-c1', start: null, turns: [], at: null, view: null })).toBe('#nine-c1');
    });
    it('leaves out the place when it is the end', () => {
        expect(writeShare({ ...full, at: 3 })).not.toContain('at=');
    });
    it('is refused when broken', () => {
        for (const bad of ['', '#', '#?turns=d6', '#nine-c1?turns=d9', '#nine-c1?start=xyz', '#%E0%A4%A', '#<script>'])
            expect(readShare(bad)).toBeNull();
    });
    it('ignores what it does not know', () => {
        expect(readShare('#nine-c1?view=nonsense&at=x&more=1')).toEqual({
            variant: 'nine-c1',
            start: null,
            turns: [],
            at: null,
            view: null,
        });
    });
});
