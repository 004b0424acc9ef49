/** The checker with servers that have one fault each. */
import type { Fault } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { CheckContext } from '../src/checker/check-context.ts';
import { type CheckOptions, readSettings } from '../src/checker/options.ts';
import { Session } from '../src/checker/session.ts';
import { beginFault } from './faults/server-faults.ts';
import {
  altered,
  conversations,
  type Deviation,
  type Json,
  listed,
  page,
  sandboxes,
  write,
} from './support/deviations.ts';
import {
  baseUrl,
  checkerKey,
  checkMock,
  randomChecks,
  rarelyChecked,
  serveMock,
} from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const limit = (wait: string): Fault => ({
  status: 429,
  body: { message: 'Too many requests' },
  headers: { 'Retry-After': wait },
});

// prettier-ignore
test.each<[title: string, code: number, Fault, Partial<CheckOptions>?]>([
  ['an error of every operation', 1, { status: 503 }],
  ['401 in spite of the key', 1, { operation: 'searchSandboxSpecs', status: 401 }],
  ['422 for a valid request', 1, { operation: 'searchSandboxSpecs', status: 422 }],
  ['404 for a sandbox that exists', 1, { operation: 'pauseSandbox', status: 404 }],
  ['success: false', 1, { operation: 'resumeSandbox', status: 200, body: { success: false } }],
  ['a body of another form', 1, { when: ({ operation }) => operation === 'createConversation', status: 200, body: {} }],
  ['a rate limit with a wrong header', 1, { operation: 'getSettings', ...limit('-1'), times: 1 }],
  ['a rate limit without end', 2, limit('0')],
  ['a slow response', 0, { operation: 'getSettings', delayInMs: 20 }],
  ['settings that are not stored', 0, { operation: 'getSettings', status: 404 }],
  ['a conversation that cannot be created', 0, { operation: 'createConversation', status: 400 }],
])('the fault of the mock "%s" ends with exit code %i', async (_, code, fault, options) => {
  serveMock(undefined, { faults: [fault] });
  const exclude = code === 1 ? randomChecks : rarelyChecked;
  const run = await checkMock({ ...write, exclude, ...options });
  const hasViolations = run.violations.length > 0;
  expect({ code: run.code, hasViolations }).toEqual({ code, hasViolations: code === 1 });
});

test.each([
  { asked: '0', sent: 2 },
  { asked: 'Sun, 06 Nov 1994 08:49:37 GMT', sent: 2 },
  { asked: 'Sunday, 06-Nov-94 08:49:37 GMT', sent: 2 },
  { asked: 'Sun Nov  6 08:49:37 1994', sent: 2 },
  { asked: '0.001', sent: 1 },
  { asked: '-1', sent: 1 },
  { asked: 'soon', sent: 1 },
])(
  'a call that gets 503 with Retry-After: $asked is sent $sent times',
  async ({ asked, sent }) => {
    const headers = { 'Retry-After': asked };
    const fault: Fault = {
      operation: 'searchSandboxSpecs',
      status: 503,
      headers,
      times: 1,
    };
    const { requests } = serveMock(undefined, { faults: [fault] });
    await checkMock({ include: ['searchSandboxSpecs.response'] });
    expect(
      requests.filter(({ target }) => target.includes('/sandbox-specs/')),
    ).toHaveLength(sent);
  },
);

test('sends again what exceeds a rate limit, and counts it', async () => {
  const { requests } = serveMock(undefined, {
    faults: [{ operation: 'getSettings', ...limit('0'), times: 3 }],
  });
  const run = await checkMock({ include: ['getSettings.response'] });
  expect(run).toMatchObject({
    code: 0,
    violations: [],
    rateLimited: 3,
    requests: requests.length,
  });
  expect(
    requests.filter(({ target }) => target === '/api/settings'),
  ).toHaveLength(4);
});

const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();

test.each([
  { wait: '3600', tries: 1 },
  { wait: inAnHour, tries: 1 },
  // Neither seconds nor a date (RFC 9110, section 10.2.3): as if there were no header.
  { wait: '3600.5', tries: 2 },
  { wait: '-3600', tries: 2 },
  { wait: '1e9', tries: 2 },
  { wait: 'never', tries: 2 },
])(
  'sends a call $tries times that has to wait "$wait"',
  async ({ wait, tries }) => {
    const fault: Fault = { operation: 'getSettings', ...limit(wait), times: 1 };
    const { requests } = serveMock(undefined, { faults: [fault] });
    const include = ['getSettings.response'];
    await checkMock({ include });
    const calls = requests.filter(({ target }) => target === '/api/settings');
    expect(calls).toHaveLength(tries);
  },
);

const inClear = 'sk-live-1f0e9d8c';
const future = new Date(Date.now() + 366 * 24 * 60 * 60 * 1000).toISOString();
const servers = {
  shttp_servers: [{ url: 'http://127.0.0.1/', api_key: inClear }],
};
let looks = 0;

const running = new Set<unknown>();
/** Whether a sandbox was not shown as RUNNING before. */
function isShownFirst({ id, status }: Json): boolean {
  const isFirst = !running.has(id);
  if (status === 'RUNNING') running.add(id);
  return isFirst;
}

interface ServerFault extends Deviation {
  /** One of the violations: check, keyword, severity, pointer and decision. */
  readonly want: string;
}

/** What breaks documented or observed behavior, or shows a secret. */
const faults: readonly ServerFault[] = [
  {
    is: 'the key of a tool server in clear text',
    alter: altered('GET', '/api/settings', (it) => ({
      ...it,
      mcp_config: servers,
    })),
    want: 'getSettings.secrets secret error /mcp_config/shttp_servers/0/api_key D15',
  },
  {
    is: 'the key of the request in a response',
    alter: page((_, it, { headers }) => ({
      ...it,
      debug: headers.get('x-session-api-key'),
    })),
    want: 'searchSandboxes.response secret error /debug',
  },
  {
    is: 'a stored key in clear text, under a name that is not listed',
    alter: altered('GET', '/api/settings', (it) => ({
      ...it,
      openaiApiKey: inClear,
    })),
    want: 'getSettings.secrets secret error /openaiApiKey',
  },
  {
    is: 'the key of the request in Base64',
    alter: page((_, it, { headers }) => ({
      ...it,
      debug: `of ${btoa(`key: ${headers.get('x-session-api-key')}`)}`,
    })),
    want: 'searchSandboxes.response secret error /debug',
  },
  {
    is: 'the key of the request as the name of a property',
    alter: page((_, it, { headers }) => ({
      ...it,
      debug: [{ [headers.get('x-session-api-key')!]: 1 }],
    })),
    want: `searchSandboxes.response secret error /debug/0/${checkerKey}`,
  },
  {
    is: 'the key of the request in a list without ids, which is only assumed',
    interfere: ({ method, target, headers }) =>
      method === 'GET' && target === conversations
        ? Response.json([
            {
              created_by_user_id: null,
              debug: headers.get('x-session-api-key'),
            },
          ])
        : undefined,
    want: 'listAppConversations.response secret error /0/debug',
  },
  {
    is: 'the key of the request where a response is only assumed',
    interfere: ({ target, headers }) =>
      target.includes('sandbox_spec_id=made-up') &&
      headers.get('x-session-api-key') === checkerKey
        ? Response.json(
            { detail: `No spec for ${checkerKey}` },
            { status: 500 },
          )
        : undefined,
    want: 'startSandbox.unknown-id secret error /detail',
  },
  {
    is: 'a sandbox that disappears',
    alter: page((items, it) =>
      items.length > 0 && (looks += 1) > 1 ? { ...it, items: [] } : it,
    ),
    want: 'pauseSandbox.lifecycle shown error /items',
  },
  {
    is: 'a sandbox that disappears by an operation',
    alter: page((items, it) => ({
      ...it,
      items: items.filter(({ status }) => status !== 'PAUSED'),
    })),
    want: 'pauseSandbox.lifecycle shown error /items',
  },
  {
    is: 'sandboxes that are listed once only',
    alter: page((items, it) => ({ ...it, items: items.filter(isShownFirst) })),
    want: 'searchSandboxes.pages shown error /items',
  },
  {
    is: 'PATCH that fails where there is none',
    interfere: ({ method }) =>
      method === 'PATCH' ? new Response('No', { status: 500 }) : undefined,
    want: 'searchSandboxes.absent-methods server-error error',
  },
  {
    is: 'a start task with another sandbox',
    alter: altered('POST', conversations, (it) => ({
      ...it,
      sandbox_id: 'sbx-other',
    })),
    want: 'startAppConversation.response shown error /sandbox_id D07',
  },
  {
    is: 'a start task with another request',
    alter: altered('POST', conversations, (it) => ({
      ...it,
      request: { title: 'Other' },
    })),
    want: 'startAppConversation.response shown error /request/title D01',
  },
  {
    is: 'a time far in the future',
    alter: sandboxes((it) => ({ ...it, created_at: future })),
    want: 'startSandbox.response future error /created_at D03',
  },
  {
    is: 'a property of another type',
    alter: altered('POST', conversations, (it) => ({ ...it, detail: 5 })),
    want: 'startAppConversation.response type error /detail D07',
  },
  {
    is: 'conversations in another order',
    alter: listed((all) => all.toReversed()),
    want: 'listAppConversations.ids ids error /0 D06',
  },
  {
    is: 'a conversation for an unknown id',
    alter: listed((all) =>
      all.map((it) => it ?? all.find((other) => other !== null) ?? null),
    ),
    want: 'listAppConversations.ids ids error /1 D06',
  },
  {
    is: 'an agent that works in a paused sandbox',
    alter: listed((all) =>
      all.map(
        (it) =>
          it && {
            ...it,
            sandbox_status: 'PAUSED',
            execution_status: 'running',
          },
      ),
    ),
    want: 'startAppConversation.response state error /0/execution_status D02',
  },
  {
    is: 'the oldest sandbox first',
    alter: page((items, it) => ({
      ...it,
      items: items.map((item, at) => ({
        ...item,
        created_at: `2026-01-0${1 + (at % 9)}T00:00:00Z`,
      })),
    })),
    want: 'searchSandboxes.pages order error /items D05',
  },
  {
    is: 'a sandbox that is not shown',
    alter: page(() => ({ items: [], next_page_id: null })),
    want: 'startSandbox.response shown error /items',
  },
  {
    is: 'an invalid limit that is accepted',
    interfere: ({ target }) =>
      /[?&]limit=(?!([1-9]\d?|100)(&|$))/.test(target)
        ? Response.json({ items: [] })
        : undefined,
    want: 'searchSandboxSpecs.faults accepted error D05',
  },
  {
    is: 'a missing key that is accepted',
    interfere: ({ target, headers }) =>
      target === '/api/settings' && !headers.get('x-session-api-key')
        ? Response.json({ llm_api_key_set: true })
        : undefined,
    want: 'getSettings.no-key accepted error /x-session-api-key',
  },
];

/** Returns the check of a violation, and before it the one that it needs. */
function checksOf(violation: string): readonly string[] {
  const [id] = violation.split(' ') as [string];
  return id === 'listAppConversations.ids'
    ? ['startAppConversation.response', id]
    : [id];
}

test.each(faults)(
  'finds $is, and ends with exit code 1',
  async ({ interfere, alter, want }) => {
    looks = 0;
    serveMock(interfere, alter && { alter });
    const include = checksOf(want);
    const { code, violations, results } = await checkMock({
      ...write,
      include,
    });
    expect({ code, violations }).toEqual({
      code: 1,
      violations: expect.arrayContaining([want]),
    });
    const rerun = include.map((it) => ` --include ${it}`).join('');
    expect(results.at(-1)!.rerun).toMatch(new RegExp(`--seed 5${rerun}$`));
  },
);

test('finds that a key can see and change what another key has started', async () => {
  serveMock(beginFault('sharesOneState').request);
  const { code, violations } = await checkMock({
    ...write,
    include: ['*.isolation'],
  });
  const want = 'startSandbox.isolation isolation error';
  expect({ code, violations }).toEqual({ code: 1, violations: [want, want] });
});

test('reports a missing operation once', async () => {
  serveMock(({ target }) =>
    target.includes('-specs')
      ? Response.json({ detail: 'Not Found' }, { status: 404 })
      : undefined,
  );
  const violations = ['searchSandboxSpecs.response absent error'];
  expect(await checkMock({ include: ['*.response'] })).toMatchObject({
    code: 1,
    violations,
  });
});

/** What is assumed: warnings, and errors if it is binding. */
const assumed: readonly ServerFault[] = [
  {
    is: 'a conversation that never appears',
    alter: listed((all) => all.map(() => null)),
    want: 'startAppConversation.response shown warning /0 D26',
  },
  {
    is: 'a state that cannot follow another',
    alter: page((items, it) =>
      items.length > 0 && (looks += 1) === 2
        ? {
            ...it,
            items: items.map((item) => ({ ...item, status: 'MISSING' })),
          }
        : it,
    ),
    want: 'searchSandboxes.pages lifecycle warning D24',
  },
  {
    is: 'an agent in a paused sandbox, in a list without ids',
    alter: ({ target }, body) =>
      target === conversations && Array.isArray(body)
        ? (body as Json[]).map((it) => ({ ...it, sandbox_status: 'PAUSED' }))
        : undefined,
    want: 'listAppConversations.ids state warning /0/execution_status D06',
  },
  {
    is: '500 with text for an unknown sandbox spec',
    interfere: ({ target, headers }) =>
      target.includes('sandbox_spec_id=made-up') &&
      headers.get('x-session-api-key') === checkerKey
        ? new Response('No', { status: 500 })
        : undefined,
    want: 'startSandbox.unknown-id server-error warning D12',
  },
  {
    is: '500 for a list without ids',
    interfere: ({ method, target }) =>
      method === 'GET' && target === conversations
        ? new Response('No', { status: 500 })
        : undefined,
    want: 'listAppConversations.response server-error warning D06',
  },
  {
    is: 'a property with the name of a secret',
    alter: page((items, it) => ({
      ...it,
      items: items.map((item) => ({ ...item, vnc: { password: inClear } })),
    })),
    want: 'startSandbox.response secret-name warning /items/0/vnc/password',
  },
  {
    is: 'DELETE that is accepted where there is none',
    interfere: ({ method }) =>
      method === 'DELETE' ? Response.json({ success: true }) : undefined,
    want: 'pauseSandbox.absent-methods status warning',
  },
  {
    is: 'PUT that is rejected for its body where there is none',
    interfere: ({ method }) =>
      method === 'PUT'
        ? Response.json({ detail: 'No JSON' }, { status: 400 })
        : undefined,
    want: 'getSettings.absent-methods status warning',
  },
  {
    is: '200 for an unknown path',
    interfere: ({ target }) =>
      target.startsWith('/api/v1/made-up') ? Response.json({}) : undefined,
    want: 'searchSandboxes.unknown-path status warning',
  },
];

test.each(assumed)(
  'warns of $is, and ends with exit code 0',
  async ({ interfere, alter, want }) => {
    looks = 0;
    serveMock(interfere, alter && { alter });
    const options = {
      ...write,
      include: rarelyChecked.length > 0 ? checksOf(want) : undefined,
    };
    const { code, violations } = await checkMock(options);
    expect({ code, violations }).toEqual({
      code: 0,
      violations: expect.arrayContaining([want]),
    });
    looks = 0;
    const strict = await checkMock({ ...options, strict: true });
    const error = want.replace(' warning', ' error');
    expect(strict).toMatchObject({
      code: 1,
      violations: expect.arrayContaining([error]),
    });
  },
);

test('a missing key that is accepted is an error, also where the response is only assumed', async () => {
  serveMock(() => Response.json([]));
  const settings = readSettings({ baseUrl, apiKey: checkerKey, seed: 5 });
  const session = new Session(settings, new AbortController().signal);
  const context = new CheckContext(session, {
    id: 'listAppConversations.response',
    title: 'A list without ids',
    operation: 'listAppConversations',
    generation: 'v1',
    writes: false,
  });
  await context.call({ key: null });
  expect(context.violations).toMatchObject([
    { part: 'security', keyword: 'accepted', severity: 'error' },
  ]);
});
