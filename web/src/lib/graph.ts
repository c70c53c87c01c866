// SPDX-License-Identifier: MIT
// The value of a game through its plies as heights: +1 White has won, 0 draw, -1 Black has won.
import { sideOf, type Node } from './tree';

const FAR = Math.log(1 + 340); // a little more than the deepest win of the family

// Null where the value is not known. A win stands above 0.3 and the higher the nearer its end is.
export function height(node: Pick<Node, 'value' | 'position'>): number | null {
    const v = node.value;
    if (!v || v.category === 'unknown') return null;
    if (v.category === 'draw') return 0;
    const sign = (v.category === 'win') === (sideOf(node.position) === 'white') ? 1 : -1;
    const near = v.dtw === null ? 0.5 : 1 - Math.min(1, Math.log(1 + v.dtw) / FAR);
    return sign * (0.3 + 0.7 * near);
}

// Runs of known heights as points of polylines in a box of the given size.
export function polylines(heights: readonly (number | null)[], width: number, tall: number): string[] {
    const step = heights.length > 1 ? width / (heights.length - 1) : 0;
    const lines: string[] = [];
    let run: string[] = [];
    heights.forEach((h, i) => {
        if (h === null) {
            if (run.length > 1) lines.push(run.join(' '));
            run = [];
            return;
        }
        run.push(`${(i * step).toFixed(1)},${(tall / 2 - (h * tall) / 2).toFixed(1)}`);
    });
    if (run.length > 1) lines.push(run.join(' '));
    return lines;
}
