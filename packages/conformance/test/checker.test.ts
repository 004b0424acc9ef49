/** The checker against the mock, in one process: a correct server conforms, and nothing else is touched. */
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { checkServer } from '../src/checker/check-server.ts';
import type { CheckOptions } from '../src/checker/options.ts';
import { operations } from '../src/contract.ts';
import { baseUrl, checkerKey, type Interfere, serveMock } from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function check(options: Partial<CheckOptions> = {}) {
  const all = {
    baseUrl,
    apiKey: checkerKey,
    seed: 5,
    rate: 10_000,
    waitInMs: 5_000,
    strict: true,
    ...options,
  };
  const run = await checkServer(all);
  const findings = run.results.flatMap((it) => it.findings.map(({ message }) => message));
  return {
    ...run,
    findings,
    outcomeOf: (id: string) => run.results.find((it) => it.check.id === id),
  };
}

const notFound = (body: object) => Response.json(body, { status: 404 });

test('finds nothing in the mock, and reads only', async () => {
  const { mock, requests } = serveMock();
  const before = mock.state(checkerKey);
  const { verdict, findings } = await check();
  expect({ verdict, findings }).toEqual({ verdict: { kind: 'conforms' }, findings: [] });
  expect(mock.state(checkerKey)).toEqual(before);
  // The mock has no operation for PROPFIND: it asks for what is not there.
  expect([...new Set(requests.map(({ method }) => method))].toSorted()).toEqual([
    'GET',
    'PROPFIND',
  ]);
  const keys = new Set(requests.map(({ headers }) => headers.get('x-session-api-key')));
  expect(keys).toContain(checkerKey);
});

test('finds nothing in the mock when it writes, pauses what it started, and touches nothing else', async () => {
  const { mock, requests } = serveMock();
  const headers = { 'X-Session-API-Key': checkerKey };
  const started = await mock.fetch(`${baseUrl}/api/v1/sandboxes`, { method: 'POST', headers });
  const { id: foreign } = (await started.json()) as { id: string };
  const { verdict, findings, leftovers } = await check({ write: true });
  expect({ verdict, findings }).toEqual({ verdict: { kind: 'conforms' }, findings: [] });
  expect(requests.filter(({ target, body }) => `${target}${body}`.includes(foreign))).toEqual([]);
  const paused = leftovers.filter(({ kind }) => kind === 'sandbox');
  expect(paused.length).toBeGreaterThan(0);
  for (const { reason } of paused) expect(reason).toContain('it is paused');
  const { sandboxes } = mock.state(checkerKey);
  for (const { id, status } of sandboxes)
    expect(status).toBe(id === foreign ? 'RUNNING' : 'PAUSED');
  const kinds = new Set(leftovers.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['sandbox', 'app conversation', 'legacy conversation']));
});

test('checks a server below a path', async () => {
  const { mock, requests } = serveMock(({ method, target, headers }) =>
    mock.fetch(`${baseUrl}${target.replace('/base', '')}`, { method, headers }),
  );
  const { verdict } = await check({ baseUrl: `${baseUrl}/base/`, include: ['*.answer'] });
  expect(verdict).toEqual({ kind: 'conforms' });
  expect(requests.filter(({ target }) => !target.startsWith('/base/api/'))).toEqual([]);
});

test.each([
  ['V0', /^\/api\/v1/, { detail: 'Not Found' }],
  ['V1', /^\/api\/(?!v1)/, { error: 'Not Found' }],
])(
  'skips %s where the server does not have it, unless it is included',
  async (missing, has, body) => {
    serveMock(({ target }) => (has.test(target) ? undefined : notFound(body)));
    const { verdict, results } = await check({ write: true });
    expect(verdict).toEqual({ kind: 'conforms' });
    const skipped = results.filter(({ reason }) =>
      reason?.includes(`the server has no ${missing}`),
    );
    expect(skipped.length).toBeGreaterThan(0);
    expect(await check({ include: [missing.toLowerCase()] })).toMatchObject({
      verdict: { kind: 'could not run', reason: expect.stringContaining(`has no ${missing}`) },
    });
  },
);

const keyed: Interfere = ({ headers, target }) =>
  headers.get('x-session-api-key') === checkerKey
    ? undefined
    : Response.json(target.startsWith('/api/v1') ? { detail: 'No' } : { error: 'No' }, {
        status: 401,
      });

test('checks wrong keys of a server that knows its keys', async () => {
  serveMock(keyed);
  const include = ['*-key', '*.isolation'];
  const { verdict, results } = await check({ write: true, include });
  expect(verdict).toEqual({ kind: 'conforms' });
  const wrong = results.filter((it) => it.check.id.endsWith('.wrong-key'));
  expect(wrong.map(({ outcome }) => outcome)).toEqual(operations.map(() => 'passed'));
});

test('reports an operation that accepts any key', async () => {
  serveMock((request) => (request.target.startsWith('/api/settings') ? undefined : keyed(request)));
  const { verdict, results } = await check({ include: ['*.wrong-key'] });
  expect(verdict).toEqual({ kind: 'violations' });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map((it) => it.check.id)).toEqual(['getSettings.wrong-key']);
});

test('does not run with a key that the server rejects', async () => {
  serveMock(keyed);
  const { verdict } = await check({ apiKey: 'another-key' });
  expect(verdict).toEqual({
    kind: 'could not run',
    reason: `The server at ${baseUrl} rejects the key: GET /api/settings responded with 401. Is it the key of this server?`,
  });
});

test.each([
  [['searchSandboxes'], ['*.random'], /^searchSandboxes\.(?!random)/],
  [['*.no-key'], [], /\.no-key$/],
  [['v0', 'listAppConversations.ids'], [], /^(getSettings|createConv|list)/],
])('checks only what is included: %j without %j', async (include, exclude, wanted) => {
  serveMock();
  const { results } = await check({ include, exclude });
  expect(results.length).toBeGreaterThan(1);
  for (const { check: it } of results) expect(it.id).toMatch(wanted);
});

test.each([1, 10, 40])('keeps a budget of %i requests', async (maxRequests) => {
  const { requests } = serveMock();
  const { verdict } = await check({ maxRequests });
  expect(requests).toHaveLength(maxRequests);
  expect(verdict).toMatchObject({
    kind: 'could not run',
    reason: expect.stringContaining(`the ${maxRequests} requests of the budget are used up`),
  });
});

test('keeps enough of the budget to pause the sandboxes that it started', async () => {
  const { mock, requests } = serveMock();
  await check({ write: true, maxRequests: 30 });
  expect(requests).toHaveLength(30);
  const statuses = mock.state(checkerKey).sandboxes.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['PAUSED']));
});

test('ends with its time', async () => {
  serveMock(async () => {
    await setTimeout(20);
    return new Response('', { status: 429, headers: { 'Retry-After': '0' } });
  });
  const { verdict } = await check({ maxTimeInMs: 60 });
  expect(verdict.kind).toBe('could not run');
});

test('ends when it is interrupted, and pauses what it started', async () => {
  const controller = new AbortController();
  const { mock } = serveMock(({ target }) => {
    if (target.endsWith('/pause')) controller.abort();
    return undefined;
  });
  const include = ['pauseSandbox.lifecycle'];
  const { verdict } = await check({ write: true, include, signal: controller.signal });
  expect(verdict).toMatchObject({ reason: expect.stringContaining('the run was interrupted') });
  const statuses = mock.state(checkerKey).sandboxes.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['PAUSED']));
});

test('reports a sandbox that it could not pause', async () => {
  serveMock(({ target }) => (target.endsWith('/pause') ? notFound({ detail: 'No' }) : undefined));
  const { leftovers } = await check({ write: true, include: ['startSandbox.answer'] });
  expect(leftovers).toContainEqual(
    expect.objectContaining({ reason: 'it could not be paused: the server responded with 404' }),
  );
});

test('leaves a sandbox alone that may have been there before', async () => {
  const task = { created_by_user_id: null, request: {}, sandbox_id: 'sbx-of-others' };
  const { requests } = serveMock(({ method, target, headers }) =>
    method === 'POST' && target === '/api/v1/app-conversations' && !headers.get('x-session-api-key')
      ? Response.json(task)
      : undefined,
  );
  const { leftovers } = await check({ write: true, include: ['startAppConversation.no-key'] });
  expect(leftovers).toContainEqual(expect.objectContaining({ id: 'sbx-of-others' }));
  expect(requests.filter(({ target }) => target.includes('sbx-of-others'))).toEqual([]);
});
