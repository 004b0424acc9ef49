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
    .map((it) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(it)}(?![\\p{L}\\p{N}])`, 'gu'));
  return (text) => {
    const spans = readingsOf(text).flatMap((reading) => spansIn(reading, byStart));
    return words.reduce((clean, word) => clean.replace(word, redacted), without(text, spans));
  };
}

/** By so many characters secrets are looked up. */
const startLength = 4;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with escapes decoded. */
interface Reading {
  readonly text: string;
  /** The index in the original text of each code unit, and of the end. */
  readonly origin: readonly number[] | undefined;
}

type Escape = readonly [pattern: RegExp, decode: (match: RegExpExecArray) => string];

const utf8 = String.raw`%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}`;
const jsonEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const xmlEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const escapes: readonly Escape[] = [
  // RFC 3986, section 2.1, of one character in UTF-8 (RFC 3629, section 3).
  [new RegExp(utf8, 'gi'), ([match]) => percentDecoded(match)],
  // RFC 8259, section 7. The others are for a secret behind a backslash that is not part of it.
  [/\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi, jsonDecoded],
  [/\\(?:u([\da-f]{4})|(["/bfnrt]))/gi, jsonDecoded],
  [/\\(?:u([\da-f]{4})|(["\\/]))/gi, jsonDecoded],
  // XML 1.0, sections 4.1 and 4.6.
  [
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    ([match, decimal, hexadecimal = '', name]) => {
      if (name) return xmlEntities[name] ?? match;
      const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
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
  const readings = new Map<string, Reading>([[text, { text, origin: undefined }]]);
  let last = [...readings.values()];
  for (let depth = 0; depth < maxDepth && last.length > 0; depth++) {
    last = last
      .flatMap((reading) => escapes.map((it) => decoded(reading, it)))
      .filter((it) => !readings.has(it.text) && readings.set(it.text, it));
  }
  return [...readings.values()];
}

function decoded({ text, origin }: Reading, [pattern, decode]: Escape): Reading {
  let result = '';
  const indexes: number[] = [];
  const add = (part: string, from: number, isDecoded: boolean) => {
    result += part;
    for (let at = 0; at < part.length; at++) {
      const index = isDecoded ? from : from + at;
      indexes.push(origin?.[index] ?? index);
    }
  };
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    add(text.slice(end, match.index), end, false);
    add(decode(match), match.index, true);
    end = match.index + match[0].length;
  }
  if (end === 0) return { text, origin };
  add(text.slice(end), end, false);
  indexes.push(origin?.[text.length] ?? text.length);
  return { text: result, origin: indexes };
}

function jsonDecoded([, unit, character = '']: RegExpExecArray): string {
  return unit ? String.fromCharCode(parseInt(unit, 16)) : (jsonEscapes[character] ?? character);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function spansIn(
  { text, origin }: Reading,
  byStart: ReadonlyMap<string, readonly string[]>,
): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + startLength <= text.length; at++) {
    for (const secret of byStart.get(text.slice(at, at + startLength)) ?? []) {
      if (!text.startsWith(secret, at)) continue;
      const end = at + secret.length;
      spans.push({ start: origin?.[at] ?? at, end: origin?.[end] ?? end });
    }
  }
  return spans;
}

function without(text: string, spans: readonly Span[]): string {
  let clean = '';
  let end = 0;
  let isOpen = false;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    if (!isOpen || span.start >= end) clean += text.slice(end, span.start) + redacted;
    isOpen = true;
    end = Math.max(end, span.end);
  }
  return clean + text.slice(end);
}

/** Returns a secret as it occurs in texts, in forms (URL, section 5.2) and in Base64. */
function formsOf(secret: string): string[] {
  // A lone surrogate is replaced when it is sent or written.
  const sent = secret.toWellFormed();
  return [secret, sent, sent.replaceAll(' ', '+'), ...base64Forms(sent)];
}

/** Returns what any Base64 with a text in it contains (RFC 4648, sections 4 and 5), for each offset of the text. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
