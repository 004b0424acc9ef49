/** The defaults and limits that READMEs, guides and docstrings state are those that the packages have. */
import { globSync, readFileSync } from 'node:fs';
import { createClient, type Client } from '@agent-conversation/client';
import { afterEach, expect, test, vi } from 'vitest';
import { defaults as checker } from '../src/checker/options.ts';

afterEach(() => {
  vi.useRealTimers();
});

const root = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const clientReadme = read('packages/client/README.md');
const checkerReadme = read('packages/conformance/README.md');
const guide = (name: string) => read(`packages/docs/guides/${name}.md`);
const waitOptions = read('packages/client/src/sandboxes.ts');
const callOptions = read('packages/client/src/transport/options.ts');

/** Runs a call with a `fetch`, and returns when that was called, and when the call has failed, in milliseconds. */
async function timesOf(
  fetch: typeof globalThis.fetch,
  call: (client: Client) => PromiseLike<unknown>,
) {
  vi.useFakeTimers();
  const begin = Date.now();
  const calls: number[] = [];
  const client = createClient({
    baseUrl: 'http://service',
    apiKey: 'any',
    fetch: (url, init) => {
      calls.push(Date.now() - begin);
      return fetch(url, init);
    },
  });
  const failed = call(client).then(
    () => undefined,
    (error: Error) => ({ name: error.name, after: Date.now() - begin }),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  return { calls, failed: await failed };
}

/** Never responds. */
const silent: typeof globalThis.fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init!;
    signal!.addEventListener('abort', () => reject(signal!.reason as Error));
  });

const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'small',
  session_api_key: null,
  status: 'STARTING',
  created_at: '2026-01-01T00:00:00Z',
};

test('a call of the client takes as long as its README and the guide state', async () => {
  const { calls, failed } = await timesOf(silent, (client) =>
    client.settings.get(),
  );
  expect(failed).toEqual({ name: 'TimeoutError', after: 60_000 });
  expect(clientReadme).toMatch(/^\| `timeoutInMs` +\| 60000 /m);
  expect(callOptions).toMatch(
    /@default 60000\n\s+\*\/\n\s+readonly timeoutInMs\?/,
  );
  expect(guide('errors-and-retries')).toContain('`timeoutInMs` (60 seconds)');
  // The second attempt follows the end of the first one, after a short pause.
  expect(calls[1]).toBeGreaterThanOrEqual(20_000);
  expect(calls[1]).toBeLessThan(22_000);
  expect(clientReadme).toMatch(/^\| `attemptTimeoutInMs` +\| 20000 /m);
  expect(callOptions).toMatch(
    /@default 20000\n\s+\*\/\n\s+readonly attemptTimeoutInMs\?/,
  );
  expect(guide('errors-and-retries')).toContain(
    '`attemptTimeoutInMs` (20 seconds)',
  );
});

test('a call of the client is repeated as often as its README states', async () => {
  const unavailable = () => Promise.resolve(Response.json({}, { status: 503 }));
  const { calls } = await timesOf(unavailable, (client) =>
    client.settings.get(),
  );
  expect(calls.length - 1).toBe(2);
  expect(clientReadme).toMatch(/^\| `retries` +\| 2 /m);
  expect(callOptions).toMatch(/@default 2\n\s+\*\/\n\s+readonly retries\?/);
});

test('a wait of the client polls and ends as the guides and docstrings state', async () => {
  const search = () =>
    Promise.resolve(Response.json({ items: [sandbox], next_page_id: null }));
  const wait = (client: Client) =>
    client.sandboxes.waitUntil('sbx-1', 'RUNNING');
  const { calls, failed } = await timesOf(search, wait);
  expect(failed).toEqual({ name: 'TimeoutError', after: 300_000 });
  expect(waitOptions).toMatch(
    /@default 300000\n\s+\*\/\n\s+readonly timeoutInMs\?/,
  );
  expect(guide('sandboxes')).toMatch(/timeoutInMs: .*\/\/ default: 5 minutes;/);
  expect(guide('getting-started').replaceAll(/\s+/g, ' ')).toContain(
    'after five minutes',
  );
  expect(calls[2]! - calls[1]!).toBe(1000);
  expect(waitOptions).toMatch(
    /@default 1000\n\s+\*\/\n\s+readonly pollIntervalInMs\?/,
  );
  expect(guide('sandboxes')).toMatch(
    /pollIntervalInMs: .*\/\/ default: 1 second\n/,
  );
});

test('the README of the checker states its limits', () => {
  const grouped = (value: number) => value.toLocaleString('en');
  const limits = [
    `${grouped(checker.maxRequests)} requests`,
    `${checker.maxTimeInMs / 60_000} minutes`,
    `${checker.rate} requests a second, ${grouped(checker.loopbackRate)} on this machine`,
    `within ${checker.timeoutInMs / 1000} seconds (\`--timeout\`)`,
    `deletes one; ${checker.maxSandboxes} by default`,
  ];
  for (const limit of limits)
    expect(checkerReadme.replaceAll(/\s+/g, ' ')).toContain(limit);
});

/** The oldest Node.js that a `package.json` allows, such as `24.18`. */
function oldestNode(manifest: string): string {
  const { engines } = JSON.parse(read(manifest)) as {
    readonly engines: { readonly node: string };
  };
  return engines.node.replace('>=', '');
}

/** The versions of Node.js that a text says the reader, or the package, needs. */
function neededNodes(text: string): string[] {
  const sentences = text.replaceAll(/\s+/g, ' ');
  const needs = sentences.matchAll(
    /\bneeds? [^.:]*?Node(?:\.js)? ([\d.]*\d) or newer/g,
  );
  return [...needs].map(([, version]) => version!);
}

test('guides and READMEs state the Node.js that is needed, the guides all the same', () => {
  const guides = globSync('packages/docs/guides/*.md', { cwd: root });
  // The packages are not published yet, so every reader needs a clone.
  const ofRepository = oldestNode('package.json');
  const inGuides = guides.flatMap((file) => neededNodes(read(file)));
  expect(inGuides).toEqual([ofRepository, ofRepository, ofRepository]);
  expect(neededNodes(read('README.md'))).toEqual([ofRepository]);
  for (const name of ['mock', 'conformance']) {
    const folder = `packages/${name}`;
    const needed = neededNodes(read(`${folder}/README.md`));
    expect(needed).toEqual([oldestNode(`${folder}/package.json`)]);
  }
});

test('no guide and no text of an operation or schema announces a date', () => {
  const files = globSync(
    [
      'packages/docs/guides/*.md',
      'openapi/openapi.yaml',
      'openapi/paths/**/*.yaml',
      'openapi/components/{schemas,parameters,responses,headers}/*.yaml',
    ],
    { cwd: root },
  );
  expect(files.length).toBeGreaterThan(60);
  const isAnnouncing = (file: string) =>
    /(?<!draft\/)\b20\d\d-\d\d|\bwill be removed\b|\bsunset\b/i.test(
      read(file),
    );
  expect(files.filter(isAnnouncing)).toEqual([]);
});
