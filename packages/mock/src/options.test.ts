import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock, type MockOptions } from './index.ts';
import { ask } from './testing/ask.ts';

const address =
  'proxy is an absolute http(s) address such as http://localhost:3000, without query and user';

test.each<[object, string]>([
  [
    { sead: 'a' },
    "There is no option 'sead', but edition, unauthorizedBody, rateLimit, strict, seed, settings, sandboxSpecs, examples, saved, startupTimeInMs, clock, latencyInMs, defaultKey, allowHosts, allowOrigins, stateless, prism, proxy, faults, control, onExchange",
  ],
  [{ clock: 'sun' }, "clock is real, requests, manual, not 'sun'"],
  [{ edition: '2024' }, "edition is documented, mid-2026, late-2025, not '2024'"],
  [{ unauthorizedBody: 'html' }, "unauthorizedBody is detail, error, text, not 'html'"],
  [{ rateLimit: 0 }, 'rateLimit is a number of requests, 1 or more, not 0'],
  [{ rateLimit: 1.5 }, 'rateLimit is a number of requests, 1 or more, not 1.5'],
  [
    { rateLimit: 10, seed: 'a' },
    'rateLimit needs the clock real or manual: with requests, each request takes a second',
  ],
  [{ defaultKey: '' }, 'defaultKey must be a header value: printable ASCII without spaces'],
  [{ defaultKey: 'a\nb' }, 'defaultKey must be a header value: printable ASCII without spaces'],
  [
    { allowHosts: ['acme.example:80'] },
    "allowHosts takes host names without a port, not 'acme.example:80'",
  ],
  ...['acme.example', 'https://acme.example/', '*'].map((origin): [object, string] => [
    { allowOrigins: [origin] },
    `allowOrigins takes origins such as https://app.acme.example, without a path, not '${origin}'`,
  ]),
  [
    { proxy: 'http://localhost:3000', edition: 'mid-2026' },
    'proxy cannot be combined with edition: the mock itself does not respond',
  ],
  [{ latencyInMs: -1 }, 'latencyInMs is a number of milliseconds, 0 or more, not -1'],
  [{ latencyInMs: 2 ** 31 }, 'latencyInMs is a number of milliseconds, 0 or more, not 2147483648'],
  [{ startupTimeInMs: '5' }, 'startupTimeInMs is a number of milliseconds, 0 or more, not 5'],
  [
    { startupTimeInMs: Infinity },
    'startupTimeInMs is a number of milliseconds, 0 or more, not Infinity',
  ],
  [
    { proxy: 'http://localhost:3000', stateless: true },
    'proxy cannot be combined with stateless: the mock itself does not respond',
  ],
  [
    { proxy: 'http://localhost:3000', seed: 'a' },
    'proxy cannot be combined with seed: the mock itself does not respond',
  ],
  [
    { proxy: 'http://localhost:3000', examples: true },
    'proxy cannot be combined with examples: the mock itself does not respond',
  ],
  [
    { stateless: true, examples: true },
    'examples cannot be combined with stateless, which keeps no state',
  ],
  [{ proxy: 'localhost:3000' }, address],
  [{ proxy: '/api' }, address],
  [{ proxy: 'ftp://localhost' }, address],
  [{ proxy: 'http://localhost?a=b' }, address],
  [{ proxy: 'http://ada:MARKER@localhost' }, address],
])('the options %j are refused', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(expect.objectContaining({ message }));
});

test('every answer is as late as is said, and that does not move the clock', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mock = createMock({ clock: 'manual', latencyInMs: 40 });
  let answered = 0;
  for (const path of ['/api/settings', '/nowhere']) {
    void ask(mock, 'GET', path).then(() => (answered += 1));
  }
  await vi.advanceTimersByTimeAsync(39);
  expect(answered).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toBe(2);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000Z');
});
