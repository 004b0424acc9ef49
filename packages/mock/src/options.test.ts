import { expect, test, vi } from 'vitest';
import { createMock, type MockOptions } from './index.ts';

const names =
  'edition, unauthorizedBody, rateLimit, strict, seed, settings, sandboxSpecs, examples, saved, startupTimeInMs, clock, latencyInMs, defaultKey, allowHosts, allowOrigins, stateless, prism, proxy, faults, control, onExchange';
const proxy = 'http://localhost:3000';
const header = 'must be a header value: printable ASCII without spaces';
const origins = 'takes origins such as https://app.acme.example, without a path, not';
const count = 'is a number of requests, 1 or more, not';
const duration = 'is a number of milliseconds, 0 or more, not';
const conflict = (other: string) =>
  `cannot be combined with ${other}: the mock itself does not respond`;
const address = `proxy is an absolute http(s) address such as ${proxy}, without query and user`;

// prettier-ignore
test.each<[object, string]>([
  [{ sead: 'a' }, `There is no option 'sead', but ${names}`],
  [{ clock: 'sun' }, "clock is real, requests, manual, not 'sun'"],
  [{ edition: '2024' }, "edition is documented, mid-2026, late-2025, not '2024'"],
  [{ unauthorizedBody: 'html' }, "unauthorizedBody is detail, error, text, not 'html'"],
  [{ rateLimit: 0 }, `rateLimit ${count} 0`],
  [{ rateLimit: 1.5 }, `rateLimit ${count} 1.5`],
  [{ rateLimit: 10, seed: 'a' }, 'rateLimit needs the clock real or manual: with requests, each request takes a second'],
  [{ defaultKey: '' }, `defaultKey ${header}`],
  [{ defaultKey: 'a\nb' }, `defaultKey ${header}`],
  [{ allowHosts: ['acme.example:80'] }, "allowHosts takes host names without a port, not 'acme.example:80'"],
  [{ allowOrigins: ['acme.example'] }, `allowOrigins ${origins} 'acme.example'`],
  [{ allowOrigins: ['https://acme.example/'] }, `allowOrigins ${origins} 'https://acme.example/'`],
  [{ allowOrigins: ['*'] }, `allowOrigins ${origins} '*'`],
  [{ latencyInMs: -1 }, `latencyInMs ${duration} -1`],
  [{ latencyInMs: 2 ** 31 }, `latencyInMs ${duration} 2147483648`],
  [{ startupTimeInMs: '5' }, `startupTimeInMs ${duration} 5`],
  [{ startupTimeInMs: Infinity }, `startupTimeInMs ${duration} Infinity`],
  [{ proxy, edition: 'mid-2026' }, `proxy ${conflict('edition')}`],
  [{ proxy, stateless: true }, `proxy ${conflict('stateless')}`],
  [{ proxy, seed: 'a' }, `proxy ${conflict('seed')}`],
  [{ proxy, saved: {} }, `proxy ${conflict('saved')}`],
  [{ proxy, prism: true }, `prism ${conflict('proxy')}`],
  [{ prism: true, faults: [] }, `prism ${conflict('faults')}`],
  [{ stateless: true, examples: true }, 'examples cannot be combined with stateless, which keeps no state'],
  [{ proxy: 'localhost:3000' }, address],
  [{ proxy: '/api' }, address],
  [{ proxy: 'ftp://localhost' }, address],
  [{ proxy: 'http://localhost?a=b' }, address],
  [{ proxy: 'http://ada:MARKER@localhost' }, address],
])('the options %j are rejected', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(expect.objectContaining({ message }));
});

test('what is off or undefined contradicts nothing', () => {
  const options = { proxy, prism: false, stateless: false, examples: false };
  expect(createMock(options)).toHaveProperty('fetch');
  expect(createMock({ seed: undefined } as unknown as MockOptions)).toHaveProperty('fetch');
});

test('the old names of durations are accepted, with a deprecation warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const mock = createMock({ startupTime: 5, latency: 0, clock: 'manual' });
  const { close } = await mock.listen({ requestTimeout: 1000 });
  await close();
  const init = { method: 'POST', headers: { 'X-Session-API-Key': 'ada' } };
  await mock.fetch('http://mock/api/v1/sandboxes', init);
  mock.advance(5);
  expect(mock.state('ada').sandboxes).toMatchObject([{ status: 'RUNNING' }]);
  const codes = warn.mock.calls.map(([, options]) => (options as { code: string }).code);
  const renamed = ['latency', 'startupTime', 'requestTimeout'];
  expect(codes).toEqual(renamed.map((name) => `AGENT_CONVERSATION_${name}`));
  warn.mockRestore();
});
