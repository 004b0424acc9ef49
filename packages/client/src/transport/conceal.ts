import type { Sent } from './attempt.ts';

/**
 * Takes out of a text what was sent, as the service may have repeated it there: the values of headers,
 * above all the key, and those of the body.
 */
export function conceal(text: string, sent: readonly Sent[]): string {
  const values = sent.flatMap(({ headers, body }) => {
    const { accept: _, 'content-type': __, ...own } = headers;
    return textsIn([own, parse(body)]);
  });
  const forms = values.flatMap((value) => [
    value,
    value.trim(),
    // As it stands in JSON.
    JSON.stringify(value).slice(1, -1),
  ]);
  // A longer one may have a shorter one in it.
  return forms
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, '…'), text);
}

/** The texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** What a middleware has made of the body may be anything. */
function parse(body: string | undefined): unknown {
  try {
    return body && JSON.parse(body);
  } catch {
    return body;
  }
}
