import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { repository } from '@agent-conversation/shared/process';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import { createMock } from '@agent-conversation/mock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const headers = { 'X-Session-API-Key': 'any' };
const settings = 'openapi/paths/settings.yaml';
const guide = 'packages/docs/guides/errors-and-retries.md';
const operation = 'operations/getSettings.html';
/** The first sentence of the description that is edited. */
const [, sentence = ''] = /description: \|\s+(.+?)\./.exec(
  readFileSync(join(repository, settings), 'utf8'),
)!;
/** Nothing here depends on time but for this limit, which only ends what hangs. */
const deadline = 60_000;
vi.setConfig({ testTimeout: 10 * deadline });

let copy: string;
let start: ChildProcess;
let output = '';
let docs: string;
let mock: string;

beforeAll(async () => {
  copy = copyWorktree(repository);
  start = spawn(
    'npm',
    ['start', '--', '--docs-port', '0', '--mock-port', '0'],
    {
      cwd: copy,
      // A group of its own, so that a signal reaches all of it, as Ctrl-C does in a terminal.
      detached: true,
      env: {
        ...process.env,
        TURBO_CACHE_DIR: join(repository, '.turbo/cache'),
        NO_COLOR: '1',
      },
    },
  );
  start.stdout?.on('data', (more) => (output += more));
  start.stderr?.on('data', (more) => (output += more));
  await until(() => /Mock {2}http/.test(output), 300_000);
  docs = /Docs {2}(\S+)/.exec(output)![1]!;
  mock = /Mock {2}(\S+)/.exec(output)![1]!;
}, 310_000);

afterAll(() => {
  if (start.pid && isRunning(start.pid)) process.kill(-start.pid, 'SIGKILL');
  removeWorktree(copy);
}, deadline);

test('ten edits of a description are on the page and in the mock, and sandboxes stay', async () => {
  const id = await startSandbox();
  const times: number[] = [];
  for (let i = 0, from = sentence; i < 10; i++) {
    const to = `Fetches ${i} settings`;
    const begin = performance.now();
    output = '';
    edit(settings, from, to);
    await until(async () => (await page(operation)).includes(to));
    await until(() => output.includes('descriptions changed, state kept'));
    times.push(Math.round(performance.now() - begin));
    expect(await sandboxes()).toContain(id);
    from = to;
  }
  edit(settings, 'Fetches 9 settings', sentence);
  console.log(
    `From the edit of a description to the page, in ms: ${times.join(', ')}`,
  );
});

test('an example and a guide follow, too', async () => {
  const id = await startSandbox();
  edit(
    'openapi/components/examples/SettingsLoaded.yaml',
    'CodeActAgent',
    'OtherAgent',
  );
  edit(guide, '\n', '\n\nA new paragraph.\n');
  await until(async () =>
    (await page('guides/errors-and-retries.html')).includes('A new para'),
  );
  const got = async () =>
    (await fetch(`${mock}/api/settings`, { headers })).text();
  await until(async () => (await got()).includes('OtherAgent'));
  expect(await sandboxes()).toContain(id);
});

test('a changed parameter changes what the mock accepts, and resets its state', async () => {
  const id = await startSandbox();
  const search = async () =>
    (await fetch(`${mock}/api/v1/sandboxes/search?limit=101`, { headers }))
      .status;
  expect(await search()).toBe(422);
  output = '';
  edit(
    'openapi/components/parameters/Limit.yaml',
    'maximum: 100',
    'maximum: 101',
  );
  await until(
    () => output.includes('parameter Limit changed, state reset'),
    3 * deadline,
  );
  expect(await search()).toBe(200);
  expect(await sandboxes()).not.toContain(id);
  const types = join(copy, 'packages/types/dist/schema.d.ts');
  await until(() => /lint +\S+ s passed/.test(output), 3 * deadline);
  expect(readFileSync(types, 'utf8')).toContain(sentence);
});

test.each([
  {
    title: 'a syntax error',
    from: 'tags:',
    to: 'tags: [',
    location: /openapi\/paths\/settings\.yaml:\d+:\d+/,
  },
  {
    title: 'a dangling $ref',
    from: 'SettingsNotFound.yaml',
    to: 'Nowhere.yaml',
    location: /settings\.yaml:\d+:\d+ at #\/get/,
  },
  {
    title: 'a broken rule',
    from: 'x-retry: safe',
    to: 'x-retry: maybe',
    location: /contract-retry/,
  },
])(
  '$title is shown with its location, the page stays, and fixing it is enough',
  async ({ from, to, location }) => {
    output = '';
    edit(settings, from, to);
    await until(() => output.includes('This does not pass.'), 3 * deadline);
    expect(output).toMatch(location);
    expect(await page(operation)).toContain(sentence);
    output = '';
    edit(settings, to, from);
    await until(() => /docs +\S+ s/.test(output));
  },
);

test('the mock responds to unusual requests as that of the command, and the docs check the host', async () => {
  const host = 'Host: localhost';
  const key = 'X-Session-API-Key: any';
  const large = [
    host,
    key,
    'Content-Type: application/json',
    `Content-Length: ${2 ** 30}`,
  ];
  const requests: readonly (readonly [
    status: number,
    line: string,
    headers: readonly string[],
  ])[] = [
    [200, 'GET /api/settings', [host, key]],
    [403, 'GET /api/settings', ['Host: acme.example', key]],
    [403, 'GET http://acme.example/api/settings', [host, key]],
    [400, 'GET /api/settings', [host, host, key]],
    [405, 'TRACE /api/settings', [host, key]],
    [404, 'GET //api/settings', [host, key]],
    [404, 'GET /a/../api/settings', [host, key]],
    [200, 'GET /api/%73ettings', [host, key]],
    [400, 'GET /api/%FF', [host, key]],
    [404, 'OPTIONS *', [host, key]],
    // The body does not come: its length alone is too much.
    [413, 'POST /api/conversations', large],
    // It is not sent to its end.
    [408, 'GET /api/settings', [`${host}\r\nX-Cut`]],
  ];
  const command = await createMock({ examples: true }).listen();
  try {
    for (const [status, line, sent] of requests) {
      const received = [
        await talk(mock, line, sent),
        await talk(command.url, line, sent),
      ];
      const statuses = received.map((text) =>
        Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
      );
      expect([line, sent, ...statuses]).toEqual([line, sent, status, status]);
      // An edit before has changed an example.
      const unchanged =
        /\r\n(Date|Content-Length|X-Request-Id): .*|"agent":"\w+"/g;
      const [own, expected] = received.map((text) =>
        text.replaceAll(unchanged, ''),
      );
      expect(own).toBe(expected);
    }
  } finally {
    await command.close();
  }
  expect(await talk(docs, 'GET /', [host])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await talk(docs, 'GET /', ['Host: acme.example'])).toMatch(
    /^HTTP\/1\.1 403 /,
  );
});

/** Sends a request as it is written, and returns what comes until the connection is closed. */
async function talk(
  url: string,
  line: string,
  sent: readonly string[],
): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const isCut = sent.at(-1)!.endsWith('X-Cut');
  const lines = [`${line} HTTP/1.1`, 'Connection: close', ...sent];
  socket.write(lines.join('\r\n') + (isCut ? '' : '\r\n\r\n'));
  return textOf(socket);
}

test('a taken port is reported before anything is built', async () => {
  const { port } = new URL(docs);
  const second = spawn('npm', ['start', '--', '--docs-port', port], {
    cwd: copy,
  });
  let message = '';
  second.stderr.on('data', (more) => (message += more));
  const code = await new Promise((resolve) => second.on('close', resolve));
  expect(code).toBe(2);
  expect(message).toContain(
    `Port ${port} of 127.0.0.1, meant for the docs, is taken.`,
  );
  expect(message).toContain('choose another with --docs-port');
});

test('Ctrl-C ends all of it', async () => {
  const group = start.pid!;
  process.kill(-group, 'SIGINT');
  await until(() => !isRunning(group));
  await expect(fetch(mock)).rejects.toThrow('fetch failed');
  await expect(fetch(docs)).rejects.toThrow('fetch failed');
});

function edit(file: string, from: string, to: string): void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
}

async function page(path: string): Promise<string> {
  return (await fetch(docs + path)).text();
}

async function startSandbox(): Promise<string> {
  const response = await fetch(`${mock}/api/v1/sandboxes`, {
    method: 'POST',
    headers,
  });
  return ((await response.json()) as { id: string }).id;
}

async function sandboxes(): Promise<string[]> {
  const response = await fetch(`${mock}/api/v1/sandboxes/search`, { headers });
  return ((await response.json()) as { items: { id: string }[] }).items.map(
    ({ id }) => id,
  );
}

/** Whether a process of the group is left. */
function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(
  condition: () => boolean | Promise<boolean>,
  limit = deadline,
): Promise<void> {
  const end = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`Nothing after ${limit} ms. Printed:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
