/** Keeps what was sent out of logs and error messages. */
import type { Sent } from './request.ts';

/** Removes what was sent from a text of a response: the values of headers, above all the key, and of the body. */
export function redactSent(text: string, sent: readonly Sent[]): string {
  const values = sent.flatMap(({ headers, body }) => {
    const { accept: _, 'content-type': __, ...own } = headers;
    return textsIn([own, parseJson(body ?? '') ?? body]);
  });
  const forms = values.flatMap((value) => [
    value,
    value.trim(),
    // As it is in JSON.
    JSON.stringify(value).slice(1, -1),
  ]);
  // A longer one may contain a shorter one.
  return forms
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, '…'), text);
}

/** Returns the id of the request, from a response; undefined if it repeats a header, which may be the key. */
export function requestIdOf(headers: Headers, sent: readonly Sent[]): string | undefined {
  const id = headers.get('x-request-id');
  if (id === null) return undefined;
  const repeats = sent.some((request) =>
    Object.values(request.headers).some((value) => id.includes(value)),
  );
  return repeats ? undefined : id;
}

/** Returns the value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
