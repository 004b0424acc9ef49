import type { Sandbox, SandboxPage, SandboxSpec, SandboxSpecPage } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { ask, create, reply, startSandbox } from '../../test/ask.ts';
import { exampleNamed } from '../contract.ts';
import { createMock, type Mock } from '../index.ts';

const sandboxes = '/api/v1/sandboxes';
const specs = '/api/v1/sandbox-specs/search';
const change = async (mock: Mock, id: string, verb: string, key = 'ada') =>
  reply(mock, 'POST', `${sandboxes}/${id}/${verb}`, { key });
const search = async (mock: Mock, query: Readonly<Record<string, string>> = {}) => {
  const text = new URLSearchParams(query).toString();
  return (await ask<SandboxPage>(mock, 'GET', `${sandboxes}/search?${text}`)).body;
};
const only = async (mock: Mock) => (await search(mock)).items[0]!;

test('a sandbox starts, from the newest spec', async () => {
  const mock = create();
  const sandbox = await startSandbox(mock);
  expect(sandbox).toEqual({
    id: expect.stringMatching(/^sbx-[2-9a-km-np-z]{8}$/) as string,
    created_by_user_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    sandbox_spec_id: 'ghcr.io/acme/agent-server:1.2',
    status: 'STARTING',
    session_api_key: null,
    exposed_urls: null,
    created_at: '2026-01-01T00:00:00.000Z',
    status_detail: null,
  });
  expect((await search(mock)).items).toEqual([sandbox]);
});

test.each([
  ['?sandbox_spec_id=ghcr.io%2Facme%2Fagent-server%3A1.2', 'ghcr.io/acme/agent-server:1.2'],
  ['?sandbox_spec_id=ghcr.io/acme/agent-server:1.1', 'ghcr.io/acme/agent-server:1.1'],
])('a start with %s uses the spec %s', async (query, spec) => {
  const { body } = await ask<Sandbox>(create(), 'POST', `${sandboxes}${query}`);
  expect(body.sandbox_spec_id).toBe(spec);
});

test('a start with an unknown spec is rejected', async () => {
  const mock = create();
  const want = { status: 404, body: exampleNamed('SandboxSpecUnknown') };
  expect(await reply(mock, 'POST', `${sandboxes}?sandbox_spec_id=unknown`)).toEqual(want);
  expect((await search(mock)).items).toEqual([]);
});

test.each([
  [undefined, 1999, 2000],
  [1, 0.5, 1],
  [90_000, 89_999, 90_000],
])(
  'with startupTimeInMs %j it is STARTING at %j ms, RUNNING at %j ms',
  async (time, early, due) => {
    const mock = create(time === undefined ? {} : { startupTimeInMs: time });
    await startSandbox(mock);
    mock.advance(early);
    expect((await only(mock)).status).toBe('STARTING');
    mock.advance(due - early);
    expect((await only(mock)).status).toBe('RUNNING');
  },
);

test('only a running sandbox has a key and URLs', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  const url = (prefix: string) => `https://${prefix}${id}.sandboxes.acme.example`;
  const session_api_key = `mock-key-of-${id}`;
  const exposed_urls = [
    { name: 'AGENT_SERVER', url: url(''), port: 8000 },
    { name: 'VSCODE', url: url('vscode-'), port: 8001 },
    { name: 'WORKER_1', url: url('work-1-'), port: 8011 },
    { name: 'WORKER_2', url: url('work-2-'), port: 8012 },
  ];
  const none = { session_api_key: null, exposed_urls: null };
  expect(await only(mock)).toMatchObject({ status: 'STARTING', ...none });
  mock.advance(2000);
  expect(await only(mock)).toMatchObject({ status: 'RUNNING', session_api_key, exposed_urls });
  await change(mock, id, 'pause');
  expect(await only(mock)).toMatchObject({ status: 'PAUSED', ...none });
  await change(mock, id, 'resume');
  mock.advance(2000);
  for (const status of ['ERROR', 'MISSING']) {
    mock.happen(id, status);
    expect(await only(mock)).toMatchObject({ status, ...none });
  }
});

test('pausing and resuming can be repeated, which changes nothing', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  const twice = async (verb: string) => {
    for (const _ of [1, 2]) {
      expect(await change(mock, id, verb)).toEqual({ status: 200, body: { success: true } });
    }
    return (await only(mock)).status;
  };
  expect(await twice('pause')).toBe('PAUSED');
  mock.advance(1_000_000);
  expect(await twice('resume')).toBe('STARTING');
  // A repetition does not restart the start-up.
  mock.advance(1999);
  expect(await twice('resume')).toBe('STARTING');
  mock.advance(1);
  expect(await twice('resume')).toBe('RUNNING');
});

test.each(['pause', 'resume'])(
  'a key cannot %s an unknown sandbox, or that of another',
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
async function readPages(mock: Mock, limit: string, between = async () => {}) {
  const pages: string[][] = [];
  for (let next: string | null | undefined; next !== null && pages.length < 1000;) {
    const page = await search(mock, { limit, ...(next === undefined ? {} : { page_id: next }) });
    pages.push(page.items.map(({ id }) => id));
    next = page.next_page_id ?? null;
    await between();
  }
  return pages;
}

const idsOf = (mock: Mock) => mock.state('ada').sandboxes.map(({ id }) => id);
const many = create();
await startMany(many, 250);

test.each([
  [1, 250, 1],
  [7, 36, 5],
  [100, 3, 50],
])('with the limit %j there are %j pages, the last with %j items', async (limit, count, last) => {
  const pages = await readPages(many, String(limit));
  const lengths = Array.from({ length: count }, (_, at) => (at === count - 1 ? last : limit));
  expect(pages.map((page) => page.length)).toEqual(lengths);
  expect(pages.flat()).toEqual(idsOf(many));
});

test('pages stay the same while sandboxes are started', async () => {
  const mock = create();
  await startMany(mock, 50);
  const before = idsOf(mock);
  const pages = await readPages(mock, '7', async () => startMany(mock, 3));
  expect(pages.flat()).toEqual(before);
  expect(idsOf(mock)).toHaveLength(50 + 8 * 3);
});

test('the newest thousand are kept at least, and pages end where the kept ones end', async () => {
  const mock = create();
  await startMany(mock, 1100);
  const { next_page_id: old } = await search(mock, { limit: '100' });
  await startMany(mock, 1000);
  const kept = idsOf(mock);
  expect(kept).toHaveLength(1100);
  expect((await readPages(mock, '100')).flat()).toEqual(kept);
  expect((await readPages(mock, '7')).flat()).toEqual(kept);
  expect(await search(mock, { page_id: old! })).toEqual({ items: [], next_page_id: null });
});

test.each([
  ['0', 'must be at least 1', 'minimum'],
  ['101', 'must be at most 100', 'maximum'],
  ['1.5', 'must be an integer', 'type'],
  ['', 'must be an integer', 'type'],
])('the limit %j is rejected', async (limit, msg, type) => {
  for (const at of [`${sandboxes}/search`, specs]) {
    const violation: unknown = expect.objectContaining({ loc: ['query', 'limit'], msg, type });
    const want = { status: 422, body: { detail: [violation] } };
    expect(await reply(many, 'GET', `${at}?limit=${limit}`)).toEqual(want);
  }
});

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');

// prettier-ignore
test.each([
  '', 'x', '%%%', 'eyJvZmZzZXQiOjJ9', '2', encoded({ before: 0 }), encoded({ before: -2 }), encoded({ before: 1.5 }),
  encoded({ before: '2' }), encoded({ before: 1e15 }), encoded({ before: 2, more: 1 }), btoa('{"before":02}'),
  `${encoded({ before: 2 })} `, `${encoded({ before: 2 })}=`, 'ä',
])('the unknown page id %j gets the first page', async (id) => {
  const query = new URLSearchParams({ page_id: id }).toString();
  for (const at of [`${sandboxes}/search`, specs]) {
    const first = await reply(many, 'GET', at);
    expect(await reply(many, 'GET', `${at}?${query}`)).toEqual({ ...first, status: 200 });
  }
});

const spec = (id: string, created_at?: string): SandboxSpec => ({
  id,
  command: null,
  ...(created_at === undefined ? {} : { created_at }),
});

test('by default, the specs are those of the contract', async () => {
  const want = { status: 200, body: exampleNamed('SandboxSpecsListed') };
  expect(await reply(createMock(), 'GET', specs)).toEqual(want);
});

test.each([
  [
    [
      spec('middle', '2026-02-01T00:00:00+02:00'),
      spec('newest', '2026-01-31T23:00:00Z'),
      spec('oldest', '2025-12-31T00:00:00Z'),
    ],
    ['newest', 'middle', 'oldest'],
  ],
  [['a', 'b', 'c'].map((id) => spec(id)), ['a', 'b', 'c']],
])('the newest spec comes first and is the default: %j', async (sandboxSpecs, ids) => {
  const mock = createMock({ sandboxSpecs });
  const { items } = (await ask<SandboxSpecPage>(mock, 'GET', specs)).body;
  expect(items.map(({ id }) => id)).toEqual(ids);
  expect((await startSandbox(mock)).sandbox_spec_id).toBe(ids[0]);
});

const broken = 'The sandbox specs break the contract:';

// prettier-ignore
test.each<[unknown, string]>([
  [[], 'There must be at least one sandbox spec'],
  [[spec('a'), spec('b'), spec('a')], 'The sandbox spec a is there twice'],
  [[{ id: 'a' }], `${broken} /items/0/command is missing`],
  [[spec('a', 'yesterday')], `${broken} /items/0/created_at must be a date-time (RFC 3339)`],
  [[spec('a'), { ...spec('b'), more: 1 }], `${broken} /items/1/more is not listed in the contract`],
  [5, `${broken} the whole must be an object`],
])('the specs %j are rejected', (given, message) => {
  expect(() => createMock({ sandboxSpecs: given as SandboxSpec[] })).toThrow(new TypeError(message));
});
