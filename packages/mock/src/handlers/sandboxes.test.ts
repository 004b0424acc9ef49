import type {
  Sandbox,
  SandboxPage,
  SandboxSpec,
  SandboxSpecPage,
} from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { ask, create, reply, startSandbox } from '../../test/ask.ts';
import { exampleNamed } from '../contract.ts';
import { createMock, type Mock } from '../index.ts';

const sandboxes = '/api/v1/sandboxes';
const specs = '/api/v1/sandbox-specs/search';
const change = async (mock: Mock, id: string, verb: string, key = 'ada') =>
  reply(mock, 'POST', `${sandboxes}/${id}/${verb}`, { key });
const search = async (
  mock: Mock,
  query: Readonly<Record<string, string>> = {},
) => {
  const text = new URLSearchParams(query).toString();
  return (await ask<SandboxPage>(mock, 'GET', `${sandboxes}/search?${text}`))
    .body;
};
const only = async (mock: Mock) => (await search(mock)).items[0]!;
const success = { status: 200, body: { success: true } };

test('a sandbox starts, from the newest spec', async () => {
  const mock = create();
  const sandbox = await startSandbox(mock);
  expect(sandbox).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{22}$/) as string,
    created_by_user_id: null,
    sandbox_spec_id: 'ghcr.io/acme/agent-server:1.2',
    status: 'STARTING',
    session_api_key: null,
    exposed_urls: null,
    created_at: '2026-01-01T00:00:00.000000Z',
  });
  expect((await search(mock)).items).toEqual([sandbox]);
});

test('a start can choose its spec, unless that is unknown', async () => {
  const mock = create();
  const unknown = { status: 404, body: exampleNamed('SandboxSpecUnknown') };
  expect(
    await reply(mock, 'POST', `${sandboxes}?sandbox_spec_id=unknown`),
  ).toEqual(unknown);
  expect((await search(mock)).items).toEqual([]);
  const path = `${sandboxes}?sandbox_spec_id=ghcr.io%2Facme/agent-server:1.1`;
  const { body } = await ask<Sandbox>(mock, 'POST', path);
  expect(body.sandbox_spec_id).toBe('ghcr.io/acme/agent-server:1.1');
});

test.each([
  [{}, 1999, 2000],
  [{ startupTimeInMs: 1 }, 0.5, 1],
  [{ startupTimeInMs: 90_000 }, 89_999, 90_000],
])(
  'with %j it is STARTING at %j ms, RUNNING at %j ms',
  async (options, early, due) => {
    const mock = create(options);
    await startSandbox(mock);
    mock.advance(early);
    expect((await only(mock)).status).toBe('STARTING');
    mock.advance(due - early);
    expect((await only(mock)).status).toBe('RUNNING');
  },
);

test('without a start-up time a sandbox runs at once', async () => {
  expect((await startSandbox(create({ startupTimeInMs: 0 }))).status).toBe(
    'RUNNING',
  );
});

test('only a running sandbox has a key and URLs', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  mock.advance(2000);
  const host = `${id.toLowerCase()}.sandboxes.acme.example`;
  const key = `mock-key-of-${id}`;
  expect(await only(mock)).toMatchObject({
    session_api_key: key,
    exposed_urls: [
      { name: 'AGENT_SERVER', url: `https://${host}`, port: 8000 },
      { name: 'VSCODE', url: `https://vscode-${host}/?tkn=${key}`, port: 8001 },
      { name: 'WORKER_1', url: `https://worker-1-${host}`, port: 8011 },
      { name: 'WORKER_2', url: `https://worker-2-${host}`, port: 8012 },
    ],
  });
  const none = { session_api_key: null, exposed_urls: null };
  await change(mock, id, 'pause');
  expect(await only(mock)).toMatchObject({ status: 'PAUSED', ...none });
  await change(mock, id, 'resume');
  for (const status of ['ERROR', 'MISSING']) {
    mock.happen(id, status);
    expect(await only(mock)).toMatchObject({ status, ...none });
  }
});

test('a repeated resume does not restart the start-up', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  await change(mock, id, 'pause');
  mock.advance(1_000_000);
  for (const passed of [0, 1999]) {
    mock.advance(passed);
    expect(await change(mock, id, 'resume')).toEqual(success);
    expect((await only(mock)).status).toBe('STARTING');
  }
  mock.advance(1);
  expect((await only(mock)).status).toBe('RUNNING');
});

test.each(['pause', 'resume'])(
  'a key cannot %s an unknown sandbox, or of another',
  async (verb) => {
    const mock = create();
    const { id } = await startSandbox(mock);
    const unknown = { status: 404, body: exampleNamed('SandboxUnknown') };
    expect(await change(mock, 'sbx-unknown', verb)).toEqual(unknown);
    expect(await change(mock, id, verb, 'grace')).toEqual(unknown);
    expect((await only(mock)).status).toBe('STARTING');
  },
);

async function startMany(mock: Mock, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await startSandbox(mock);
}

/** Returns the ids of every page, from the first to the last. */
async function readPages(mock: Mock, limit: number) {
  const pages: string[][] = [];
  for (let next: string | null = '-'; next !== null && pages.length < 1000;) {
    const page: SandboxPage = await search(mock, {
      limit: String(limit),
      page_id: next,
    });
    pages.push(page.items.map(({ id }) => id));
    next = page.next_page_id ?? null;
  }
  return pages;
}

const idsOf = (mock: Mock) => mock.state('ada').sandboxes.map(({ id }) => id);

test('a page id is the number of sandboxes before the page', async () => {
  const mock = create();
  await startMany(mock, 5);
  const ids = idsOf(mock);
  const page = async (page_id: string) => {
    const { items, next_page_id } = await search(mock, { limit: '2', page_id });
    return { ids: items.map(({ id }) => id), next: next_page_id };
  };
  expect(await page('2')).toEqual({ ids: ids.slice(2, 4), next: '4' });
  expect(await page('4')).toEqual({ ids: ids.slice(4), next: null });
  expect(await page('500')).toEqual({ ids: [], next: null });
  // A negative one counts from the end, as a slice of Python does, and may end before it begins.
  expect(await page('-1')).toEqual({ ids: [], next: '1' });
  expect(await page('-2')).toEqual({ ids: [], next: '0' });
  expect(await page('-4')).toEqual({ ids: ids.slice(1, 3), next: '-2' });
  expect(await page('-9')).toEqual({ ids: [], next: '-7' });
  // A sandbox that is started between two pages moves the others.
  await startMany(mock, 1);
  expect(await page('2')).toEqual({ ids: ids.slice(1, 3), next: '4' });
});

test('the newest thousand are kept at least, and pages end where the kept ones end', async () => {
  const mock = create();
  await startMany(mock, 2100);
  const kept = idsOf(mock);
  expect(kept).toHaveLength(1100);
  for (const limit of [7, 100])
    expect((await readPages(mock, limit)).flat()).toEqual(kept);
});

test.each(['', '%%%', 'eyJvZmZzZXQiOjJ9', '1.5', '1e1', '0x1', 'ä'])(
  'the unknown page id %j gets the first page',
  async (id) => {
    const mock = create();
    await startMany(mock, 3);
    for (const path of [`${sandboxes}/search`, specs]) {
      const first = await reply(mock, 'GET', path);
      const query = new URLSearchParams({ page_id: id });
      expect(await reply(mock, 'GET', `${path}?${query}`)).toEqual(first);
    }
  },
);

const spec = (id: string, created_at?: string): SandboxSpec => ({
  id,
  command: null,
  ...(created_at === undefined ? {} : { created_at }),
});

const byTime = [
  spec('middle', '2026-02-01T00:00:00+02:00'),
  spec('newest', '2026-01-31T23:00:00Z'),
  spec('oldest', '2025-12-31T00:00:00Z'),
];

test.each([
  [byTime, ['newest', 'middle', 'oldest']],
  [['a', 'b', 'c'].map((id) => spec(id)), ['a', 'b', 'c']],
])(
  'the newest spec comes first and is the default: %j',
  async (sandboxSpecs, ids) => {
    const mock = createMock({ sandboxSpecs });
    const { items } = (await ask<SandboxSpecPage>(mock, 'GET', specs)).body;
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect((await startSandbox(mock)).sandbox_spec_id).toBe(ids[0]);
  },
);

const broken = 'The sandbox specs break the contract:';

// prettier-ignore
test.each<[unknown, string]>([
  [[], 'There must be at least one sandbox spec'],
  [[spec('a'), spec('b'), spec('a')], 'The sandbox spec a is there twice'],
  [[spec('a'), { ...spec('b'), more: 1 }], `${broken} /items/1/more is not listed in the contract`],
  [5, `${broken} the whole must be an object`],
])('the specs %j are rejected', (given, message) => {
  expect(() => createMock({ sandboxSpecs: given as SandboxSpec[] })).toThrow(new TypeError(message));
});
