/** Random exchanges through the proxy. `FC_RUNS` and `FC_SEED` say how many and which. */
import {
  type Arbitrary,
  assert as assertProperty,
  array,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
  stringMatching,
  tuple,
  uint8Array,
} from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../src/index.ts';
import type { HeaderPair } from '../src/types.ts';
import {
  chunked,
  exchange,
  readMessage,
  startRawService,
  valueOf,
  written,
} from './raw-http.ts';

const numRuns = Number(process.env['FC_RUNS'] ?? 300);
const seed = process.env['FC_SEED'];

/** Those of one connection (RFC 9110, section 7.6.1), and the host, which each connection has of its own. */
const ofConnection = new Set(
  'connection keep-alive proxy-connection te transfer-encoding upgrade host'.split(
    ' ',
  ),
);

/** Letters in both cases, digits and marks (RFC 9110, section 5.6.2). */
const token = stringMatching(/^[\w!#$%&'*+.^`|~-]{1,12}$/);

/** Printable characters, and bytes beyond ASCII, without white space around them (RFC 9110, section 5.5). */
const value = stringMatching(
  /^([!-~\x80-\xff]([\t -~\x80-\xff]{0,20}[!-~\x80-\xff])?)?$/,
);

/** What the framing and the access rules read is not random. */
const reserved =
  /^(content-length|origin|expect|trailer|x-hop|date|access-control-.*)$/i;

const freeName = oneof(
  constantFrom(
    'Set-Cookie',
    'Vary',
    'x-a',
    'X-A',
    'ETag',
    'Content-Type',
    'Content-Encoding',
    'Via',
  ),
  token.filter(
    (name) => !ofConnection.has(name.toLowerCase()) && !reserved.test(name),
  ),
);
const headers = array(tuple(freeName, value), { maxLength: 8 });
const chunks = array(uint8Array({ maxLength: 400 }), { maxLength: 4 });
const isChunked = boolean();
const content = record({ headers, chunks, isChunked, isHop: boolean() });
type Content = typeof content extends Arbitrary<infer T> ? T : never;

const method = constantFrom(
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'QUERY',
);
const target = oneof(
  constantFrom(
    '/',
    '/api/settings',
    '/api/v1/sandboxes/search?limit=1&limit=%32',
    '/a/../b',
    '//a/b',
    '/%2e%2F',
  ),
  stringMatching(
    /^\/[\w!$&'()*+,;=:@%/.~-]{0,20}(\?[\w!$&'()*+,;=:@%/?.~-]{0,20})?$/,
  ),
);
const status = oneof(
  constantFrom(200, 204, 304, 401, 500),
  integer({ min: 200, max: 999 }),
);
const reason = value;

/** Adds the headers of one connection, and those that say where the body ends. */
function framed({
  headers: sent,
  chunks: parts,
  isChunked: inChunks,
  isHop,
}: Content) {
  const body = Buffer.concat(parts);
  const hop: HeaderPair[] = [
    ['Connection', 'X-Hop , close'],
    ['x-hop', '1'],
    ['Proxy-Connection', 'a'],
  ];
  const framing: HeaderPair = inChunks
    ? ['Transfer-Encoding', 'chunked']
    : ['Content-Length', String(body.length)];
  const bytes = inChunks ? chunked(parts) : body;
  return {
    headers: [...(isHop ? hop : []), ...sent, framing] as HeaderPair[],
    body,
    bytes,
  };
}

/** Returns headers as the other side must receive them. */
function lasting(sent: readonly HeaderPair[]): readonly HeaderPair[] {
  const options = (valueOf(sent, 'connection') ?? '').toLowerCase().split(',');
  const removed = new Set([
    ...ofConnection,
    ...options.map((option) => option.trim()),
  ]);
  return sent.filter(([name]) => !removed.has(name.toLowerCase()));
}

test(`${numRuns} random exchanges are the same on both sides of the proxy`, async () => {
  const service = await startRawService();
  const { url, close } = await createMock({ proxy: service.url }).listen();
  onTestFinished(close);
  const port = Number(new URL(url).port);
  const property = asyncProperty(
    record({
      method,
      target,
      request: content,
      status,
      reason,
      response: content,
    }),
    async (sample) => {
      const sent = framed(sample.request);
      const framedResponse = framed(sample.response);
      const hasBody =
        sample.method !== 'HEAD' &&
        sample.status !== 204 &&
        sample.status !== 304;
      const statusLine = `HTTP/1.1 ${sample.status} ${sample.reason}`;
      const sentResponse = hasBody ? framedResponse.bytes : '';
      service.received.length = 0;
      service.response = written(
        statusLine,
        framedResponse.headers,
        sentResponse,
      );

      const line = `${sample.method} ${sample.target} HTTP/1.1`;
      const request = written(
        line,
        [['Host', 'localhost'], ...sent.headers],
        sent.bytes,
      );
      const received = readMessage(
        await exchange(port, request, hasBody),
        hasBody,
        true,
      );

      const [atService] = service.received;
      expect(atService?.line).toBe(line);
      expect(lasting(atService!.headers)).toEqual(lasting(sent.headers));
      expect(valueOf(atService!.headers, 'host')).toBe(
        `127.0.0.1:${service.port}`,
      );
      expect(atService!.body.equals(sent.body)).toBe(true);
      expect(received?.line).toBe(statusLine);
      expect(lasting(received!.headers)).toEqual(
        lasting(framedResponse.headers),
      );
      expect(
        received!.body.equals(hasBody ? framedResponse.body : Buffer.alloc(0)),
      ).toBe(true);
    },
  );
  await assertProperty(property, {
    numRuns,
    ...(seed !== undefined && { seed: Number(seed) }),
  });
});
