/** Ids that look random and follow from a seed, and the ids that clients send. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Returns the SHA-256 digest of a text, as 64 hexadecimal digits. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Generates ids. */
export class Ids {
  readonly #random;

  /** @param from a seed, or the state of another generator: four numbers of 32 bits */
  constructor(from: string | readonly number[]) {
    const digits = typeof from === 'string' && digest(from).match(/.{8}/g)!.slice(0, 4);
    const state = digits ? digits.map((hex) => Number.parseInt(hex, 16) | 0) : from;
    this.#random = xoroshiro128plusFromState(state as readonly number[]);
  }

  /** Returns 32 hexadecimal digits. */
  hex(): string {
    // Joined, because V8 keeps the parts of a concatenation in memory.
    const next = () => (this.#random.next() >>> 0).toString(16).padStart(8, '0');
    return [next(), next(), next(), next()].join('');
  }

  /** Returns a UUID of version 4 (RFC 9562, section 5.4). */
  uuid(): string {
    const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3})(.{4})(.{12})$/.exec(this.hex())!;
    const variant = (0x8000 | (Number.parseInt(d!, 16) & 0x3fff)).toString(16);
    return `${a}-${b}-4${c}-${variant}-${e}`;
  }

  /** Returns eight letters and digits. */
  name(): string {
    const letters = (number: number) =>
      [5, 0, 15, 10].map((shift) => alphabet[(number >>> shift) & 31]);
    return [...letters(this.#random.next()), ...letters(this.#random.next())].join('');
  }

  toJSON(): readonly number[] {
    return this.#random.getState();
  }
}

/** The 32 letters and digits that people do not mistake for one another. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** Whether a text is a UUID, with or without hyphens. */
export function isUuid(text: string): boolean {
  return /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
}

/** Returns the form of a conversation id that responses have; an id that is no UUID stays as it is. */
export function canonicalId(id: string): string {
  return isUuid(id) ? id.replaceAll('-', '').toLowerCase() : id;
}
