/** Removes secrets: by their names, and by their values wherever a text repeats them. Imports nothing. */

/** Replaces a secret. */
export const redacted = '[redacted]';

/** A shorter text can be the same as a secret by chance: it is replaced only as a word of its own. */
export const minSecretLength = 8;

/** A still shorter one is no secret, and is never replaced. */
const minWordLength = 3;

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
  if (Array.isArray(value))
    return value.map((item) => redactProperties(item, names, queryNames));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, property]: [string, unknown]) => {
      if (names.has(name) && property !== null) return [name, redacted];
      const isUrl = queryNames.has(name) && typeof property === 'string';
      return [
        name,
        isUrl
          ? redactUrl(property)
          : redactProperties(property, names, queryNames),
      ];
    },
  );
  return Object.fromEntries(entries);
}

/** Returns a URL in which the values of its query are replaced. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?');
  return start < 0
    ? url
    : url.slice(0, start) + redactQuery(url.slice(start), () => true);
}

/**
 * Returns a query in which the values of parameters with certain names are replaced.
 *
 * @param query with or without its question mark, or a path with a query
 * @param isSecret gets the name of a parameter, decoded
 */
export function redactQuery(
  query: string,
  isSecret: (name: string) => boolean,
): string {
  return query.replaceAll(
    /(^|[?&])([^=&?]+)=[^&]*/g,
    (pair, mark: string, encoded: string) => {
      const [name = ''] = new URLSearchParams(encoded).keys();
      return isSecret(name) ? `${mark}${encoded}=${redacted}` : pair;
    },
  );
}

/**
 * Returns a function that replaces every occurrence of secrets in a text, also in Base64; and the whole text where one
 * is percent-encoded, or escaped as in JSON, XML, HTML or a JSON Pointer (up to three of these, one within the other).
 * A secret of fewer than {@link minSecretLength} characters is replaced only as a word of its own, and one of a
 * character or two never. Takes time in proportion to the text, however many secrets there are.
 */
export function createRedactor(
  secrets: Iterable<string>,
): (text: string) => string {
  const all = [...secrets];
  const isLong = ({ length }: string) => length >= minSecretLength;
  const short = all.filter((secret) => !isLong(secret));
  const replaceSecrets = createFinder(all.filter(isLong).flatMap(formsOf));
  const replaceWords = createFinder(short, true);
  const replace = (text: string) => replaceWords(replaceSecrets(text));
  return (text) => {
    const [clean = '', ...readings] = readingsOf(replace(text));
    return readings.some((reading) => replace(reading) !== reading)
      ? redacted
      : clean;
  };
}

/** The beginnings of texts, character by character. */
class Beginning extends Map<string, Beginning> {
  /** The text that begins like this; empty where there are several that are too long to be compared. */
  text: string | undefined;
  /** The length of the longest of them. */
  length = 0;
}

/** How many characters are compared. The rest of a text is replaced as far as it is the same. */
const maxCompared = 64;

/** Returns a function that replaces texts in another. No character of that is compared more often than that. */
function createFinder(
  texts: readonly string[],
  isWord = false,
): (text: string) => string {
  const possible = texts.filter(({ length }) => length >= minWordLength);
  if (possible.length === 0) return (text) => text;

  const root = new Beginning();
  for (const text of possible) {
    let node = root;
    for (const character of text.slice(0, maxCompared).split('')) {
      const next = node.get(character) ?? new Beginning();
      node.set(character, next);
      node = next;
    }
    node.text = (node.text ?? text) === text ? text : '';
    node.length = Math.max(node.length, text.length);
  }

  /** Returns where the longest text ends that begins at a character. Nothing before `replaced` is compared again. */
  const endOf = (text: string, start: number, replaced: number): number => {
    let end = 0;
    let node: Beginning | undefined = root;
    for (let at = start; node; node = node.get(text[at++] ?? '')) {
      if (node.text === undefined) continue;
      let next = node.length > maxCompared ? Math.max(replaced, at) : at;
      const whole = start + node.length;
      while (
        next < whole &&
        (!node.text || node.text[next - start] === text[next])
      )
        next++;
      if (!isWord || !isLetter(text[next])) end = next;
    }
    return end;
  };

  const start = startOf(possible);
  return (text) => {
    let clean = '';
    let replaced = 0;
    start.lastIndex = 0;
    while (start.test(text)) {
      const at = start.lastIndex - minWordLength;
      // Secrets can overlap.
      start.lastIndex = at + 1;
      const end =
        isWord && isLetter(text[at - 1]) ? 0 : endOf(text, at, replaced);
      if (end === 0) continue;
      if (at >= replaced) clean += text.slice(replaced, at) + redacted;
      replaced = Math.max(replaced, end);
    }
    return clean + text.slice(replaced);
  };
}

/**
 * Where one of many texts may begin, by the characters that any of them has in each of its first places. Such an
 * expression passes over the rest of a text ten times as fast as a loop, and takes no longer for more texts.
 */
function startOf(texts: readonly string[]): RegExp {
  const places = Array.from({ length: minWordLength }, (_, place) => {
    const codes = new Set(texts.map((text) => text.charCodeAt(place)));
    const escaped = Array.from(codes, (code) => {
      return `\\u${code.toString(16).padStart(4, '0')}`;
    });
    return `[${escaped.join('')}]`;
  });
  return new RegExp(places.join(''), 'g');
}

function isLetter(character = ''): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** Returns a secret as it occurs in texts: as it is, in forms (URL, section 5.2), as its UTF-8, and in Base64. */
function formsOf(secret: string): string[] {
  const utf8 = new TextEncoder().encode(secret);
  // A lone surrogate is replaced when it is sent or written.
  const sent = new TextDecoder().decode(utf8);
  // Not all at once, which would exceed the number of arguments.
  const bytes = Array.from(utf8, (byte) => String.fromCharCode(byte)).join('');
  const unescaped = [secret, sent, bytes].flatMap(withoutHexadecimals);
  const inForms = unescaped.map((text) => text.replaceAll(' ', '+'));
  return [...unescaped, ...inForms, ...withBase64(bytes)];
}

/**
 * Returns a text as it is, and without one or two hexadecimal digits at its start: behind a "%" that is no part of it,
 * they are read as an escape, and only the rest is found in a text that is decoded.
 */
function withoutHexadecimals(text: string): string[] {
  const digits = /^[\da-f]{0,2}/i.exec(text)![0].length;
  const starts = [0, 1, 2].slice(0, digits + 1);
  return starts
    .map((start) => text.slice(start))
    .filter((rest) => rest === text || rest.length >= minSecretLength);
}

/**
 * Returns bytes, and what Base64 (RFC 4648) has of them between others, in both of its alphabets: it has three bytes in
 * a group, and they may begin with any of these.
 */
export function withBase64(bytes: string): string[] {
  return ['', '\0', '\0\0'].flatMap((before) => {
    // Without the characters that depend on what is around, of which those before begin with an `A`.
    const form = btoa(before + bytes).replaceAll(/^AA?.|.=+$/g, '');
    return [bytes, form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/**
 * Bytes in percent-encoding (RFC 3986, section 2.1), escapes of JSON (RFC 8259, section 7), references of XML and HTML
 * (XML 1.0, sections 4.1 and 4.6), and escapes of a JSON Pointer (RFC 6901, section 3). Two of those of JSON are for a
 * secret behind a backslash that is no part of it.
 */
const escapes: readonly RegExp[] = [
  /%[\da-f]{2}/gi,
  /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g,
  /\\(?:u[\da-fA-F]{4}|["/bfnrt])/g,
  /\\(?:u[\da-fA-F]{4}|["\\/])/g,
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi,
  /~[01]/g,
];

const characters: Readonly<Record<string, string>> = {
  '~0': '~',
  '~1': '/',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Returns the character of an escape. Of percent-encoding, that is a byte. */
function decode(escape: string): string {
  if (escape.startsWith('\\')) return JSON.parse(`"${escape}"`) as string;
  const code = escape.replace(/%|&#x/i, '0x').replaceAll(/[&#;]/g, '');
  return (
    characters[escape] ??
    String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff))
  );
}

/** What escapes begin with: most texts have none, and need not be searched for each kind. */
const escapeStart = /[%\\&~]/;

/** How many escapes may be one within the other. */
const maxDepth = 3;

/** Returns a text as it is, and decoded in all ways that change it. */
function readingsOf(text: string): string[] {
  const readings = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < maxDepth; depth++) {
    const escaped = last.filter((reading) => escapeStart.test(reading));
    const decoded = escaped.flatMap((reading) =>
      escapes.map((escape) => reading.replaceAll(escape, decode)),
    );
    last = decoded.filter(
      (reading) => !readings.has(reading) && readings.add(reading),
    );
  }
  return [...readings];
}
