import type { PassedAnswer, Passing, ServerFault } from './fault.ts';

const megabyte = 1_000_000;
const year = 365 * 24 * 60 * 60 * 1000;

const page = `<!doctype html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center></body></html>
`;

/** What gateways, caches and limits put in the place of an answer. */
export const gatewayFaults: readonly ServerFault[] = [
  { ...always('F2', 'one 503', () => json(503, '{"detail":"Busy"}')), times: 1 },
  {
    id: 'F5',
    title: 'redirects to another host',
    begin: ({ elsewhere }) => ({
      instead: ({ target }) => ({
        status: 307,
        headers: new Headers({ Location: `${elsewhere}${target}` }),
        body: Buffer.of(),
      }),
    }),
  },
  always('F6', 'the error page of a gateway', () => text(502, 'text/html', page)),
  changed('F7', 'Date and Age of an answer that was kept for a year', ({ answer }) => {
    const headers = new Headers(answer.headers);
    headers.set('Date', new Date(Date.now() - year).toUTCString());
    headers.set('Age', `${year / 1000}`);
    headers.set('Cache-Control', `public, max-age=${(2 * year) / 1000}`);
    return { ...answer, headers };
  }),
  {
    id: 'cache',
    title: 'the first answer to each GET, for ever',
    begin: () => {
      const kept = new Map<string, PassedAnswer>();
      return {
        answer: ({ request: { method, target }, answer }) => {
          if (method === 'GET' && !kept.has(target)) kept.set(target, answer);
          const old = kept.get(target);
          return old === answer ? undefined : old;
        },
      };
    },
  },
  { ...always('F8', 'one 429 with Retry-After', tooMany), times: 1 },
  always('limited', '429 with Retry-After, always', tooMany),
  changed('huge', 'a body of 10 MB', ({ answer }) => ({
    ...answer,
    body: Buffer.from(JSON.stringify('x'.repeat(10 * megabyte))),
  })),
  changed('huge-header', 'a header of 100 kB', ({ answer }) => {
    const headers = new Headers(answer.headers);
    headers.set('X-Trace', 'x'.repeat(100_000));
    return { ...answer, headers };
  }),
  changed('not-utf-8', 'a text that is not UTF-8', ({ answer }) => {
    const start = answer.body.indexOf(':"') + 2;
    if (start < 2) return undefined;
    const [before, after] = [answer.body.subarray(0, start), answer.body.subarray(start)];
    return { ...answer, body: Buffer.concat([before, Buffer.of(0xff), after]) };
  }),
];

function tooMany(): PassedAnswer {
  const refusal = json(429, '{"detail":"Too many requests"}');
  refusal.headers.set('Retry-After', '1');
  return refusal;
}

/** Answers that take the place of those of the server. */
function always(id: string, title: string, answer: () => PassedAnswer): ServerFault {
  return { id, title, begin: () => ({ instead: answer }) };
}

function changed(
  id: string,
  title: string,
  answer: (passing: Passing) => PassedAnswer | undefined,
): ServerFault {
  return { id, title, begin: () => ({ answer }) };
}

function json(status: number, body: string): PassedAnswer {
  return text(status, 'application/json', body);
}

function text(status: number, type: string, body: string): PassedAnswer {
  return { status, headers: new Headers({ 'Content-Type': type }), body: Buffer.from(body) };
}
