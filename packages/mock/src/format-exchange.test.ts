import { expect, test } from 'vitest';
import type { Exchange, Finding } from './log.ts';
import { formatExchange } from './log.ts';

const exchange: Exchange = {
  time: '2026-01-01T09:14:07',
  method: 'GET',
  path: '/api/settings',
  query: '',
  operation: 'getSettings',
  status: 200,
  duration: 1.4,
  reason: undefined,
  findings: [],
  fault: undefined,
};

const finding: Finding = {
  side: 'answer',
  part: 'body',
  pointer: '/a',
  keyword: 'required',
  message: 'is missing',
  params: {},
};

test.each<[Partial<Exchange>, string]>([
  [{}, '09:14:07 GET /api/settings  getSettings  200  1 ms'],
  [{ operation: undefined, status: 404 }, '09:14:07 GET /api/settings  -  404  1 ms'],
  [
    { status: 0, fault: 'reset' },
    '09:14:07 GET /api/settings  getSettings  reset  1 ms  fault: reset',
  ],
  [
    { findings: [finding, { ...finding, side: 'request', part: 'path', pointer: '' }] },
    '09:14:07 GET /api/settings  getSettings  200  1 ms\n' +
      '  response body /a: is missing\n  request path: is missing',
  ],
  [
    { query: 'limit=1&key=[redacted]', status: 404, reason: 'Not found\n' },
    '09:14:07 GET /api/settings?limit=1&key=[redacted]  getSettings  404  1 ms\n  Not found\\u000a',
  ],
  [
    { findings: Array.from({ length: 12 }, () => finding) },
    `09:14:07 GET /api/settings  getSettings  200  1 ms${'\n  response body /a: is missing'.repeat(10)}\n  and 2 more`,
  ],
  // A property name can be as long as a body.
  [
    { findings: [{ ...finding, pointer: `/${'a'.repeat(2000)}` }] },
    `09:14:07 GET /api/settings  getSettings  200  1 ms\n  response body /${'a'.repeat(983)}…`,
  ],
  // Names of members come from whoever sends them.
  [
    { path: '/\x9b31m', findings: [{ ...finding, pointer: '/a\nGET /\x1b[31m' }] },
    '09:14:07 GET /\\u009b31m  getSettings  200  1 ms\n  response body /a\\u000aGET /\\u001b[31m: is missing',
  ],
])('%j is reported as %j', (change, text) => {
  expect(formatExchange({ ...exchange, ...change })).toBe(text);
});

test.each([
  [200, 'green'],
  [304, 'green'],
  [404, 'yellow'],
  [500, 'red'],
  [0, 'red'],
])('the status %i is %s', (status, colour) => {
  const style = (format: string, text: string) => `<${format}>${text}</>`;
  expect(formatExchange({ ...exchange, status, findings: [finding] }, style)).toBe(
    `<dim>09:14:07</> GET /api/settings  getSettings  <${colour}>${status || 'reset'}</>  <dim>1 ms</>\n` +
      '<red>  response body /a: is missing</>',
  );
});
