/**
 * SHA-256 (FIPS 180-4), for keys of a cache: `crypto.subtle` is asynchronous, and missing on pages without HTTPS.
 */

/** Returns the SHA-256 of a text in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  const state = Uint32Array.from(firstPrimes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = padded(new TextEncoder().encode(text));
  for (let start = 0; start < words.length; start += 16) {
    addBlock(state, words.subarray(start, start + 16));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The first 64 prime numbers (section 4.2.2). */
const firstPrimes: number[] = [];
for (let number = 2; firstPrimes.length < 64; number++) {
  if (firstPrimes.every((prime) => number % prime !== 0)) firstPrimes.push(number);
}

/** The first 32 bits of the fractional part of a number. */
function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32);
}

const constants = Uint32Array.from(firstPrimes, (prime) => fraction(Math.cbrt(prime)));

/** Returns a message as whole blocks of 16 words, with its end and its length (section 5.1.1). */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padding = new Uint8Array(blocks * 64);
  padding.set(bytes);
  padding[bytes.length] = 0x80;
  const view = new DataView(padding.buffer);
  const words = Uint32Array.from({ length: blocks * 16 }, (_, at) => view.getUint32(at * 4));
  const bits = bytes.length * 8;
  words[words.length - 2] = bits / 2 ** 32;
  words[words.length - 1] = bits;
  return words;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Adds a block to the state (section 6.2.2). */
function addBlock(state: Uint32Array, block: Uint32Array): void {
  const schedule = new Uint32Array(64);
  schedule.set(block);
  for (let at = 16; at < 64; at++) {
    const [w15, w2] = [schedule[at - 15]!, schedule[at - 2]!];
    const sigma0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[at] = schedule[at - 16]! + sigma0 + schedule[at - 7]! + sigma1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let at = 0; at < 64; at++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = h + sum1 + choice + constants[at]! + schedule[at]!;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + sum0 + majority) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}

type Eight = [number, number, number, number, number, number, number, number];
