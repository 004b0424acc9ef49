import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange } from './log.ts';
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
  time: '2026-01-01T09:14:07',
  method: 'GET',
  path: '/a',
  query: '',
  operation: undefined,
  status: 404,
  duration: 1,
  reason: undefined,
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
  [true, '\x1b[2m09:14:07\x1b[22m GET /a  -  \x1b[33m404\x1b[39m  \x1b[2m1 ms\x1b[22m\n'],
  [false, '09:14:07 GET /a  -  404  1 ms\n'],
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
  const first = '{"time":"2026-01-01T09:14:07","method":"GET","path":"/a","query":"",';
  const rest = '"duration":1,"findings":[]}\n';
  expect(pieces).toEqual([
    `${first}"status":404,${rest}${first}"status":405,${rest}`,
    `${first}"status":406,${rest}`,
  ]);
});
