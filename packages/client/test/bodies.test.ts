/** Bodies of responses: how large they may be, with the `fetch` of the platform and with others. */
import {
  type ClientOptions,
  isBodyTooLargeError,
  isConnectionError,
  isRedirectError,
} from '@agent-conversation/client';
import crossFetch from 'cross-fetch';
// @ts-expect-error -- it has no declarations
import nodeFetch2 from 'node-fetch';
import nodeFetch3 from 'node-fetch-3';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import {
  cutBetweenChunks,
  json,
  redirect,
  type Reply,
  reset,
  stall,
  success,
} from './replies.ts';
import {
  apiKey,
  clientOf,
  clientOver,
  serve,
  shownOf,
  thrownBy,
} from './support.ts';

const mebibyte = 2 ** 20;
const type = { 'content-type': 'application/json' };

/** Sends a body without an end, until the connection is closed. */
function endless(closed: { value: boolean }): Reply {
  return (response) => {
    response.writeHead(200, type);
    const chunk = Buffer.alloc(2 ** 16, ' ');
    const write = () => {
      while (!closed.value && response.write(chunk));
    };
    response.on('drain', write).on('close', () => (closed.value = true));
    write();
  };
}

/** Sends a body of twice as many bytes as one may have, compressed to a thousandth. */
const bomb: Reply = (response) =>
  void response
    .writeHead(200, { ...type, 'content-encoding': 'gzip' })
    .end(compressed);
const compressed = gzipSync(Buffer.alloc(32 * mebibyte, ' '));

/** Sends JSON of exactly so many bytes, as characters of two bytes. */
function jsonOfSize(bytes: number): Reply {
  return json({ language: 'é'.repeat((bytes - '{"language":""}'.length) / 2) });
}

const fetches: Readonly<Record<string, unknown>> = {
  'the global fetch': undefined,
  'node-fetch 2': nodeFetch2,
  'node-fetch 3': nodeFetch3,
  'cross-fetch': crossFetch,
};

describe.each(Object.entries(fetches))('with %s', (_, fetch) => {
  const options = { retries: 0, fetch: fetch as ClientOptions['fetch'] };

  test('a body without an end is left when it is too large, and its connection closed', async () => {
    const closed = { value: false };
    const server = await serve(endless(closed));
    const error = await thrownBy(clientOf(server, options).settings.get());
    expect(isBodyTooLargeError(error)).toBe(true);
    expect(error).toMatchObject({
      status: 200,
      maxBodyInBytes: 16 * mebibyte,
      attempts: 1,
    });
    expect(error.message).toBe(
      'getSettings: the body exceeds 16777216 bytes (maxBodyInBytes) (GET /api/settings, status 200, 1 attempt)',
    );
    await expect.poll(() => closed.value, { timeout: 30_000 }).toBe(true);
  });

  test('what counts is the size after decompression', async () => {
    const server = await serve(bomb);
    expect(
      isBodyTooLargeError(
        await thrownBy(clientOf(server, options).settings.get()),
      ),
    ).toBe(true);
  });

  test('a body may have exactly as many bytes as the option says', async () => {
    const client = clientOf(await serve(jsonOfSize(10_001)), options);
    const { language } = await client.settings.get({ maxBodyInBytes: 10_001 });
    expect(language).toHaveLength(4993);
    const error = await thrownBy(
      client.settings.get({ maxBodyInBytes: 10_000 }),
    );
    expect(isBodyTooLargeError(error) && error.maxBodyInBytes).toBe(10_000);
  });

  test('Infinity sets no limit', async () => {
    const size = 17 * mebibyte + 1;
    const client = clientOf(await serve(jsonOfSize(size)), {
      ...options,
      maxBodyInBytes: Infinity,
    });
    const { language } = await client.settings.get();
    expect(language).toHaveLength((size - 15) / 2);
  });

  test('a character that is split between two chunks is read', async () => {
    const [start, end] = [
      Buffer.from('{"language":"\u{1f642}').subarray(0, -2),
      '"}',
    ];
    const server = await serve((response) => {
      response.writeHead(200, type).write(start);
      const rest = Buffer.concat([
        Buffer.from('\u{1f642}').subarray(2),
        Buffer.from(end),
      ]);
      setTimeout(() => response.end(rest), 20);
    });
    expect(await clientOf(server, options).settings.get()).toEqual({
      language: '\u{1f642}',
    });
  });

  test.each([301, 302, 303, 307, 308])(
    'a %i is a RedirectError, and nothing arrives there',
    async (status) => {
      const other = await serve(success);
      const server = await serve(
        redirect(`${other.baseUrl}/there?token=1`, status),
      );
      const error = await thrownBy(
        clientOf(server, options).conversations.create({}),
      );
      expect(isRedirectError(error) && error.location).toBe(
        `${other.baseUrl}/there`,
      );
      expect(other.requests).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test('the connection of a redirect with a body without an end is closed', async () => {
    const closed = { value: false };
    const server = await serve((response, ...rest) => {
      response.writeHead = response.writeHead.bind(response, 307, {
        location: '/there',
      });
      endless(closed)(response, ...rest);
    });
    const error = await thrownBy(clientOf(server, options).settings.get());
    expect(isRedirectError(error)).toBe(true);
    await expect.poll(() => closed.value, { timeout: 30_000 }).toBe(true);
  });

  test.each<[what: string, Reply]>([
    ['is reset', reset],
    ['breaks off between two chunks', cutBetweenChunks],
  ])('a connection that %s is a ConnectionError', async (__, reply) => {
    const error = await thrownBy(
      clientOf(await serve(reply), options).settings.get(),
    );
    expect(isConnectionError(error) && error.unsent).toBe(false);
  });

  test('an abort in the middle of a body ends the call and the connection', async () => {
    const controller = new AbortController();
    const server = await serve((response, ...rest) => {
      stall(response, ...rest);
      setTimeout(() => controller.abort(), 20);
      void once(response, 'close').then(() =>
        controller.signal.dispatchEvent(new Event('closed')),
      );
    });
    const closed = once(controller.signal, 'closed');
    const error = await thrownBy(
      clientOf(server, options).settings.get({ signal: controller.signal }),
    );
    expect(error.name).toBe('AbortedError');
    await closed;
  });
});

test('a body that is too large is cancelled, also where `fetch` ignores its signal', async () => {
  const cancel = vi.fn<() => void>();
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new Uint8Array(8));
  };
  const stream = new ReadableStream({ pull, cancel });
  const client = clientOver(
    async () => new Response(stream, { headers: type }),
  );
  const error = await thrownBy(client.settings.get({ maxBodyInBytes: 100 }));
  expect(isBodyTooLargeError(error)).toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
});

test('a body that is too large is not retried, and shows nothing of it', async () => {
  const body = `{"a":"${apiKey}"}`;
  const server = await serve(
    (response) => void response.writeHead(200, type).end(body),
  );
  const error = await thrownBy(
    clientOf(server).settings.get({ maxBodyInBytes: 8 }),
  );
  expect(server.requests).toHaveLength(1);
  expect(shownOf(error)).not.toContain(apiKey);
});

test.each<[what: string, response: object]>([
  ['without streams, as React Native has', { body: undefined }],
  ['without a body', { body: null }],
])('a response %s is read', async (_, parts) => {
  const response = {
    status: 200,
    headers: new Headers(type),
    text: async () => '{"language":"de"}',
    ...parts,
  };
  const client = clientOver(async () => response as Response);
  expect(await client.settings.get()).toEqual({ language: 'de' });
});
