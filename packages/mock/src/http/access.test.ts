import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { exposureWarning } from '../command.ts';
import { createMock, type MockOptions } from '../index.ts';
import { accessProblem } from './access.ts';

/** Whether a request with a header `Host` is served by a mock with options. */
function isServed(host: string, options: MockOptions): boolean {
  const request = {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    host,
    read: async () => [],
  };
  return accessProblem(request, options) === undefined;
}

test.each([
  { host: '192.168.1.5:4010' },
  { host: '[fe80::1]:4010' },
  { host: '0.0.0.0' },
  { host: 'localhost:4010' },
  { host: 'laptop.local:4010', allowHosts: ['laptop.local'] },
])(
  'on all addresses, $host is served with $allowHosts',
  ({ host, allowHosts = [] }) => {
    for (const listensOn of ['0.0.0.0', '::', '192.168.1.5']) {
      expect(isServed(host, { host: listensOn, allowHosts })).toBe(true);
    }
  },
);

// A page of somebody else can let a name lead to any address (DNS rebinding), but an address is what it is.
test.each([
  'evil.example',
  '192.168.1.5.evil.example',
  'laptop.local:4010',
  '1.2.3',
  '[::1].a',
  '',
])('on all addresses, a page under the name "%s" is rejected', (host) => {
  for (const listensOn of ['0.0.0.0', '::', '192.168.1.5']) {
    expect(isServed(host, { host: listensOn })).toBe(false);
  }
});

test.each(['127.0.0.1', 'localhost', '::1', undefined])(
  'on %s, only names of this machine are served',
  (host) => {
    expect(
      isServed('192.168.1.5:4010', host === undefined ? {} : { host }),
    ).toBe(false);
    expect(isServed('127.0.0.1:4010', host === undefined ? {} : { host })).toBe(
      true,
    );
  },
);

test('the name that the mock listens on is served', () => {
  expect(isServed('laptop:4010', { host: 'laptop' })).toBe(true);
  expect(isServed('other:4010', { host: 'laptop' })).toBe(false);
});

test('says what other machines can do', () => {
  expect(exposureWarning({})).toBe(undefined);
  expect(exposureWarning({ host: '127.0.0.1', control: true })).toBe(undefined);
  expect(exposureWarning({ host: '0.0.0.0' })).toBe(
    'Warning: whoever reaches this machine at 0.0.0.0 can call the mock. By a name instead of an address it can be ' +
      'called with --allow-host only.',
  );
  const all = exposureWarning({
    host: '::',
    control: true,
    proxy: 'http://localhost:3000',
  });
  expect(all).toContain(
    'can call the mock, and control it, and through it the service. ',
  );
});

test.skipIf(process.platform !== 'linux')(
  'listens on the address of its option alone',
  async () => {
    const { url, close } = await createMock({ host: '127.0.0.2' }).listen();
    onTestFinished(close);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    expect((await fetch(url)).status).toBe(200);
    const elsewhere = url.replace('127.0.0.2', '127.0.0.1');
    await expect(fetch(elsewhere)).rejects.toThrow('fetch failed');
  },
);

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((it) => it?.address === '::1');

test.skipIf(!hasIpv6)('listens on an IPv6 address', async () => {
  const { url, close } = await createMock({ host: '::1' }).listen();
  onTestFinished(close);
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(url)).status).toBe(200);
});
