import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createLog } from './log.ts';

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS'])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const exchange: Exchange = {
  method: 'GET',
  path: '/a',
  operation: undefined,
  status: 404,
  duration: 1,
  findings: [],
  fault: undefined,
};

/** A stream that takes what is written to it, in the pieces in which it comes. */
function sink(isTTY: boolean) {
  const pieces: string[] = [];
  const stream = new PassThrough({ encoding: 'utf8' }).on('data', (it: string) => pieces.push(it));
  return { pieces, stream: Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream };
}

test.each([
  [true, 'GET /a  -  \x1b[33m404\x1b[39m  \x1b[2m1 ms\x1b[22m\n'],
  [false, 'GET /a  -  404  1 ms\n'],
])('whether it is a terminal: %s', async (isTTY, text) => {
  const { pieces, stream } = sink(isTTY);
  createLog(stream, 'lines').print(exchange);
  await vi.advanceTimersByTimeAsync(30);
  expect(pieces).toEqual([text]);
});

test('what ends together is written together, and what comes later is not lost', async () => {
  const { pieces, stream } = sink(true);
  const log = createLog(stream, 'json');
  log.print(exchange);
  log.print({ ...exchange, status: 405 });
  await vi.advanceTimersByTimeAsync(30);
  log.print({ ...exchange, status: 406 });
  log.flush();
  const rest = '"duration":1,"findings":[]}\n';
  expect(pieces).toEqual([
    `{"method":"GET","path":"/a","status":404,${rest}{"method":"GET","path":"/a","status":405,${rest}`,
    `{"method":"GET","path":"/a","status":406,${rest}`,
  ]);
});
