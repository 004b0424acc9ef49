/** The checker against the mock, in one process: a correct server conforms, and nothing else is touched. */
import { setTimeout } from 'node:timers/promises';
import { createMock, type Mock } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { operations } from '../src/contract.ts';
import {
  baseUrl,
  checkerKey,
  checkMock,
  type Interfere,
  serveMock,
} from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const conforms = { code: 0, violations: [] };
const notFound = (body: object) => Response.json(body, { status: 404 });
const statesIn = (mock: Mock) =>
  new Set(mock.state(checkerKey).sandboxes.map((it) => it.status));

test('finds nothing in the mock, and reads only', async () => {
  const { mock, requests } = serveMock();
  const before = mock.state(checkerKey);
  expect(await checkMock({ strict: true })).toMatchObject(conforms);
  expect(mock.state(checkerKey)).toEqual(before);
  // The mock has no operation for PROPFIND: it asks for what is not there.
  const methods = new Set(requests.map(({ method }) => method));
  expect(methods).toEqual(new Set(['GET', 'PROPFIND']));
});

test('finds nothing in the mock when it writes, pauses what it started, and touches nothing else', async () => {
  const { mock, requests } = serveMock();
  const headers = { 'X-Session-API-Key': checkerKey };
  const started = await mock.fetch(`${baseUrl}/api/v1/sandboxes`, {
    method: 'POST',
    headers,
  });
  const { id: foreign } = (await started.json()) as { id: string };
  const run = await checkMock({ write: true, strict: true });
  expect(run).toMatchObject(conforms);
  expect(
    requests.filter(({ target, body }) => `${target}${body}`.includes(foreign)),
  ).toEqual([]);
  for (const { id, status } of mock.state(checkerKey).sandboxes) {
    expect(status).toBe(id === foreign ? 'RUNNING' : 'PAUSED');
  }
  const kinds = new Set(run.leftovers.map(({ kind }) => kind));
  expect(kinds).toEqual(
    new Set(['sandbox', 'app conversation', 'legacy conversation']),
  );
});

test('finds nothing in the mock over HTTP', async () => {
  const mock = await createMock({ startupTimeInMs: 0 }).listen();
  const options = { baseUrl: mock.url, strict: true, write: true };
  expect(
    await checkMock(options).finally(async () => mock.close()),
  ).toMatchObject(conforms);
});

test('checks a server below a path', async () => {
  const { mock, requests } = serveMock(({ method, target, headers }) =>
    mock.fetch(`${baseUrl}${target.replace('/base', '')}`, { method, headers }),
  );
  const options = { baseUrl: `${baseUrl}/base/`, include: ['*.response'] };
  expect(await checkMock(options)).toMatchObject(conforms);
  expect(
    requests.filter(({ target }) => !target.startsWith('/base/api/')),
  ).toEqual([]);
});

test.each([
  ['V0', /^\/api\/v1/, { detail: 'Not Found' }],
  ['V1', /^\/api\/(?!v1)/, { error: 'Not Found' }],
])(
  'skips %s where it is missing, unless it is included',
  async (missing, has, body) => {
    serveMock(({ target }) => (has.test(target) ? undefined : notFound(body)));
    const run = await checkMock({ write: true, strict: true });
    expect(run).toMatchObject(conforms);
    const reasons = run.results.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toContainEqual(
      expect.stringContaining(`the server has no ${missing}`),
    );
    expect(await checkMock({ include: [missing.toLowerCase()] })).toMatchObject(
      {
        verdict: {
          kind: 'could not run',
          reason: expect.stringContaining(`has no ${missing}`),
        },
      },
    );
  },
);

const keyed: Interfere = ({ headers, target }) => {
  if (headers.get('x-session-api-key') === checkerKey) return undefined;
  const body = target.startsWith('/api/v1')
    ? { detail: 'No' }
    : { error: 'No' };
  return Response.json(body, { status: 401 });
};

test('checks wrong keys of a server that knows its keys', async () => {
  serveMock(keyed);
  const run = await checkMock({
    write: true,
    include: ['*-key', '*.isolation'],
  });
  expect(run).toMatchObject(conforms);
  const wrong = run.results.filter((it) => it.check.id.endsWith('.wrong-key'));
  expect(wrong.map(({ outcome }) => outcome)).toEqual(
    operations.map(() => 'passed'),
  );
});

test('reports an operation that accepts any key', async () => {
  serveMock((request) =>
    request.target.startsWith('/api/settings') ? undefined : keyed(request),
  );
  const { code, results } = await checkMock({ include: ['*.wrong-key'] });
  const failed = results
    .filter(({ outcome }) => outcome === 'failed')
    .map((it) => it.check.id);
  expect({ code, failed }).toEqual({
    code: 1,
    failed: ['getSettings.wrong-key'],
  });
});

test.each([
  [['searchSandboxes'], ['*.random'], /^searchSandboxes\.(?!random)/],
  [['*.no-key'], [], /\.no-key$/],
  [['v0', 'listAppConversations.ids'], [], /^(getSettings|createConv|list)/],
])(
  'checks only what is included: %j without %j',
  async (include, exclude, wanted) => {
    serveMock();
    const { results } = await checkMock({ include, exclude });
    expect(results.length).toBeGreaterThan(1);
    for (const { check: it } of results) expect(it.id).toMatch(wanted);
  },
);

test.each([
  [1, false],
  [10, false],
  [30, true],
])(
  'keeps a budget of %i requests, with what pauses the sandboxes',
  async (maxRequests, write) => {
    const { mock, requests } = serveMock();
    const { verdict } = await checkMock({ maxRequests, write });
    expect(requests).toHaveLength(maxRequests);
    const reason = `the ${maxRequests} requests of the budget are used up`;
    expect(verdict).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(statesIn(mock)).toEqual(new Set(write ? ['PAUSED'] : []));
  },
);

test('ends with its time', async () => {
  serveMock(async () => {
    await setTimeout(20);
    return new Response('', { status: 429, headers: { 'Retry-After': '0' } });
  });
  expect(await checkMock({ maxTimeInMs: 60 })).toMatchObject({ code: 2 });
});

test('ends when it is interrupted, and pauses what it started', async () => {
  const controller = new AbortController();
  const { mock } = serveMock(({ target }) => {
    if (target.endsWith('/pause')) controller.abort();
    return undefined;
  });
  const include = ['pauseSandbox.lifecycle'];
  const { verdict } = await checkMock({
    write: true,
    include,
    signal: controller.signal,
  });
  expect(verdict).toMatchObject({
    reason: expect.stringContaining('the run was interrupted'),
  });
  expect(statesIn(mock)).toEqual(new Set(['PAUSED']));
});

test('reports a sandbox that it could not pause', async () => {
  serveMock(({ target }) =>
    target.endsWith('/pause') ? notFound({ detail: 'No' }) : undefined,
  );
  const { leftovers } = await checkMock({
    write: true,
    include: ['startSandbox.response'],
  });
  const reason = 'it could not be paused: the server responded with 404';
  expect(leftovers).toMatchObject([{ kind: 'sandbox', reason }]);
});

test('sends nothing to pause a sandbox whose id no path can name', async () => {
  const alter = ({ target }: { readonly target: string }, body: unknown) =>
    target === '/api/v1/sandboxes'
      ? { ...(body as object), id: '..' }
      : undefined;
  const { requests } = serveMock(undefined, { alter });
  const { leftovers } = await checkMock({
    write: true,
    include: ['startSandbox.response'],
  });
  const reason = expect.stringContaining('its id is a dot segment') as string;
  expect(leftovers).toMatchObject([{ kind: 'sandbox', reason }]);
  expect(requests.filter(({ target }) => target.endsWith('/pause'))).toEqual(
    [],
  );
});

test.each([
  { server: 'accepts every key', options: {}, isSent: false },
  {
    server: 'distinguishes keys',
    options: { acceptKeys: [checkerKey] },
    isSent: true,
  },
])(
  'whether DELETE without an id is sent to a server that $server: $isSent',
  async ({ options, isSent }) => {
    const { requests } = serveMock(undefined, options);
    await checkMock({ write: true, include: ['*.absent-methods'] });
    const deleted = requests.filter(({ method }) => method === 'DELETE');
    const withoutId = deleted.filter(
      ({ target }) => !target.includes('made-up'),
    );
    expect(deleted.length).toBeGreaterThan(withoutId.length);
    expect(withoutId.length > 0).toBe(isSent);
  },
);

test('does not pause a sandbox that may have been there before', async () => {
  const task = {
    created_by_user_id: null,
    request: {},
    sandbox_id: 'sbx-of-others',
  };
  const { requests } = serveMock(({ headers }) =>
    headers.get('x-session-api-key') ? undefined : Response.json(task),
  );
  const include = ['startAppConversation.no-key'];
  const { leftovers } = await checkMock({ write: true, include });
  expect(leftovers).toContainEqual(
    expect.objectContaining({ id: 'sbx-of-others' }),
  );
  expect(
    requests.filter(({ target }) => target.includes('sbx-of-others')),
  ).toEqual([]);
});

test('a seed of 0 is a seed like any other', async () => {
  const targetsOf = async () => {
    const { requests } = serveMock();
    const run = await checkMock({
      seed: 0,
      include: ['searchSandboxes.random'],
    });
    expect(run.settings.seed).toBe(0);
    return requests.map(({ target }) => target);
  };
  expect(await targetsOf()).toEqual(await targetsOf());
  const wrong = () => Response.json({ items: 5 });
  serveMock(({ target }) =>
    target.includes('/sandboxes/search') ? wrong() : undefined,
  );
  const { results } = await checkMock({
    seed: 0,
    include: ['searchSandboxes.response'],
  });
  expect(results[0]?.rerun).toMatch(/ --seed 0 /);
});

test.each([
  ['maxRequests', 0],
  ['maxSandboxes', 0],
  ['maxTimeInMs', 0],
  ['rate', 0],
  ['timeoutInMs', 0],
  ['waitInMs', 0],
  ['seed', -1],
] as const)(
  '%s: %i is reported, and not replaced by the default',
  async (option, value) => {
    serveMock();
    await expect(checkMock({ [option]: value })).rejects.toThrow(
      `not ${value}`,
    );
  },
);
