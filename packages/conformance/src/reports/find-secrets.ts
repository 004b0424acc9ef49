/** Finds secrets in texts, however they are escaped or encoded there. */

/** Replaces a secret. */
export const redacted = '[redacted]';

/** A shorter text can be the same as a secret by chance. */
export const minSecretLength = 8;

/**
 * Returns a function that replaces every occurrence of the secrets in a text, also percent-encoded, escaped as in
 * JSON, XML or a JSON Pointer (up to three of these, one within the other), and within Base64. A secret of fewer
 * than eight characters, such as the `any` that suits the mock, is replaced only as a word of its own.
 */
export function createScrubber(secrets: Iterable<string>): (text: string) => string {
  const all = [...new Set(secrets)].filter((it) => it !== '');
  const long = all.filter((it) => it.length >= minSecretLength).flatMap(formsOf);
  const byStart = Map.groupBy(new Set(long), (it) => it.slice(0, startLength));
  const words = all
    .filter((it) => it.length < minSecretLength)
    .map((it) => it.replaceAll(/[^]/gu, (at) => `\\u{${at.codePointAt(0)!.toString(16)}}`))
    .map((it) => new RegExp(`(?<![\\p{L}\\p{N}])${it}(?![\\p{L}\\p{N}])`, 'gu'));
  return (text) => {
    const spans = readingsOf(text).flatMap((reading) => spansIn(reading, byStart));
    return words.reduce((clean, word) => clean.replace(word, redacted), without(text, spans));
  };
}

/** By so many characters secrets are looked up. */
const startLength = 4;

type Span = readonly [start: number, end: number];

/** A text with escapes decoded. */
interface Reading {
  readonly text: string;
  /** The index in the original text of each code unit, and of the end. */
  readonly origin: readonly number[];
}

/** What an escape looks like, and what it means. */
type Escape = readonly [pattern: RegExp, decode: (match: RegExpExecArray) => string];

const utf8 = String.raw`%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}`;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const escapes: readonly Escape[] = [
  // RFC 3986, section 2.1, of one character in UTF-8 (RFC 3629, section 3).
  [new RegExp(utf8, 'gi'), ([match]) => Buffer.from(match.replaceAll('%', ''), 'hex').toString()],
  // RFC 8259, section 7. The others are for a secret behind a backslash that is not part of it.
  ...[String.raw`["\\/bfnrt]`, '["/bfnrt]', String.raw`["\\/]`].map((characters): Escape => {
    const pattern = new RegExp(String.raw`\\(?:u[\da-fA-F]{4}|${characters})`, 'g');
    return [pattern, ([match]) => JSON.parse(`"${match}"`) as string];
  }),
  // XML 1.0, sections 4.1 and 4.6.
  [
    /&(?:#(\d{1,7})|#(x[\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    ([match, decimal, hexadecimal, name]) => {
      if (name) return entities[name] ?? match;
      const code = Number(decimal ?? `0${hexadecimal}`);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : match;
    },
  ],
  // RFC 6901, section 3.
  [/~[01]/g, ([match]) => (match === '~1' ? '/' : '~')],
];

/** How many escapes may be one within the other. */
const maxDepth = 3;

/** Returns a text as it is, and decoded in all ways that change it. */
function readingsOf(text: string): Reading[] {
  const plain = { text, origin: Array.from({ length: text.length + 1 }, (_, index) => index) };
  const readings = new Map<string, Reading>([[text, plain]]);
  let last: Reading[] = [plain];
  for (let depth = 0; depth < maxDepth; depth++) {
    last = last
      .flatMap((reading) => escapes.map((it) => decoded(reading, it)))
      .filter((it) => !readings.has(it.text) && readings.set(it.text, it));
  }
  return [...readings.values()];
}

function decoded(reading: Reading, [pattern, decode]: Escape): Reading {
  const { text, origin } = reading;
  if (text.search(pattern) < 0) return reading;
  let result = '';
  const indexes: number[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const character = decode(match);
    result += text.slice(end, match.index) + character;
    for (let at = end; at < match.index; at++) indexes.push(origin[at]!);
    for (let at = 0; at < character.length; at++) indexes.push(origin[match.index]!);
    end = match.index + match[0].length;
  }
  for (let at = end; at <= text.length; at++) indexes.push(origin[at]!);
  return { text: result + text.slice(end), origin: indexes };
}

function spansIn(
  { text, origin }: Reading,
  byStart: ReadonlyMap<string, readonly string[]>,
): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + startLength <= text.length; at++) {
    for (const secret of byStart.get(text.slice(at, at + startLength)) ?? []) {
      if (!text.startsWith(secret, at)) continue;
      spans.push([origin[at]!, origin[at + secret.length]!]);
    }
  }
  return spans;
}

function without(text: string, spans: readonly Span[]): string {
  let clean = '';
  let last = 0;
  for (const [index, [start, end]] of spans.toSorted(([a], [b]) => a - b).entries()) {
    if (index === 0 || start >= last) clean += text.slice(last, start) + redacted;
    last = Math.max(last, end);
  }
  return clean + text.slice(last);
}

/** Returns a secret as it occurs in texts, in forms (URL, section 5.2) and in Base64 (RFC 4648) behind other bytes. */
function formsOf(secret: string): string[] {
  // A lone surrogate is replaced when it is sent or written.
  const sent = secret.toWellFormed();
  const encoded = ['', '1', '12'].flatMap((before) => {
    const bytes = Buffer.from(before + sent);
    const whole = [Math.ceil((before.length * 8) / 6), Math.floor((bytes.length * 8) / 6)] as const;
    return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(...whole));
  });
  return [secret, sent, sent.replaceAll(' ', '+'), ...encoded];
}
