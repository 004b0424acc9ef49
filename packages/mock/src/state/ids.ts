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
    const state = typeof from === 'string' ? stateOf(from) : from;
    this.#random = xoroshiro128plusFromState(state);
  }

  /** Returns 32 hexadecimal digits. */
  hex(): string {
    // Joined, because V8 keeps the parts of a concatenation in memory.
    const next = () =>
      (this.#random.next() >>> 0).toString(16).padStart(8, '0');
    return [next(), next(), next(), next()].join('');
  }

  /** Returns letters and digits: a number of 128 bits in base 62, as the ids of sandboxes are. */
  base62(): string {
    let rest = BigInt(`0x${this.hex()}`);
    let text = '';
    while (text.length < 22) {
      text += alphabet[Number(rest % 62n)]!;
      rest /= 62n;
    }
    return text;
  }

  toJSON(): readonly number[] {
    return this.#random.getState();
  }
}

/** Returns the state of a generator that follows from a seed. */
function stateOf(seed: string): readonly number[] {
  const numbers = digest(seed).match(/.{8}/g)!;
  return numbers.slice(0, 4).map((hex) => Number.parseInt(hex, 16) | 0);
}

const alphabet =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a text is a UUID, with or without hyphens. */
export function isUuid(text: string): boolean {
  return /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(
    text,
  );
}

/** Returns the digits of a UUID: the service takes prefix, braces and hyphens away, wherever they are. */
function digitsOf(text: string): string {
  const withoutPrefix = text.replaceAll(/urn:|uuid:/g, '');
  const withoutBraces = withoutPrefix.replaceAll(/^[{}]+|[{}]+$/g, '');
  return withoutBraces.replaceAll('-', '').toLowerCase();
}

/** Whether the service finds the digits of a UUID in an id that it reads by itself. */
export function hasUuidDigits(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(digitsOf(text));
}

/** Returns the form of a conversation id that responses have; an id that is no UUID stays as it is. */
export function canonicalId(id: string): string {
  // Most are in this form.
  if (/^[0-9a-f]{32}$/.test(id)) return id;
  const digits = digitsOf(id);
  return /^[0-9a-f]{32}$/.test(digits) ? digits : id;
}
