/** A way in which a text may be written so that anybody can read it back. */
export type Encoding = (text: string) => string;

const unicodeEscape = (unit: string) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Ways to escape characters, by name. */
export const escapes: Readonly<Record<string, Encoding>> = {
  'as it is': (text) => text,
  'percent-encoded': (text) => encodeURIComponent(Buffer.from(text).toString()),
  'percent-encoded in small letters': (text) =>
    escapes['percent-encoded']!(text).replaceAll(/%../g, (it) =>
      it.toLowerCase(),
    ),
  'percent-encoded throughout': (text) =>
    Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  'as a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'as JSON': (text) => JSON.stringify(text).slice(1, -1),
  'as JSON in ASCII': (text) => text.replaceAll(/[^]/g, unicodeEscape),
  'as a step of a JSON Pointer': (text) =>
    text.replaceAll('~', '~0').replaceAll('/', '~1'),
  'as XML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;'),
  'as XML in ASCII': (text) =>
    text.replaceAll(/[^]/gu, (it) => `&#${it.codePointAt(0)};`),
  'as XML in hexadecimal': (text) =>
    text.replaceAll(/[^]/gu, (it) => `&#x${it.codePointAt(0)!.toString(16)};`),
};

/** Base64 of a text between others, by name. */
export const wrappers: Readonly<Record<string, Encoding>> = Object.fromEntries(
  ['', '1', '12'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((form) => [
      `${form} after ${before.length} others`,
      (text: string) => Buffer.from(`${before}${text}3`).toString(form),
    ]),
  ),
);

/**
 * The forms in which a text must not be found where it must not be seen: as it is, escaped once and twice,
 * and within Base64.
 */
export function formsOf(text: string): string[] {
  const once = Object.values(escapes);
  const escaped = once.flatMap((outer) =>
    once.map((inner) => outer(inner(text))),
  );
  // Of Base64, also without the characters that depend on what is around.
  const wrapped = Object.values(wrappers).map((wrap) =>
    wrap(text).slice(4, -4),
  );
  return [...new Set([...escaped, ...wrapped])];
}
