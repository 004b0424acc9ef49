/** What stands at a place of a text, by one way of reading it. */
export interface Reading {
  /** A character, of one code unit or two. */
  readonly text: string;
  /** Where the next one begins. */
  readonly end: number;
}

/** How often a character may be escaped, as in JSON within XML within a URL. */
const deepest = 3;

const signs: Readonly<Record<string, (at: number, inner: Inner) => Reading[]>> = {
  '%': percentEncoded,
  '\\': inJson,
  '&': inXml,
  '~': inPointer,
};

/** Whether a character may begin what stands for another one. */
export function mayEscape(character: string): boolean {
  return character === '%' || character === '\\' || character === '&' || character === '~';
}

/**
 * All that the characters at a place may stand for: themselves; or another one that is percent-encoded (RFC
 * 3986, section 2.1), escaped as in JSON (RFC 8259, section 7), XML (XML 1.0, section 4.1) or a JSON Pointer
 * (RFC 6901, section 3); or several of these, one within the other.
 */
export function readings(text: string, at: number, depth = deepest): Reading[] {
  const plain = { text: text[at]!, end: at + 1 };
  if (depth === 0 || !mayEscape(plain.text)) return [plain];
  const inner = (from: number) => (from < text.length ? readings(text, from, depth - 1) : []);
  return distinct([
    plain,
    ...inner(at).flatMap((sign) => signs[sign.text]?.(sign.end, inner) ?? []),
  ]);
}

/** Of many backslashes, the same ones can be read in several ways. */
function distinct(found: readonly Reading[]): Reading[] {
  return found.filter(
    ({ text, end }, at) => !found.slice(0, at).some((it) => it.end === end && it.text === text),
  );
}

/** The ways to read what an escape consists of. */
type Inner = (at: number) => Reading[];

function percentEncoded(at: number, inner: Inner): Reading[] {
  const octets: number[] = [];
  for (let end = at; ;) {
    const digits = spelled(end, 2, /[\da-f]/i, inner);
    if (!digits) return [];
    octets.push(Number.parseInt(digits.text, 16));
    // How many octets a character has, its first one tells (RFC 3629, section 3).
    const [first] = octets as [number];
    if (octets.length === (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)) {
      const encoded = Buffer.from(octets);
      const character = encoded.toString();
      return Buffer.from(character).equals(encoded) ? [{ text: character, end: digits.end }] : [];
    }
    const next = inner(digits.end).findLast(({ text }) => text === '%');
    if (!next) return [];
    end = next.end;
  }
}

const short: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\',
};

function inJson(at: number, inner: Inner): Reading[] {
  return inner(at).flatMap(({ text, end }) => {
    if (text !== 'u') return short[text] ? [{ text: short[text], end }] : [];
    const digits = spelled(end, 4, /[\da-f]/i, inner);
    return digits
      ? [{ text: String.fromCharCode(Number.parseInt(digits.text, 16)), end: digits.end }]
      : [];
  });
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** How long what stands between `&` and `;` may be: `#1114111` is. */
const longest = 8;

function inXml(at: number, inner: Inner): Reading[] {
  let entity = '';
  for (let end = at; entity.length <= longest;) {
    const next = spelled(end, 1, /[#\da-z;]/i, inner);
    if (!next) return [];
    if (next.text === ';') {
      const character = named[entity] ?? numbered(entity);
      return character === undefined ? [] : [{ text: character, end: next.end }];
    }
    entity += next.text;
    end = next.end;
  }
  return [];
}

function numbered(entity: string): string | undefined {
  const [, number] = /^#(\d+|x[\da-f]+)$/i.exec(entity) ?? [];
  const code = number === undefined ? Infinity : Number(number.replace(/^x/i, '0x'));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function inPointer(at: number, inner: Inner): Reading[] {
  const digit = spelled(at, 1, /[01]/, inner);
  return digit ? [{ text: digit.text === '0' ? '~' : '/', end: digit.end }] : [];
}

/** So many characters of a kind, none of which may begin an escape. */
function spelled(at: number, length: number, kind: RegExp, inner: Inner): Reading | undefined {
  let text = '';
  let end = at;
  while (text.length < length) {
    const next = inner(end).find((it) => kind.test(it.text));
    if (!next) return undefined;
    text += next.text;
    end = next.end;
  }
  return { text, end };
}
