import type {
  CheckViolation,
  CheckResult,
  RecordedExchange,
  Run,
} from '../checker/run.ts';
import { plainExchange, plainKey } from './plain-exchange.ts';

/** The key of {@link richRun}, which no report may show. */
export const richKey = plainKey;

const startedAt = new Date('2026-11-22T09:30:00.000Z');
const baseUrl = 'http://127.0.0.1:4010';

/** An exchange of a check, with what differs from a search that finds nothing. */
export function exchange(
  method: string,
  path: string,
  status: number,
  body: unknown,
  more: {
    sent?: unknown;
    headers?: Record<string, string>;
    after?: number;
  } = {},
): RecordedExchange {
  const { sent, headers: responded, after = 0 } = more;
  return {
    ...plainExchange(`${method} ${path}`, status, body, {
      sent,
      ...(responded && { responded }),
    }),
    startedAt: new Date(startedAt.getTime() + after),
    duration: 12.345,
  };
}

/** A violation in a response, with what differs from a wrong state of a sandbox. */
export function violation(more: Partial<CheckViolation> = {}): CheckViolation {
  return {
    operation: 'searchSandboxes',
    side: 'response',
    part: 'body',
    pointer: '/items/0/status',
    keyword: 'enum',
    message: 'must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
    severity: 'error',
    provenance: 'observed',
    decision: 'D03',
    contract: '#/components/schemas/SandboxStatus/enum',
    deviation: undefined,
    exchange: 0,
    ...more,
  };
}

/** The result of a check, with what differs from one that passed. */
export function result(
  id: string,
  title: string,
  more: Partial<CheckResult> & { readonly writes?: boolean } = {},
): CheckResult {
  const operation = id.slice(0, id.indexOf('.'));
  const generation = ['createConversation', 'getSettings'].includes(operation)
    ? 'v0'
    : 'v1';
  const { writes = false, ...rest } = more;
  return {
    check: { id, title, operation, generation, writes },
    outcome: 'passed',
    reason: undefined,
    violations: [],
    omitted: 0,
    exchanges: [],
    duration: 31.7,
    rerun: undefined,
    ...rest,
  };
}

/** A run, with what differs from one that found nothing to check. */
export function runOf(more: Partial<Run> = {}): Run {
  return {
    settings: {
      baseUrl,
      seed: 42,
      write: true,
      strict: false,
      include: [],
      exclude: [],
      budget: { requests: 1000, milliseconds: 600_000 },
      rate: 1000,
      edition: undefined,
    },
    contractVersion: '0.1.0',
    startedAt,
    duration: 12_340,
    requests: 240,
    rateLimited: 0,
    generations: { v0: true, v1: true },
    edition: undefined,
    deviations: [],
    hints: [],
    results: [],
    leftovers: [],
    secrets: [],
    verdict: { kind: 'conforms' },
    ...more,
  };
}

const command = `npm exec --no -- agent-conversation-conformance --base-url ${baseUrl} --write --seed 42 --include`;

const sandbox = {
  id: 'sb-1',
  created_by_user_id: 'ada',
  sandbox_spec_id: 'default',
  status: 'DREAMING',
  session_api_key: 'SECRET-of-sb-1',
  created_at: '2026-11-22T09:00:00Z',
};

const unknownSpec = '/api/v1/sandboxes?sandbox_spec_id=made-up';
const created = { status: 'ok', conversation_id: 'c-1' };
const withSecret = { mcp_config: { sse_servers: [{ api_key: 'SECRET-sse' }] } };

/** A run with every outcome and everything that a report can include. */
export const richRun: Run = runOf({
  edition: '1.5.0',
  deviations: [
    {
      name: 'unknown-spec-fails',
      decision: 'D12',
      description: 'An unknown sandbox spec fails with 500.',
      violations: 1,
      isSeen: true,
    },
    {
      name: 'limit-unbounded',
      decision: 'D05',
      description: 'A `limit` above 100 fails with 500.',
      violations: 0,
      isSeen: false,
    },
  ],
  hints: [
    'All 4 valid calls about sandboxes failed with 500, and none succeeded: store settings first, then check again.',
  ],
  results: [
    result('listAppConversations.response', 'The response is as declared'),
    result('searchSandboxes.response', 'The response is as declared', {
      outcome: 'failed',
      duration: 1234.5,
      violations: [
        ...Array.from({ length: 13 }, (_, item) =>
          violation({ pointer: `/items/${item}/status` }),
        ),
        violation({
          pointer: '/items/0/color',
          keyword: 'additionalProperties',
          message: 'is not declared',
          severity: 'warning',
          provenance: 'assumed',
          decision: 'D14',
          contract: '#/components/schemas/Sandbox',
        }),
      ],
      exchanges: [
        exchange('GET', '/api/v1/sandboxes/search?limit=100', 200, {
          items: Array.from({ length: 13 }, (_, item) => ({
            ...sandbox,
            id: `sb-${item}`,
          })),
          next_page_id: null,
        }),
      ],
    }),
    result(
      'searchSandboxes.pages',
      'Pages of any size show each sandbox once, in the same order',
      {
        duration: 75_000,
      },
    ),
    result('searchSandboxes.key', 'A wrong key is rejected', {
      outcome: 'failed',
      violations: [
        violation({
          part: 'security',
          pointer: '',
          keyword: 'security',
          message: 'must be rejected with 401, as the key is wrong',
          provenance: 'documented',
          decision: undefined,
          contract: '#/components/securitySchemes/SessionApiKey',
        }),
      ],
      exchanges: [
        exchange(
          'GET',
          '/api/v1/sandboxes/search',
          200,
          { items: [] },
          { after: 900 },
        ),
      ],
    }),
    result('startSandbox.response', 'The response is as declared', {
      writes: true,
      violations: [
        violation({
          operation: 'startSandbox',
          part: 'header',
          pointer: '/content-type',
          keyword: 'media-type',
          message: 'must be application/json',
          severity: 'warning',
          provenance: 'assumed',
          decision: 'D11',
          contract: '#/paths/~1api~1v1~1sandboxes/post/responses/200/content',
        }),
      ],
      exchanges: [
        exchange(
          'POST',
          '/api/v1/sandboxes?sandbox_spec_id=default',
          200,
          '<p>Hello</p>',
          {
            headers: {
              'Content-Type': 'text/html; charset=utf-8',
              'Set-Cookie': 'sid=SECRET-cookie',
            },
            after: 1800,
          },
        ),
      ],
    }),
    result('pauseSandbox.lifecycle', 'Each state changes as declared', {
      outcome: 'failed',
      writes: true,
      violations: [
        violation({
          operation: 'pauseSandbox',
          part: 'body',
          pointer: '/status',
          keyword: 'lifecycle',
          message: 'must be PAUSED at last, and is still RUNNING after 60 s',
          contract:
            '#/components/schemas/SandboxStatus/x-lifecycle/transitions/3',
          exchange: undefined,
        }),
      ],
    }),
    result('resumeSandbox.lifecycle', 'Each state changes as declared', {
      outcome: 'skipped',
      writes: true,
      reason: 'no sandbox could be paused',
      duration: 0,
    }),
    result('startSandbox.unknown-id', 'An unknown id gets 404', {
      writes: true,
      violations: [
        violation({
          operation: 'startSandbox',
          part: 'status',
          pointer: '',
          keyword: 'server-error',
          message: 'is 500: the service failed on a valid request',
          severity: 'known',
          provenance: 'assumed',
          decision: 'D12',
          contract: '#/paths/~1api~1v1~1sandboxes/post/responses',
          deviation: { name: 'unknown-spec-fails', decision: 'D12' },
        }),
      ],
      exchanges: [
        exchange('POST', unknownSpec, 500, 'Internal Server Error', {
          after: 2000,
        }),
      ],
    }),
    result('createConversation.response', 'The response is as declared', {
      outcome: 'failed',
      writes: true,
      violations: [
        violation({
          operation: 'createConversation',
          part: 'status',
          pointer: '',
          keyword: 'server-error',
          message: 'is 502: the service failed on a valid request',
          decision: 'D08',
          contract: '#/paths/~1api~1conversations/post/responses',
          exchange: 1,
        }),
      ],
      exchanges: [
        exchange('POST', '/api/conversations', 200, created, {
          sent: withSecret,
          after: 2400,
        }),
        exchange('POST', '/api/conversations', 502, created, {
          sent: {},
          after: 2600,
        }),
      ],
    }),
    result('getSettings.response', 'The response is as declared'),
  ].map((it) => ({
    ...it,
    rerun: it.violations.length > 0 ? `${command} ${it.check.id}` : undefined,
  })),
  leftovers: [
    {
      kind: 'sandbox',
      id: 'sb-77',
      reason: 'it could not be paused: the server responded 503',
    },
    { kind: 'legacy conversation', id: 'c-1', reason: 'no operation ends it' },
  ],
  verdict: { kind: 'violations' },
});
