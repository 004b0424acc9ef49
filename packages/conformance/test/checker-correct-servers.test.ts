/** The checker with servers that do what correct deployments do: it finds nothing. */
import { withHyphens } from '@agent-conversation/contract';
import type { MockOptions } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
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
import { checkMock, rarelyChecked, serveMock } from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

let looks = 0;

/** What correct deployments do as well. */
const correct: readonly (Deviation & {
  readonly options?: MockOptions;
  readonly include?: readonly string[];
  /** Random requests are what is treated differently. */
  readonly needsRandomChecks?: boolean;
})[] = [
  {
    is: 'sends further properties',
    alter: sandboxes((it) => ({ ...it, region: 'eu' })),
  },
  {
    is: 'sends the properties of newer deployments',
    alter: listed((all) =>
      all.map((it) => it && { ...it, agent_kind: 'x', acp_server: null }),
    ),
  },
  {
    is: 'masks keys under names that are not listed',
    alter: altered('GET', '/api/settings', (it) => ({
      ...it,
      openaiApiKey: 'sk-live-***9d8c',
      vendor_token: '[redacted]',
      password: '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022',
      credential: 'none',
    })),
  },
  {
    is: 'has settings without tools',
    options: { settings: { llm_api_key_set: false, mcp_config: null } },
  },
  {
    is: 'shows the key of a sandbox whatever its status is',
    alter: sandboxes((it) => ({ ...it, session_api_key: 'sk-of-a-sandbox' })),
  },
  {
    is: 'has other operations below known paths',
    interfere: ({ target }) =>
      /^\/api\/v1\/[a-z-]+\/.*made-up[^/]*$/.test(target)
        ? Response.json(
            { detail: 'Method Not Allowed' },
            { status: 405, headers: { Allow: 'PATCH' } },
          )
        : undefined,
    include: ['*.unknown-path'],
  },
  {
    is: 'rejects the id of a legacy conversation',
    needsRandomChecks: true,
    interfere: ({ method, target, body }) =>
      method === 'POST' &&
      target === '/api/conversations' &&
      body.includes('conversation_id')
        ? Response.json(
            {
              detail: [
                {
                  type: 'extra_forbidden',
                  loc: ['body', 'conversation_id'],
                  msg: 'Extra inputs are not permitted',
                  input: 'x',
                },
              ],
            },
            { status: 422 },
          )
        : undefined,
  },
  { is: 'has another 401', options: { unauthorizedBody: 'error' } },
  { is: 'has a text as 401', options: { unauthorizedBody: 'text' } },
  {
    is: 'has a sandbox that fails and recovers',
    alter: sandboxes((it) =>
      it['status'] === 'RUNNING' && (looks += 1) < 3
        ? { ...it, status: 'ERROR', session_api_key: null }
        : it,
    ),
  },
  {
    is: 'starts sandboxes slowly',
    options: { startupTimeInMs: 40, clock: 'real' },
  },
  {
    is: 'has no legacy operations',
    interfere: ({ target }) =>
      target.startsWith('/api/v1/')
        ? undefined
        : Response.json({ detail: 'Not Found' }, { status: 404 }),
  },
  {
    is: 'accepts conversation ids that are no UUIDs',
    needsRandomChecks: true,
    interfere: ({ target, body }) =>
      target.startsWith(conversations) &&
      `${target}${body}`.includes('not-a-uuid')
        ? Response.json(
            target.includes('?')
              ? [null]
              : { created_by_user_id: null, request: {} },
          )
        : undefined,
  },
  {
    is: 'shows ids with hyphens in the echo',
    alter: altered('POST', conversations, ({ request, ...it }) =>
      typeof (request as Json)['conversation_id'] === 'string'
        ? {
            ...it,
            request: {
              ...(request as Json),
              conversation_id: withHyphens(
                (request as Json)['conversation_id'] as string,
              ),
            },
          }
        : undefined,
    ),
  },
  {
    is: 'denies access to a repository',
    include: ['createConversation.random', '*.response'],
    interfere: ({ body }) =>
      body.includes('"repository"')
        ? Response.json('No access', { status: 401 })
        : undefined,
  },
];

test.each(correct)(
  'finds nothing in a server that $is',
  async ({ interfere, alter, ...others }) => {
    looks = 0;
    serveMock(interfere, { ...others.options, ...(alter && { alter }) });
    const { include, needsRandomChecks = include !== undefined } = others;
    const exclude = needsRandomChecks ? [] : rarelyChecked;
    const run = await checkMock({ write: true, include, exclude });
    expect(run).toMatchObject({ code: 0, violations: [] });
  },
);

test('states that a server ignores the id of a conversation', async () => {
  serveMock(undefined, { edition: '0.62.0' });
  const { results } = await checkMock({ ...write, exclude: rarelyChecked });
  const reason =
    'the server ignores conversation_id, so the start cannot be followed';
  expect(
    results.filter((it) => it.reason === reason).map((it) => it.check.id),
  ).toEqual(['startAppConversation.response']);
});

test.each([
  { when: 'before it is listed', rightPages: 0 },
  { when: 'after it was listed', rightPages: 1 },
])(
  'a sandbox that may be on pages that are not read has not disappeared, $when',
  async ({ rightPages }) => {
    let [pages, left] = [0, rightPages];
    const alter = page(([first], it) => {
      if (!first) return it;
      left -= 1;
      if (left >= 0) return it;
      pages += 1;
      return {
        items: [{ ...first, id: `sbx-of-others-${pages}` }],
        next_page_id: `page-${pages}`,
      };
    });
    serveMock(undefined, { alter });
    const include = ['startSandbox.response', 'searchSandboxes.pages'];
    const { violations } = await checkMock({ ...write, include });
    expect(pages).toBeGreaterThan(20);
    expect(
      violations.filter((violation) => violation.includes(' shown ')),
    ).toEqual([]);
  },
);
