// SPDX-License-Identifier: MIT
// Numbers as bits, highest first, and bytes as base64url (letters, digits, '-' and '_' once: safe in every address).
export class BitWriter {
    private readonly bytes: number[] = [];
    private free = 0;

    put(value: number, width: number): void {
        for (let i = width - 1; i >= 0; --i) {
            if (this.free === 0) {
                this.bytes.push(0);
                this.free = 8;
            }
            if ((value >>> i) & 1) this.bytes[this.bytes.length - 1]! |= 1 << (this.free - 1);
            --this.free;
        }
    }
    text(value: string): void {
        const utf8 = new TextEncoder().encode(value);
        this.put(utf8.length, 12);
        for (const b of utf8) this.put(b, 8);
    }
    // The bytes with their check sum.
    done(): Uint8Array {
        return Uint8Array.from([...this.bytes, checkSum(this.bytes)]);
    }
}

export class BitReader {
    private at = 0;
    private readonly bytes: Uint8Array;

    // Throws where the check sum does not fit.
    constructor(bytes: Uint8Array) {
        this.bytes = bytes.subarray(0, -1);
        if (bytes.length < 2 || checkSum(this.bytes) !== bytes[bytes.length - 1]) throw new Error('damaged');
    }
    take(width: number): number {
        let value = 0;
        for (let i = 0; i < width; ++i, ++this.at) {
            const byte = this.bytes[this.at >> 3];
            if (byte === undefined) throw new Error('too short');
            value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
        }
        return value;
    }
    text(): string {
        const utf8 = Uint8Array.from({ length: this.take(12) }, () => this.take(8));
        return new TextDecoder().decode(utf8);
    }
}

// Fletcher's sum, folded: notices a lost end and exchanged letters.
function checkSum(bytes: Iterable<number>): number {
    let a = 1,
        b = 0;
    for (const x of bytes) {
        a = (a + x) % 251;
        b = (b + a) % 251;
    }
    return (a ^ (b * 3)) & 255;
}

export const toBase64Url = (bytes: Uint8Array): string =>
    btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');

export const fromBase64Url = (text: string): Uint8Array =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
