import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

const root = fileURLToPath(new URL('../../', import.meta.url));
const key = { 'X-Session-API-Key': 'any' };

let copy: string;
let start: ChildProcess;
let output = '';
let docs: string;
let mock: string;

beforeAll(async () => {
  copy = copyWorktree(root);
  start = spawn('npm', ['start', '--', '--docs-port', '0', '--mock-port', '0'], {
    cwd: copy,
    // A group of its own, so that a signal reaches all of it, as Ctrl-C does in a terminal.
    detached: true,
    env: { ...process.env, TURBO_CACHE_DIR: join(root, '.turbo/cache'), NO_COLOR: '1' },
  });
  start.stdout?.on('data', (text) => (output += text));
  start.stderr?.on('data', (text) => (output += text));
  await until(() => /Mock {2}http/.test(output), 180);
  docs = /Docs {2}(\S+)/.exec(output)![1]!;
  mock = /Mock {2}(\S+)/.exec(output)![1]!;
}, 200_000);

afterAll(() => {
  if (start.pid && isRunning(start.pid)) process.kill(-start.pid, 'SIGKILL');
  removeWorktree(copy);
});

test('both addresses answer, the docs with the contract and the mock with an example', async () => {
  expect(await page()).toContain('<title>Agent Conversation Service');
  expect(await settings()).toMatchObject({ agent: 'CodeActAgent' });
});

test('the requests that are suggested work', async () => {
  const commands = output.matchAll(/curl -H 'X-Session-API-Key: any'(?: -X (POST))? (\S+)/g);
  const answers: unknown[] = [];
  for (const [, method = 'GET', url] of commands) {
    answers.push(await (await fetch(url!, { method, headers: key })).json());
  }
  const [{ id }] = answers as [{ id: string }];
  const found = answers[1] as { items: { id: string }[] };
  expect(id).toEqual(expect.any(String));
  expect(found.items.map((item) => item.id)).toContain(id);
});

test('an edit reaches the docs, the types and the mock, and the open pages are told', async () => {
  const told = isTold('built');
  edit('openapi/paths/settings.yaml', 'Loads the caller', 'Fetches the caller');
  edit('openapi/components/examples/SettingsLoaded.yaml', 'CodeActAgent', 'OtherAgent');
  await until(async () => (await settings()).agent === 'OtherAgent', 60);
  const operation = 'operations/getSettings.html';
  await until(async () => (await page(operation)).includes('Fetches the caller'), 60);
  expect(readFileSync(join(copy, 'packages/types/dist/schema.d.ts'), 'utf8')).toContain(
    'Fetches the caller',
  );
  expect(await told).toBe(true);
}, 130_000);

test('what was started outlives a save that changes nothing of the contract', async () => {
  const id = await startSandbox();
  output = '';
  edit('openapi/paths/settings.yaml', '', '# A remark.\n');
  await until(isBuiltAgain, 60);
  expect(await sandboxes()).toContain(id);
  expect(output).not.toContain('begins anew');
}, 70_000);

test('an edited schema changes what the mock refuses, and the mock begins anew', async () => {
  const id = await startSandbox();
  expect((await search('?limit=101')).status).toBe(422);
  output = '';
  edit('openapi/components/parameters/Limit.yaml', 'maximum: 100', 'maximum: 101');
  await until(() => output.includes('The mock begins anew.'), 60);
  expect((await search('?limit=101')).status).toBe(200);
  expect((await search('?limit=102')).status).toBe(422);
  await until(() => output.includes('\n  request query /limit: must be at most 101\n'), 5);
  expect(await sandboxes()).not.toContain(id);
}, 70_000);

test.each([
  ['a syntax error', 'tags:', 'tags: [', /openapi\/paths\/settings\.yaml:\d+:\d+/],
  ['a dangling $ref', 'SettingsNotFound.yaml', 'Nowhere.yaml', /settings\.yaml:\d+:\d+ at #\/get/],
  ['a rule that is broken', 'x-retry: safe', 'x-retry: maybe', /contract-retry/],
])(
  '%s is told with its place, and mending it is enough',
  async (_, from, to, place) => {
    output = '';
    const told = isTold('failed');
    edit('openapi/paths/settings.yaml', from, to);
    await until(() => output.includes('This does not pass.'), 60);
    expect(output).toMatch(place);
    expect(await told).toBe(true);
    expect(start.exitCode).toBeNull();
    expect(await page()).toContain('<title>Agent Conversation Service');

    output = '';
    edit('openapi/paths/settings.yaml', to, from);
    await until(isBuiltAgain, 60);
  },
  130_000,
);

test('a mistake that was mended while it was built is told when it is made again', async () => {
  const file = 'openapi/paths/settings.yaml';
  const [right, wrong] = ['tags:', 'tags: ['] as const;
  output = '';
  edit(file, right, wrong);
  await until(() => output.includes('settings.yaml has changed.'), 10);
  // Between turbo, which looks whether the files are known, and the linters, which take longer to begin.
  await new Promise((resolve) => setTimeout(resolve, 250));
  edit(file, wrong, right);
  await until(() => /(settings\.yaml has changed\.[^]*){2}Built in/.test(output), 60);

  output = '';
  edit(file, right, wrong);
  await until(() => output.includes('This does not pass.'), 60);
  expect(output).toMatch(/openapi\/paths\/settings\.yaml:\d+:\d+/);
  output = '';
  edit(file, wrong, right);
  await until(isBuiltAgain, 60);
}, 200_000);

demandBrowser('NO LIVE PAGE WAS LOOKED AT');

describe.runIf(browserProgram)('the page of an operation, opened in a browser', () => {
  const patience = { timeout: 60_000, interval: 200 };
  const complaints: string[] = [];
  let browser: Browser;
  let tab: Page;
  let policy: string | null;
  const policyOf = () =>
    tab.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');

  beforeAll(async () => {
    browser = await launchBrowser();
    tab = await browser.newPage();
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await tab.goto(`${docs}operations/getSettings.html`);
    policy = await policyOf();
  });
  afterAll(() => browser.close());

  test.each([
    ['settings are stored', 'settings are kept'],
    ['settings are kept', 'settings are stored'],
  ])(
    'follows an edit: %s, %s',
    async (from, to) => {
      edit('openapi/components/responses/SettingsNotFound.yaml', from, to);
      await expect.poll(() => tab.locator('main').textContent(), patience).toContain(to);
    },
    70_000,
  );

  test('shows why the contract does not build, until it does', async () => {
    const notice = () => tab.getByRole('alert').allInnerTexts();
    edit('openapi/paths/settings.yaml', 'tags:', 'tags: [');
    await expect
      .poll(notice, patience)
      .toEqual([expect.stringMatching(/openapi\/paths\/settings\.yaml:\d+/)]);
    edit('openapi/paths/settings.yaml', 'tags: [', 'tags:');
    await expect.poll(notice, patience).toEqual([]);
  }, 130_000);

  test('has kept its policy, which nothing broke', async () => {
    expect(policy).toMatch(/default-src 'none';.*'self'/);
    expect(await policyOf()).toBe(policy);
    expect(complaints).toEqual([]);
  });
});

test('a taken port is told before anything is built', async () => {
  const { port } = new URL(docs);
  const second = spawn('npm', ['start', '--', '--docs-port', port], { cwd: copy });
  let complaint = '';
  second.stderr.on('data', (text) => (complaint += text));
  const code = await new Promise((resolve) => second.on('close', resolve));
  expect(code).toBe(1);
  expect(complaint).toContain(
    `Port ${port} of 127.0.0.1, meant for the docs, is taken. Stop what listens there, or choose another with --docs-port.`,
  );
});

test('Ctrl-C ends all of it', async () => {
  const group = start.pid!;
  process.kill(-group, 'SIGINT');
  await until(() => start.exitCode !== null || start.signalCode !== null, 10);
  await until(() => !isRunning(group), 5);
  await expect(fetch(mock)).rejects.toThrow('fetch failed');
  await expect(fetch(docs)).rejects.toThrow('fetch failed');
});

/** Whether a build has ended since an edit of the settings was noticed. */
function isBuiltAgain(): boolean {
  return /settings\.yaml has changed\.[^]*Built in/.test(output);
}

function edit(file: string, from: string, to: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

async function page(path = ''): Promise<string> {
  return (await fetch(docs + path)).text();
}

async function settings(): Promise<{ agent?: string }> {
  const response = await fetch(`${mock}/api/settings`, { headers: key });
  return (await response.json()) as { agent?: string };
}

async function startSandbox(): Promise<string> {
  const response = await fetch(`${mock}/api/v1/sandboxes`, { method: 'POST', headers: key });
  return ((await response.json()) as { id: string }).id;
}

async function search(query = ''): Promise<Response> {
  return fetch(`${mock}/api/v1/sandboxes/search${query}`, { headers: key });
}

/** The ids of the sandboxes that there are. */
async function sandboxes(): Promise<string[]> {
  const { items } = (await (await search()).json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

/**
 * Waits until an open page gets an event of this name. One of another name may come first, from a build that an
 * earlier edit has begun.
 */
async function isTold(name: string): Promise<boolean> {
  const response = await fetch(`${docs}_live`);
  let text = '';
  // Leaving the loop ends the connection.
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(`event: ${name}\n`)) return true;
  }
  return false;
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

async function until(condition: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Nothing after ${seconds} s. Printed:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
