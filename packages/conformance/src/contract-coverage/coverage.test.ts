import { describe, expect, test } from 'vitest';
import type { Exchange } from '../oracle/exchange.ts';
import { plainExchange, type Unusual } from '../testing/plain-exchange.ts';
import { coverageLine, measureCoverage, touchedPoints } from './coverage.ts';
import { declared } from './points.ts';

interface Call extends Pick<Unusual, 'key' | 'sent'> {
  readonly status?: number;
  readonly type?: string;
}

function exchange(line: string, body: unknown, call: Call = {}): Exchange {
  const { status = 200, type, ...others } = call;
  const responded =
    type === undefined ? {} : { responded: { 'Content-Type': type } };
  return plainExchange(line.replace(' ', ' /base'), status, body, {
    ...others,
    ...responded,
  });
}

/** The ids of what exchanges have touched, of those that a text begins. */
function touchedBy(exchanges: readonly Exchange[], beginning = ''): string[] {
  const baseUrl = 'http://127.0.0.1:4010/base/';
  const touched = touchedPoints(exchanges, { baseUrl });
  return declared
    .map(({ id }) => id)
    .filter((id) => touched.has(id) && id.startsWith(beginning));
}

const sandbox = {
  id: 'sbx-1',
  created_by_user_id: 'a',
  sandbox_spec_id: 'b',
  session_api_key: null,
};
const search = (status: string, call?: Call) =>
  exchange(
    'GET /api/v1/sandboxes/search',
    { items: [{ ...sandbox, status }] },
    call,
  );
const pause = (call?: Call) =>
  exchange('POST /api/v1/sandboxes/sbx-1/pause', { success: true }, call);
const resume = exchange('POST /api/v1/sandboxes/sbx-1/resume', {
  success: true,
});

test('every point has an id of its own', () => {
  expect(new Set(declared.map(({ id }) => id)).size).toBe(declared.length);
});

describe('an exchange of an operation', () => {
  test('touches its status, its properties and the absent parameters', () => {
    const touched = touchedBy([search('PAUSED')], 'searchSandboxes');
    expect(touched.filter((id) => !id.endsWith(' absent'))).toEqual([
      'searchSandboxes 200 application/json',
      'searchSandboxes 200 body /items present',
      'searchSandboxes 200 body /items/*/id present',
      'searchSandboxes 200 body /items/*/created_by_user_id present',
      'searchSandboxes 200 body /items/*/sandbox_spec_id present',
      'searchSandboxes 200 body /items/*/status present',
      'searchSandboxes 200 body /items/*/status = PAUSED',
      'searchSandboxes 200 body /items/*/session_api_key null',
    ]);
    // Every optional property of the page and its sandbox is absent, and so is every parameter.
    const optional =
      /^searchSandboxes (query \w+|200 body (\/items\/\*)?\/\w+) absent$/;
    const left = declared.map(({ id }) => id).filter((id) => optional.test(id));
    expect(left).toContain(
      'searchSandboxes 200 body /items/*/created_at absent',
    );
    expect(touched.filter((id) => id.endsWith(' absent'))).toEqual(left);
  });

  test('touches an example that its body is', () => {
    expect(touchedBy([pause()])).toContain(
      'pauseSandbox 200 example PauseBegun',
    );
  });

  test.each([
    [
      'breaks the contract',
      exchange('GET /api/v1/sandboxes/search', { items: 'none' }),
    ],
    [
      'is of another type',
      exchange('GET /api/v1/sandboxes/search', {}, { type: 'text/html' }),
    ],
    [
      'has an undeclared status',
      exchange('GET /api/v1/sandboxes/search', {}, { status: 500 }),
    ],
  ])('shows nothing of its response when that %s', (_, one) => {
    expect(touchedBy([one], 'searchSandboxes 200')).toEqual([]);
  });

  test('shows nothing of a request that was rejected', () => {
    const sent = { title: 'A title' };
    const body = { status: 'ok', conversation_id: 'a' };
    const done = exchange('POST /api/conversations', body, { sent });
    const rejected = exchange(
      'POST /api/conversations',
      { error: 'No' },
      { sent, status: 401 },
    );
    const shown = 'createConversation request';
    expect(touchedBy([done], shown)).toContain(
      'createConversation request application/json',
    );
    expect(touchedBy([rejected], shown)).toEqual([]);
  });

  test.each(['/base/api/v1/nothing', '/else/api/v1/sandboxes/search'])(
    'is none at %s',
    (path) => {
      expect(
        touchedBy([plainExchange(`GET ${path}`, 200, { items: [] })]),
      ).toEqual([]);
    },
  );
});

describe('a state that changes', () => {
  test.each([
    {
      title: 'by itself',
      exchanges: [search('STARTING'), search('RUNNING')],
      want: ['STARTING -time-> RUNNING'],
    },
    {
      title: 'by a call',
      exchanges: [search('RUNNING'), pause(), search('PAUSED')],
      want: ['RUNNING -pauseSandbox-> PAUSED'],
    },
    {
      title: 'not by a call',
      exchanges: [search('PAUSED'), pause(), search('PAUSED')],
      want: ['PAUSED pauseSandbox unchanged'],
    },
    {
      title: 'by itself and then by a call, in the one possible way',
      exchanges: [search('STARTING'), resume, search('RUNNING')],
      want: ['STARTING -time-> RUNNING', 'RUNNING resumeSandbox unchanged'],
    },
    {
      title: 'never, as the call is rejected',
      exchanges: [
        search('MISSING'),
        exchange(
          'POST /api/v1/sandboxes/sbx-1/pause',
          { detail: 'No' },
          { status: 404 },
        ),
      ],
      want: ['MISSING pauseSandbox rejected'],
    },
    {
      title: 'by two calls without a response between that shows the state',
      exchanges: [search('RUNNING'), pause(), resume, search('STARTING')],
      want: [],
    },
    {
      title: 'by the first of two calls, as the second may have changed it',
      exchanges: [search('RUNNING'), pause(), resume, search('PAUSED')],
      want: [],
    },
    {
      title: 'in no way that is declared',
      exchanges: [search('MISSING'), search('RUNNING')],
      want: [],
    },
    {
      title: 'for another caller',
      exchanges: [search('STARTING'), search('RUNNING', { key: 'bob' })],
      want: [],
    },
    {
      title: 'by a call that failed',
      exchanges: [search('RUNNING'), pause({ status: 401 }), search('PAUSED')],
      want: ['RUNNING -external-> PAUSED'],
    },
  ])('$title', ({ exchanges, want }) => {
    expect(touchedBy(exchanges, 'SandboxStatus')).toEqual(
      want.map((it) => `SandboxStatus ${it}`),
    );
  });
});

test('the summary counts by operation and kind, and names what is missing', () => {
  const summary = measureCoverage([pause()], {
    baseUrl: 'http://127.0.0.1:4010/base',
  });
  expect(summary.declared).toBe(declared.length);
  const {
    declared: all,
    touched,
    kinds,
    untouched,
  } = summary.groups.find(({ group }) => group === 'pauseSandbox')!;
  expect(kinds.message?.touched).toBe(1);
  expect(kinds.example).toEqual({ declared: 6, touched: 1 });
  expect(untouched).toContain('pauseSandbox 200 body /success absent');
  expect(all - touched).toBe(untouched.length);
  const lifecycle = summary.groups.find(
    ({ group }) => group === 'SandboxStatus',
  )!;
  expect(lifecycle.touched).toBe(0);
  expect(lifecycle.untouched).toHaveLength(lifecycle.declared);
});

test.each([
  [
    { touched: 1, declared: 3 },
    '1 of 3 points of the contract were touched (33 %)',
  ],
  [
    { touched: 999, declared: 1000 },
    '999 of 1000 points of the contract were touched (99 %)',
  ],
])('%j in one line', (tally, want) => {
  expect(coverageLine(tally)).toBe(want);
});
