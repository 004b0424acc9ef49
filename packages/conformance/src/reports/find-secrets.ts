/** Finds secrets in texts, however they are escaped or encoded there. */
import { redacted } from '@agent-conversation/cli/text';

/** A shorter text can be the same as a secret by chance. */
export const minSecretLength = 8;

/**
 * Returns a function that replaces every occurrence of the secrets in a text, also in Base64; and the whole text where
 * one is percent-encoded, or escaped as in JSON, XML or a JSON Pointer (up to three of these, one within the other). A
 * secret of fewer than eight characters, such as the `any` that suits the mock, is replaced only as a word of its own.
 */
export function createScrubber(secrets: Iterable<string>): (text: string) => string {
  const all = [...new Set(secrets)].filter((it) => it !== '');
  const { long = [], short = [] } = Object.groupBy(all, ({ length }) =>
    length < minSecretLength ? 'short' : 'long',
  );
  // There can be thousands: they are looked up by how they begin.
  const byStart = Map.groupBy(new Set(long.flatMap(formsOf)), (it) => it.slice(0, 4));
  const replaceLong = (text: string) => {
    let clean = '';
    let end = 0;
    for (let at = 0; at < text.length; at++) {
      const found = byStart.get(text.slice(at, at + 4))?.filter((it) => text.startsWith(it, at));
      if (!found?.length) continue;
      if (at >= end) clean += text.slice(end, at) + redacted;
      // Secrets can overlap.
      end = Math.max(end, ...found.map(({ length }) => at + length));
    }
    return clean + text.slice(end);
  };
  const words = short
    .map((it) => it.replaceAll(/[^]/gu, (at) => `\\u{${at.codePointAt(0)!.toString(16)}}`))
    .map((it) => new RegExp(`(?<![\\p{L}\\p{N}])${it}(?![\\p{L}\\p{N}])`, 'gu'));
  return (text) => {
    const clean = replaceLong(text);
    if (readingsOf(clean).some((it) => replaceLong(it) !== it)) return redacted;
    return words.reduce((rest, word) => rest.replace(word, redacted), clean);
  };
}

/** What an escape looks like, and what it means. */
type Escape = readonly [pattern: RegExp, decode: (escape: string) => string];

const utf8 = String.raw`%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}`;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const escapes: readonly Escape[] = [
  // RFC 3986, section 2.1, of one character in UTF-8 (RFC 3629, section 3).
  [new RegExp(utf8, 'gi'), (it) => Buffer.from(it.replaceAll('%', ''), 'hex').toString()],
  // RFC 8259, section 7. The others are for a secret behind a backslash that is not part of it.
  ...[String.raw`["\\/bfnrt]`, '["/bfnrt]', String.raw`["\\/]`].map((characters): Escape => {
    const pattern = new RegExp(String.raw`\\(?:u[\da-fA-F]{4}|${characters})`, 'g');
    return [pattern, (it) => JSON.parse(`"${it}"`) as string];
  }),
  // XML 1.0, sections 4.1 and 4.6.
  [/&(?:amp|lt|gt|quot|apos);/g, (it) => entities[it.slice(1, -1)]!],
  [
    /&#(?:\d{1,7}|x[\da-f]{1,6});/gi,
    (it) => {
      const code = Number(it.slice(2, -1).replace(/x/i, '0x'));
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : it;
    },
  ],
  // RFC 6901, section 3.
  [/~[01]/g, (it) => (it === '~1' ? '/' : '~')],
];

/** How many escapes may be one within the other. */
const maxDepth = 3;

/** Returns a text decoded in all ways that change it. */
function readingsOf(text: string): string[] {
  const readings = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < maxDepth; depth++) {
    last = last
      .flatMap((reading) => escapes.map(([pattern, decode]) => reading.replace(pattern, decode)))
      .filter((it) => !readings.has(it) && readings.add(it));
  }
  return [...readings].slice(1);
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
