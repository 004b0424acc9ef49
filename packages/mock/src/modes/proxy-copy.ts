/** Copies of the bodies that a proxy forwards, with limits, and what they contain. */
import { ownTurn } from '../body.ts';

/** How many bytes of a body are copied, and how many it can have without its content codings. */
const copyLimit = 8 * 1024 * 1024;

/** How many bytes all copies of the process can have together. */
const totalLimit = 64 * 1024 * 1024;

let total = 0;

/** What a body contains. */
export interface Content {
  /** The text without content codings; undefined if it is not known. */
  readonly text: string | undefined;
  /** Why it is not known, though the body may be right. */
  readonly unknown?: string;
  /** What is wrong with the body. */
  readonly problem?: string;
}

/** A copy of a body. */
export class BodyCopy {
  /** Whether the whole body has come. */
  isComplete = false;
  #length = 0;
  #bytes = new Uint8Array(0);
  #isDropped = false;
  #content: Promise<Content> | undefined;

  /** Adds bytes. One beyond the limits drops the copy. */
  add(chunk: Uint8Array): void {
    if (this.#isDropped) return;
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length && !this.#grow(length)) {
      this.release();
      this.#isDropped = true;
      return;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** Takes more memory, in few steps, as a body can come in chunks of one byte. Returns whether there is enough. */
  #grow(needed: number): boolean {
    const size = Math.min(
      Math.max(needed, 2 * this.#bytes.length, 1024),
      copyLimit,
    );
    const more = size - this.#bytes.length;
    if (needed > size || total + more > totalLimit) return false;
    total += more;
    const bytes = new Uint8Array(size);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    return true;
  }

  /** Frees its memory. What was read before stays known. */
  release(): void {
    total -= this.#bytes.length;
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }

  /**
   * Decodes the body, once.
   *
   * @param codings the content codings in the order in which they were applied (RFC 9110, section 8.4)
   */
  async read(codings: readonly string[]): Promise<Content> {
    return (this.#content ??= this.#read(codings));
  }

  async #read(codings: readonly string[]): Promise<Content> {
    if (this.#isDropped) return { text: undefined, unknown: tooLong };
    if (!this.isComplete)
      return { text: undefined, unknown: 'its body was cut off' };
    if (this.#length === 0) return { text: '' };
    const sent = this.#bytes.subarray(0, this.#length);
    const applied = codings.filter((coding) => coding !== 'identity');
    if (applied.length > codingLimit)
      return { text: undefined, unknown: 'it has many codings' };
    // Each decoding takes memory and, beside the text, a turn of the event loop.
    if (applied.length > 0 || sent.length > 64 * 1024) await ownTurn();
    let bytes: Uint8Array = sent;
    for (const coding of applied.toReversed()) {
      const decode = decoderOf(coding);
      if (!decode)
        return {
          text: undefined,
          unknown: `its content coding is not known here`,
        };
      if (waiting >= waitingLimit) return { text: undefined, unknown: tooMany };
      try {
        bytes = await inTurn(async () => decode(bytes));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === tooLargeCode) return { text: undefined, unknown: tooLong };
        return { text: undefined, problem: `is not encoded as ${coding}` };
      }
    }
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch {
      return { text: undefined, problem: 'is not UTF-8' };
    }
  }
}

const tooLong = `its body is longer than ${copyLimit} bytes, or many are under way`;

const tooMany = 'many bodies wait to be decoded';

/** Nobody encodes a body more often. */
const codingLimit = 3;

/** How many decodings can wait: a body of a few bytes can take as long as one of the limit. */
const waitingLimit = 100;

let waiting = 0;

/** Is resolved when the last decoding that was begun is done. */
let lastDecoding: Promise<unknown> = Promise.resolve();

/** Decodes one body after the other, as each can take as many bytes as the limit. */
async function inTurn<T>(decode: () => Promise<T>): Promise<T> {
  waiting += 1;
  const result = lastDecoding.then(decode).finally(() => (waiting -= 1));
  lastDecoding = result.catch(() => undefined);
  return result;
}

type Decoder = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Returns what decodes a content coding (RFC 9110, section 8.4.1; RFC 8878); undefined if it is not known. */
function decoderOf(coding: string): Decoder | undefined {
  const zlib = process.getBuiltinModule('node:zlib');
  const { promisify } = process.getBuiltinModule('node:util');
  const limit = { maxOutputLength: copyLimit };
  const decoders: Readonly<Record<string, typeof zlib.gunzip | undefined>> = {
    gzip: zlib.gunzip,
    'x-gzip': zlib.gunzip,
    deflate: zlib.inflate,
    br: zlib.brotliDecompress,
    // Node 22.12 has no such function yet.
    zstd: zlib.zstdDecompress as typeof zlib.gunzip | undefined,
  };
  const decode = decoders[coding];
  if (!decode) return undefined;
  return async (bytes) =>
    promisify(decode)(bytes, limit).catch(
      async (error: NodeJS.ErrnoException) => {
        const isWhole = coding !== 'deflate' || error.code === tooLargeCode;
        if (isWhole) throw error;
        // Some servers leave out the zlib format around it (RFC 9110, section 8.4.1.2).
        return promisify(zlib.inflateRaw)(bytes, limit);
      },
    );
}

/** The code of the error of `node:zlib` for an output beyond its limit. */
const tooLargeCode = 'ERR_BUFFER_TOO_LARGE';
