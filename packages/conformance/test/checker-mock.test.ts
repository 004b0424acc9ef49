import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../src/contract.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkServer } from '../src/checker/check-server.ts';
import { checkerKey, runChecker } from './support/checker-program.ts';
import { type MockProcess, startMockProcess } from './support/mock-process.ts';
import { type Interfere, type Relay, startRelay } from './support/relay.ts';

let mock: MockProcess;
const relays: Relay[] = [];
beforeAll(async () => {
  mock = await startMockProcess('--startup-time', '200', '--quiet');
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.close();
});
afterAll(() => mock.stop());

async function inFrontOfMock(interfere?: Interfere): Promise<Relay> {
  const relay = await startRelay(mock.url, interfere);
  relays.push(relay);
  return relay;
}

const clean = /Verdict +the server conforms\n.*\nFindings +0 errors, 0 warnings\n/;

test('the mock conforms to the letter, and reading changes nothing', async () => {
  const relay = await inFrontOfMock();
  const before = await everything();
  const { code, stdout } = await runChecker(['--base-url', relay.url, '--strict']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(clean) });
  expect(await everything()).toEqual(before);
  // PROPFIND asks for what is there, and the mock has none.
  expect([...new Set(relay.requests.map(({ method }) => method))].toSorted()).toEqual([
    'GET',
    'PROPFIND',
  ]);
});

test('the mock conforms to the letter when it is written to, and only what was made is touched', async () => {
  const relay = await inFrontOfMock();
  const foreign = await start();
  const { code, stdout } = await runChecker(['--base-url', relay.url, '--strict', '--write']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(clean) });
  expect(stdout).not.toMatch(/✗|⚠/);
  const named = relay.requests.filter(({ target, body }) =>
    `${target}${body.toString()}`.includes(foreign),
  );
  expect(named).toEqual([]);
  for (const { id, status } of await sandboxes()) {
    const isLeft = stdout.includes(`  sandbox ${id}: it is paused, and no operation takes it away`);
    expect({ id, status, isLeft }).toEqual(
      id === foreign
        ? { id, status: 'RUNNING', isLeft: false }
        : { id, status: 'PAUSED', isLeft: true },
    );
  }
  expect(stdout).toMatch(/ {2}app conversation [0-9a-f-]{36}: no operation ends it\n/);
  expect(stdout).toMatch(/ {2}legacy conversation [0-9a-f]{32}: no operation ends it\n/);
});

test('the plan comes first, then the checks, and the key goes along with each call', async () => {
  const relay = await inFrontOfMock();
  const { stdout, stderr } = await runChecker(['--base-url', relay.url, '--seed', '5']);
  expect(stdout).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+ is held against version [\d.]+ of the contract\.\n\d+ checks, which only read:\n/,
  );
  expect(stdout).toMatch(/ {2}getSettings \(V0\): answer, no-key, wrong-key/);
  expect(stdout).toMatch(/At most 1,000 requests in 10 min, 1000 a second\. Seed 5\.\n\n/);
  expect(stderr).toMatch(/^(\d+ of \d+\n)+$/);
  const keys = relay.requests.map(({ headers }) => headers.get('x-session-api-key'));
  expect(keys).toContain(checkerKey);
  expect(
    new Set(keys.filter((key) => key === null || key === '' || key.startsWith('made-up-'))).size,
  ).toBe(3);
});

test('a server may stand below a path', async () => {
  const relay = await inFrontOfMock(({ method, target, headers }) =>
    target.startsWith('/base/api/')
      ? fetch(mock.url + target.slice('/base'.length), { method, headers: withoutHost(headers) })
      : new Response('Nobody', { status: 404 }),
  );
  const baseUrl = `${relay.url}/base/`;
  const { code, stdout } = await runChecker(['--base-url', baseUrl, '--strict']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(clean) });
  expect(stdout).toMatch(/Coverage +\d{2,} of/);
});

function withoutHost(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ['host', 'connection']) others.delete(name);
  return others;
}

describe('a server of one generation', () => {
  test.each([
    ['V1 and no V0', '/api/v1', { detail: 'Not Found' }, 'V0: GET /api/settings answered 404'],
    ['V1 and no V0', '/api/v1', { error: 'Not Found' }, 'V0: GET /api/settings answered 404'],
    [
      'V0 and no V1',
      '/api/(?!v1)',
      { detail: 'x' },
      'V1: GET /api/v1/app-conversations answered 404',
    ],
  ])('%s (%s) is checked for what it has', async (name, has, body, absence) => {
    const relay = await inFrontOfMock(({ target }) =>
      new RegExp(`^${has}`).test(target) ? undefined : Response.json(body, { status: 404 }),
    );
    const { code, stdout } = await runChecker(['--base-url', relay.url, '--write', '--strict']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(clean) });
    expect(stdout).toContain(`skipped: the server has no ${absence}`);
    expect(stdout).toContain(`${relay.url} with ${name}, read and written`);
  });

  test('is not enough for who asks for the other one', async () => {
    const relay = await inFrontOfMock(({ target }) =>
      target.startsWith('/api/v1') ? undefined : new Response('<p>no</p>', { status: 404 }),
    );
    const { code, stderr } = await runChecker(['--base-url', relay.url, '--include', 'v0']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'The check cannot be made: the server has no V0: GET /api/settings answered 404 with text/plain.\n',
    });
  });
});

describe('a server that knows its keys', () => {
  const keyed: Interfere = ({ headers, target }) =>
    headers.get('x-session-api-key') === checkerKey
      ? undefined
      : Response.json(target.startsWith('/api/v1') ? { detail: 'No' } : { error: 'No' }, {
          status: 401,
        });

  test('refuses others', async () => {
    const relay = await inFrontOfMock(keyed);
    const { code, stdout } = await runChecker([
      '--base-url',
      relay.url,
      '--strict',
      '--write',
      '--include',
      '*-key',
      '--include',
      '*.isolation',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(clean) });
    expect(stdout).toContain(' 0 skipped\n');
    expect(stdout.match(/✓ \w+\.wrong-key/g)).toHaveLength(operations.length);
  });

  test('does not conform where it takes any key', async () => {
    const relay = await inFrontOfMock((request) =>
      request.target.startsWith('/api/settings') ? undefined : keyed(request),
    );
    const { code, stdout } = await runChecker(['--base-url', relay.url, '--strict']);
    expect(code).toBe(1);
    expect(stdout.match(/✗ .*\n.*\n/g)).toEqual([
      expect.stringMatching(
        /getSettings\.wrong-key.*\n +error +answer status must be 401, as nobody has given out the key/,
      ),
    ]);
  });

  test('tells a wrong key in one line', async () => {
    const relay = await inFrontOfMock(keyed);
    const { code, stderr } = await runChecker(['--base-url', relay.url], {
      AGENT_CONVERSATION_API_KEY: 'another-key-entirely',
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `The server at ${relay.url} refuses the key: GET /api/settings answered 401. Is it the key of this server?\n`,
    });
  });
});

test.each([
  [['searchSandboxes'], ['*.random'], /^searchSandboxes\.(?!random)/],
  [['*.no-key'], [], /\.no-key$/],
  [['v0', 'listAppConversations.ids'], [], /^(getSettings|createConv|list)/],
])('only what is included is checked: %j without %j', async (include, exclude, wanted) => {
  const { results } = await checkServer({
    baseUrl: mock.url,
    apiKey: checkerKey,
    include,
    exclude,
  });
  expect(results.length).toBeGreaterThan(1);
  for (const { check } of results) expect(check.id).toMatch(wanted);
});

test('all reports of one run are written, and none of them has a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = (name: string) => join(folder, name);
  const reports = `pretty,json=${file('a.json')},junit=${file('a.xml')},har=${file('a.har')}`;
  const { code, stdout } = await runChecker([
    '--base-url',
    mock.url,
    '--write',
    '--report',
    reports,
  ]);
  expect(code).toBe(0);
  const texts = ['a.json', 'a.xml', 'a.har'].map((name) => readFileSync(file(name), 'utf8'));
  rmSync(folder, { recursive: true });
  for (const text of [...texts, stdout]) {
    expect(text).toContain('searchSandboxes');
    expect(text).not.toContain(checkerKey);
    // The key of a sandbox that runs.
    expect(text).not.toContain('mock-key-of-');
  }
});

interface Shown {
  readonly id: string;
  readonly status: string;
}

const headers = { 'X-Session-API-Key': checkerKey };

async function sandboxes(): Promise<Shown[]> {
  const response = await fetch(`${mock.url}/api/v1/sandboxes/search`, { headers });
  return ((await response.json()) as { items: Shown[] }).items;
}

/** Starts a sandbox, and waits until it runs. */
async function start(): Promise<string> {
  const response = await fetch(`${mock.url}/api/v1/sandboxes`, { method: 'POST', headers });
  const { id } = (await response.json()) as Shown;
  await expect
    .poll(async () => (await sandboxes()).find((it) => it.id === id)?.status)
    .toBe('RUNNING');
  return id;
}

async function everything(): Promise<unknown> {
  const list = await fetch(`${mock.url}/api/v1/app-conversations`, { headers });
  return { sandboxes: await sandboxes(), conversations: await list.json() };
}
