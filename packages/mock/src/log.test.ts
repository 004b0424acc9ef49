import { PassThrough } from 'node:stream';
import { styleText } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog, formatExchange } from './log.ts';
import type { Exchange, ExchangeViolation } from './types.ts';

const exchange: Exchange = {
  time: '2026-01-01T09:14:07',
  method: 'GET',
  path: '/api/settings',
  query: '',
  operation: 'getSettings',
  status: 200,
  duration: 1.4,
  reason: undefined,
  violations: [],
  fault: undefined,
};
const missing = { keyword: 'required', message: 'is missing', params: {} };
const violation: ExchangeViolation = {
  side: 'response',
  part: 'body',
  pointer: '/a',
  ...missing,
};
const inPath: ExchangeViolation = {
  ...violation,
  side: 'request',
  part: 'path',
  pointer: '',
};
const line = '09:14:07 GET /api/settings  getSettings  200  1 ms';
const found = '\n  response body /a: is missing';
const long = 'a'.repeat(2000);

test.each<{ change: Partial<Exchange>; text: string }>([
  { change: {}, text: line },
  {
    change: { status: 0, fault: 'reset' },
    text: '09:14:07 GET /api/settings  getSettings  reset  1 ms  fault: reset',
  },
  {
    change: { violations: [violation, inPath] },
    text: `${line}${found}\n  request path: is missing`,
  },
  {
    change: {
      query: 'limit=1&key=[redacted]',
      status: 404,
      reason: 'Not found\n',
    },
    text: '09:14:07 GET /api/settings?limit=1&key=[redacted]  getSettings  404  1 ms\n  Not found\\u{a}',
  },
  {
    change: { violations: Array.from({ length: 12 }, () => violation) },
    text: `${line}${found.repeat(10)}\n  and 2 more`,
  },
  {
    change: { violations: [{ ...violation, pointer: `/${long}` }] },
    text: `${line}\n  response body /${long.slice(0, 983)}…`,
  },
  {
    change: {
      path: '/\x9b31m',
      violations: [{ ...violation, pointer: '/a\nGET /\x1b[31m' }],
    },
    text: '09:14:07 GET /\\u{9b}31m  getSettings  200  1 ms\n  response body /a\\u{a}GET /\\u{1b}[31m: is missing',
  },
])('$change is formatted as $text', ({ change, text }) => {
  expect(formatExchange({ ...exchange, ...change })).toBe(text);
});

const colored = (format: 'dim' | 'green' | 'yellow' | 'red', text: string) =>
  styleText(format, text, { validateStream: false });

test.each([
  [304, 'green'],
  [404, 'yellow'],
  [500, 'red'],
  [0, 'red'],
] as const)('the status %i is %s', (status, color) => {
  const text = formatExchange(
    { ...exchange, status, violations: [violation] },
    colored,
  );
  expect(text).toContain(
    `  ${colored(color, String(status || 'reset'))}  ${colored('dim', '1 ms')}`,
  );
  expect(text).toContain(
    `\n${colored('red', '  response body /a: is missing')}`,
  );
});

/** Creates a log, and records what it writes. */
function record(isTTY: boolean, form: 'lines' | 'json') {
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS']) {
    vi.stubEnv(name, undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const pieces: string[] = [];
  const stream = new PassThrough({ encoding: 'utf8' }).on(
    'data',
    (it: string) => pieces.push(it),
  );
  return { pieces, log: createLog(Object.assign(stream, { isTTY }), form) };
}

test.each([true, false])('on a terminal (%s) the log is colored', (isTTY) => {
  const { pieces, log } = record(isTTY, 'lines');
  log.print(exchange);
  log.flush();
  expect(pieces).toEqual([
    `${isTTY ? formatExchange(exchange, colored) : line}\n`,
  ]);
});

test('exchanges are written together, as JSON, and flushed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { pieces, log } = record(true, 'json');
  log.print(exchange);
  log.print({ ...exchange, status: 405 });
  await vi.advanceTimersByTimeAsync(30);
  log.print({ ...exchange, status: 406 });
  log.flush();
  const lines = [200, 405, 406].map(
    (status) => `${JSON.stringify({ ...exchange, status })}\n`,
  );
  expect(pieces).toEqual([`${lines[0]}${lines[1]}`, lines[2]]);
});
