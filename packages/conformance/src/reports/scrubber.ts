import { base64Forms } from './base64-forms.ts';
import { createFinder, type Span } from './finder.ts';

/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** From this length on, a text that has the characters of a secret has them because of the secret. */
export const longEnough = 8;

/**
 * A function that replaces every occurrence of the secrets in a text, also where they are percent-encoded,
 * escaped as in JSON or XML, or within Base64. One of fewer than eight characters, such as the `any` that
 * suits the mock, is replaced only where it stands by itself.
 */
export function createScrubber(secrets: Iterable<string>): (text: string) => string {
  const all = [...new Set(secrets)];
  const find = createFinder(all.filter((it) => it.length >= longEnough).flatMap(formsOf));
  const words = all
    .filter((it) => it !== '' && it.length < longEnough)
    .map((it) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(it)}(?![\\p{L}\\p{N}])`, 'gu'));
  return (text) =>
    words.reduce((clean, word) => clean.replace(word, redacted), without(text, find(text)));
}

function without(text: string, spans: readonly Span[]): string {
  let clean = '';
  let kept = 0;
  for (const { start, end } of spans) {
    clean += text.slice(kept, start) + redacted;
    kept = end;
  }
  return clean + text.slice(kept);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A secret as it stands in texts, in forms (URL, section 5.2) and in Base64. */
function formsOf(secret: string): string[] {
  // What is no Unicode is replaced when it is sent or written.
  const sent = Buffer.from(secret).toString();
  return [secret, sent, sent.replaceAll(' ', '+'), ...base64Forms(sent)];
}
