// SPDX-License-Identifier: MIT
// Short sounds made on the spot: a man put down, a man taken, the end.
let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType): void {
    const c = context!,
        o = c.createOscillator(),
        g = c.createGain(),
        from = c.currentTime + at;
    o.type = shape;
    o.frequency.setValueAtTime(pitch, from);
    o.frequency.exponentialRampToValueAtTime(pitch * 0.6, from + length);
    g.gain.setValueAtTime(loud, from);
    g.gain.exponentialRampToValueAtTime(0.001, from + length);
    o.connect(g).connect(c.destination);
    o.start(from);
    o.stop(from + length);
}

export function play(kind: 'place' | 'take' | 'end'): void {
    try {
        context ??= new AudioContext();
        if (kind === 'place') tone(0, 320, 0.09, 0.25, 'triangle');
        if (kind === 'take') {
            tone(0, 320, 0.08, 0.25, 'triangle');
            tone(0.09, 170, 0.16, 0.3, 'sawtooth');
        }
        if (kind === 'end') [392, 494, 587].forEach((f, i) => tone(i * 0.14, f, 0.4, 0.18, 'sine'));
    } catch {
        /* no sound here */
    }
}
