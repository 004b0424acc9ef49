/** Ids that look random and follow from a seed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Returns the SHA-256 digest of a text, as 64 hexadecimal digits. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Generates ids. */
export interface Ids {
  /** Returns a UUID of version 4 (RFC 9562, section 5.4). */
  readonly uuid: () => string;
  /** Returns 32 hexadecimal digits. */
  readonly hex: () => string;
  /** Returns eight letters and digits. */
  readonly name: () => string;
  /** Returns the state of the generator: four numbers of 32 bits. */
  readonly state: () => readonly number[];
}

/** Returns the state of a generator that starts with a text. */
export function seedOf(text: string): number[] {
  const hex = digest(text);
  return [0, 8, 16, 24].map((at) => Number.parseInt(hex.slice(at, at + 8), 16) | 0);
}

/** Creates a generator that continues from a state. */
export function createIds(state: readonly number[]): Ids {
  const random = xoroshiro128plusFromState(state);
  // Joined, because V8 keeps the parts of a concatenation in memory.
  const hex = () => [1, 2, 3, 4].map(() => hexOf(random.next())).join('');
  return {
    hex,
    uuid() {
      const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3})(.{4})(.{12})$/.exec(hex())!;
      const variant = (0x8000 | (Number.parseInt(d!, 16) & 0x3fff)).toString(16);
      return `${a}-${b}-4${c}-${variant}-${e}`;
    },
    name() {
      const [a, b] = [random.next(), random.next()];
      return letters(a) + letters(a >>> 10) + letters(b) + letters(b >>> 10);
    },
    state: () => random.getState(),
  };
}

/** Returns the eight hexadecimal digits of 32 bits. */
const hexOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => bytes[(number >>> shift) & 0xff]!).join('');
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two of the 32 letters and digits that people do not mistake for one another. */
const letters = (number: number): string => pairs[number & 0x3ff]!;
const alphabet = Array.from('23456789abcdefghijkmnpqrstuvwxyz');
const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));
