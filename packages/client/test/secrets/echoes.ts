import { html, json, text } from '../support/replies.ts';
import type { Arrival, Reply } from '../support/server.ts';

/** How a service may repeat what it has got. */
export const echoes: Readonly<Record<string, (got: Arrival) => Reply>> = {
  'a sentence in detail': (got) => json({ detail: all(got) }, 400),
  'a sentence in error': (got) => json({ error: all(got) }, 401),
  'a sentence in message': (got) => json({ message: values(got).join(' ') }, 400),
  'a value as the sentence': (got) => json({ detail: values(got)[0] }, 400),
  violations: (got) =>
    json(
      {
        detail: values(got).map((it) => ({ loc: ['body', it], msg: `${it} is wrong`, input: it })),
      },
      422,
    ),
  'a sentence of a 422': (got) => json({ detail: all(got) }, 422),
  HTML: (got) => html(`<h1>${all(got)}</h1>`, 500),
  'plain text': (got) => text(all(got), 418),
  'a success that is not JSON': (got) => text(all(got), 200),
  'the request id': (got) =>
    json({ detail: 'no' }, 400, { 'x-request-id': String(got.headers['x-session-api-key']) }),
};

/** The request as it came. */
function all({ headers, body }: Arrival): string {
  return `${Object.entries(headers).join('\n')}\n${body}`;
}

/** The values in the request, one by one. */
function values({ headers: { 'x-session-api-key': key, ...headers }, body }: Arrival): string[] {
  return [JSON.parse(body), key, headers].flatMap(textsIn);
}

function textsIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [String(value)];
}
