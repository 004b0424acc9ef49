/** Removes secrets: by their names, and by their values wherever a text repeats them. Imports nothing. */

/** Replaces a secret. */
export const redacted = '[redacted]';

/** A shorter text can be the same as a secret by chance. */
export const minSecretLength = 8;

/** The headers with credentials that HTTP and deployments define, in lower case. */
export const credentialHeaders: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-access-token',
];

/**
 * Returns a JSON value in which the values of properties with certain names are replaced, however deep they are. Null
 * is kept, as it is no secret.
 *
 * @param queryNames the names of properties that are URLs: only their query is replaced
 * @throws {RangeError} for a value that is nested thousands of levels deep
 */
export function redactProperties(
  value: unknown,
  names: ReadonlySet<string>,
  queryNames: ReadonlySet<string> = new Set(),
): unknown {
  if (Array.isArray(value)) return value.map((item) => redactProperties(item, names, queryNames));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, property]: [string, unknown]) => {
    if (names.has(name) && property !== null) return [name, redacted];
    const isUrl = queryNames.has(name) && typeof property === 'string';
    return [name, isUrl ? redactUrl(property) : redactProperties(property, names, queryNames)];
  });
  return Object.fromEntries(entries);
}

/** Returns a URL in which the values of its query are replaced. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? url : url.slice(0, start) + redactQuery(url.slice(start), () => true);
}

/**
 * Returns a query in which the values of parameters with certain names are replaced.
 *
 * @param query with or without its question mark, or a path with a query
 * @param isSecret gets the name of a parameter, decoded
 */
export function redactQuery(query: string, isSecret: (name: string) => boolean): string {
  return query.replaceAll(/(^|[?&])([^=&?]+)=[^&]*/g, (pair, mark: string, encoded: string) => {
    const [name = ''] = new URLSearchParams(encoded).keys();
    return isSecret(name) ? `${mark}${encoded}=${redacted}` : pair;
  });
}

/**
 * Returns a function that replaces every occurrence of secrets in a text, also in Base64; and the whole text where one
 * is percent-encoded, or escaped as in JSON, XML or a JSON Pointer (up to three of these, one within the other). A
 * secret of fewer than {@link minSecretLength} characters is replaced only as a word of its own. Takes time in
 * proportion to the text, however many secrets there are.
 *
 * @example
 * createRedactor(['my-secret-key'])('no access with my-secret-key') // 'no access with [redacted]'
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const all = [...new Set(secrets)].filter((secret) => secret !== '');
  const long = all.filter(({ length }) => length >= minSecretLength);
  const short = all.filter(({ length }) => length < minSecretLength);
  const replaceLong = createFinder(long.flatMap(formsOf));
  const words = short.map(wordPattern);
  return (text) => {
    const clean = replaceLong(text);
    if (readingsOf(clean).some((reading) => replaceLong(reading) !== reading)) return redacted;
    return words.reduce((rest, word) => rest.replace(word, redacted), clean);
  };
}

/** The texts that begin alike, by their lengths. */
type Alike = Map<number, Set<string>>;

/** Returns a function that replaces texts of at least {@link minSecretLength} characters in another. */
function createFinder(wanted: readonly string[]): (text: string) => string {
  const byStart = new Map<string, Alike>();
  for (const form of wanted) {
    const start = form.slice(0, minSecretLength);
    const alike: Alike = byStart.get(start) ?? new Map<number, Set<string>>();
    const equallyLong = alike.get(form.length) ?? new Set<string>();
    byStart.set(start, alike.set(form.length, equallyLong.add(form)));
  }
  // Looking for one character first is what makes long texts quick.
  const firstCharacters = new Set([...byStart.keys()].map((start) => start.charCodeAt(0)));

  return (text) => {
    let clean = '';
    let end = 0;
    for (let at = 0; at + minSecretLength <= text.length; at++) {
      if (!firstCharacters.has(text.charCodeAt(at))) continue;
      const alike = byStart.get(text.slice(at, at + minSecretLength));
      if (!alike) continue;
      let longest = 0;
      for (const [length, forms] of alike) {
        if (length > longest && forms.has(text.slice(at, at + length))) longest = length;
      }
      if (longest === 0) continue;
      if (at >= end) clean += text.slice(end, at) + redacted;
      // Secrets can overlap.
      end = Math.max(end, at + longest);
    }
    return clean + text.slice(end);
  };
}

function wordPattern(secret: string): RegExp {
  const escape = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`;
  const escaped = secret.replaceAll(/[^]/gu, escape);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}

/** Returns a secret as it occurs in texts, in forms (URL, section 5.2) and in Base64 (RFC 4648) behind other bytes. */
function formsOf(secret: string): string[] {
  // A lone surrogate is replaced when it is sent or written.
  const sent = utf8Text(new TextEncoder().encode(secret));
  const encoded = ['', '1', '12'].flatMap((before) => {
    const bytes = new TextEncoder().encode(before + sent);
    // Without the characters that depend on what is around.
    const start = Math.ceil((before.length * 8) / 6);
    const end = Math.floor((bytes.length * 8) / 6);
    const base64 = btoa(String.fromCharCode(...bytes)).slice(start, end);
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [secret, sent, sent.replaceAll(' ', '+'), ...encoded];
}

function utf8Text(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** What an escape looks like, and what it means. */
interface Escape {
  readonly pattern: RegExp;
  readonly decode: (escape: string) => string;
}

const utf8 = [
  String.raw`%[0-7][\da-f]`,
  String.raw`%[cd][\da-f]%[89ab][\da-f]`,
  String.raw`%e[\da-f](?:%[89ab][\da-f]){2}`,
  String.raw`%f[0-7](?:%[89ab][\da-f]){3}`,
].join('|');

/** RFC 3986, section 2.1, of one character in UTF-8 (RFC 3629, section 3). */
const percentEscape: Escape = {
  pattern: new RegExp(utf8, 'gi'),
  decode(escape) {
    const codes = escape.split('%').slice(1);
    const bytes = Uint8Array.from(codes, (code) => Number.parseInt(code, 16));
    return utf8Text(bytes);
  },
};

/** RFC 8259, section 7. The others are for a secret behind a backslash that is not part of it. */
const jsonEscapes = [String.raw`["\\/bfnrt]`, '["/bfnrt]', String.raw`["\\/]`].map(
  (characters): Escape => ({
    pattern: new RegExp(String.raw`\\(?:u[\da-fA-F]{4}|${characters})`, 'g'),
    decode: (escape) => JSON.parse(`"${escape}"`) as string,
  }),
);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML 1.0, section 4.6; HTML has the same. */
const namedReference: Escape = {
  pattern: /&(?:amp|lt|gt|quot|apos);/g,
  decode: (escape) => entities[escape.slice(1, -1)]!,
};

/** XML 1.0, section 4.1. */
const numericReference: Escape = {
  pattern: /&#(?:\d{1,7}|x[\da-f]{1,6});/gi,
  decode(escape) {
    const code = Number(escape.slice(2, -1).replace(/x/i, '0x'));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
  },
};

/** RFC 6901, section 3. */
const pointerEscape: Escape = {
  pattern: /~[01]/g,
  decode: (escape) => (escape === '~1' ? '/' : '~'),
};

const escapes: readonly Escape[] = [
  percentEscape,
  ...jsonEscapes,
  namedReference,
  numericReference,
  pointerEscape,
];

/** How many escapes may be one within the other. */
const maxDepth = 3;

/** Returns a text decoded in all ways that change it. */
function readingsOf(text: string): string[] {
  if (!/[%\\&~]/.test(text)) return [];
  const readings = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < maxDepth; depth++) {
    const decoded = last.flatMap((reading) =>
      escapes.map(({ pattern, decode }) => reading.replace(pattern, decode)),
    );
    last = decoded.filter((reading) => !readings.has(reading) && readings.add(reading));
  }
  return [...readings].slice(1);
}
