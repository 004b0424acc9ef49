/** The checker against servers that are an edition of the service, with and without another fault. */
import { afterEach, expect, test, vi } from 'vitest';
import { operations } from '../src/contract.ts';
import { type Edition, editions } from '../src/oracle/editions.ts';
import { reportJson } from '../src/reports/json.ts';
import { reportJunit } from '../src/reports/junit.ts';
import { reportPretty } from '../src/reports/pretty.ts';
import {
  checkerKey,
  checkMock,
  type Interfere,
  rarelyChecked,
  serveMock,
} from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const failed = () => new Response('Internal Server Error', { status: 500 });
const notFound = () => Response.json({ detail: 'Not Found' }, { status: 404 });

/** No edition has an operation that is only assumed. */
const assumed = operations
  .filter((operation) => operation['x-provenance'] === 'assumed')
  .map(({ operationId }) => operationId);
const write = { write: true, waitInMs: 5000, exclude: assumed };
/** Without the random calls, which take most of the time. */
const quick = { ...write, exclude: [...assumed, '*.random'] };
/** Without those with faults as well, which show what some editions do. */
const quickest = { ...quick, exclude: [...quick.exclude, ...rarelyChecked] };

test.each(editions)(
  'finds out that a server is edition %s, as which it conforms',
  async (edition) => {
    serveMock(undefined, { edition });
    const run = await checkMock({ ...write, edition: 'auto' });
    const others = run.results.flatMap(({ violations }) =>
      violations.filter(({ severity }) => severity !== 'known'),
    );
    expect(others).toEqual([]);
    const verdict = { kind: 'conforms' };
    expect(run).toMatchObject({ code: 0, edition, verdict });
    expect(run.deviations.filter(({ isSeen }) => isSeen)).not.toEqual([]);
  },
);

test('finds out edition 1.11.0 also if only V1 is checked', async () => {
  serveMock(undefined, { edition: '1.11.0' });
  const run = await checkMock({
    include: ['v1'],
    exclude: assumed,
    edition: 'auto',
  });
  expect(run).toMatchObject({ code: 0, edition: '1.11.0' });
});

test('a generation that the named edition has must be there', async () => {
  serveMock(undefined, { edition: '1.11.0' });
  const run = await checkMock({ ...quickest, edition: '1.5.0' });
  expect(run.code).not.toBe(0);
  const pretty = reportPretty(run, { secrets: [checkerKey], color: false });
  expect(pretty.replaceAll(/\s+/g, ' ')).toContain(
    'the server has no V0: GET /api/settings responded with 404, and edition 1.5.0 has it; ' +
      '--edition auto finds out which edition this is',
  );
});

test.each<[is: Edition, named: Edition, code: number]>([
  ['1.5.0', '1.11.0', 1],
  ['1.5.0', '0.62.0', 0],
  ['0.62.0', '1.5.0', 1],
])(
  'a server that is %s and not %s gets a hint',
  async (edition, named, code) => {
    serveMock(undefined, { edition });
    for (const seed of [4, 6]) {
      const include = ['*.no-key', '*.faults'];
      const run = await checkMock({
        edition: named,
        seed,
        include,
        exclude: assumed,
      });
      const hints = [
        expect.stringMatching(
          `^The server looks like edition ${edition} .* --edition`,
        ),
      ];
      expect(run).toMatchObject({ code, hints });
    }
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  'a limit above the maximum is sent, also with seed %i',
  async (seed) => {
    serveMock(undefined, { edition: '1.5.0' });
    const include = ['searchSandboxes.faults'];
    const { deviations } = await checkMock({ include, edition: '1.5.0', seed });
    expect(
      deviations.find(({ name }) => name === 'limit-unbounded'),
    ).toMatchObject({
      isSeen: true,
    });
  },
);

test('what the edition is known for is an error without it', async () => {
  serveMock(undefined, { edition: '1.5.0' });
  const { code, edition, deviations } = await checkMock(quick);
  expect({ code, edition, deviations }).toEqual({
    code: 1,
    edition: undefined,
    deviations: [],
  });
});

test('reports list each deviation with its decision', async () => {
  serveMock(undefined, { edition: '1.5.0' });
  const run = await checkMock({ ...quick, edition: '1.5.0' });
  const options = { secrets: [checkerKey], color: false };
  const verdict =
    'the server conforms as edition 1.5.0: 2 known deviations (D50, D12), none other';
  const pretty = reportPretty(run, options).replaceAll(/\s+/g, ' ');
  expect(pretty).toContain(verdict);
  expect(pretty).toContain(
    'Deviation D12 unknown-spec-fails: An unknown sandbox spec fails',
  );
  expect(pretty).toContain('known deviation D50: limit-unbounded');
  expect(reportJunit(run, options)).toContain(verdict);
  const json = JSON.parse(reportJson(run, options)) as Record<string, unknown>;
  expect(json).toMatchObject({
    edition: '1.5.0',
    totals: { errors: 0, serviceFaults: 0, known: 5 },
    deviations: expect.arrayContaining([
      expect.objectContaining({
        name: 'unknown-spec-fails',
        decision: 'D12',
        isSeen: true,
      }),
      expect.objectContaining({
        name: 'unknown-parent-fails',
        decision: 'D50',
        isSeen: false,
      }),
    ]),
  });
});

/** Another fault in front of an edition. */
interface Planted {
  readonly is: string;
  readonly interfere: Interfere;
  /** The only errors. */
  readonly want: readonly string[];
}

const planted: readonly Planted[] = [
  {
    is: 'a page without items',
    interfere: ({ target }) =>
      target.startsWith('/api/v1/sandbox-specs/search') && !target.includes('=')
        ? Response.json({})
        : undefined,
    want: ['searchSandboxSpecs.response required error /items D05'],
  },
  {
    is: 'a 500 that the edition is not known for',
    interfere: ({ target }) =>
      target.endsWith('/resume') ? failed() : undefined,
    want: ['resumeSandbox.unknown-id server-error error D28'],
  },
  {
    is: 'a limit that is rejected with another status',
    interfere: ({ target }) =>
      /[?&]limit=(?!([1-9]\d?|100)(&|$))/.test(target) ? notFound() : undefined,
    want: ['searchSandboxes.faults status error D09'],
  },
  {
    is: 'a missing key that is accepted',
    interfere: (request) =>
      request.target === '/api/v1/sandboxes/search' &&
      !request.headers.get('x-session-api-key')
        ? Response.json({ items: [] })
        : undefined,
    want: ['searchSandboxes.no-key accepted error /x-session-api-key'],
  },
  {
    is: 'a failure for a sandbox spec that is listed',
    interfere: ({ target }) =>
      target.startsWith('/api/v1/sandboxes?sandbox_spec_id=') &&
      !target.includes('made-up')
        ? failed()
        : undefined,
    want: ['startSandbox.random server-error error D03'],
  },
  {
    is: 'a start without a key that is accepted',
    interfere: ({ method, target, headers }) =>
      method === 'POST' &&
      target === '/api/v1/app-conversations' &&
      !headers.has('x-session-api-key')
        ? Response.json({ created_by_user_id: null, request: {} })
        : undefined,
    want: [
      'startAppConversation.no-key accepted error /x-session-api-key',
      // The call also has an invalid body.
      'startAppConversation.no-key accepted error D01',
    ],
  },
];

test.each(planted)(
  'as edition 1.5.0, finds $is',
  async ({ interfere, want }) => {
    serveMock(interfere, { edition: '1.5.0' });
    const [id] = want[0]!.split(' ') as [string];
    const run = await checkMock({ ...write, include: [id], edition: '1.5.0' });
    const errors = run.violations.filter((text) => text.includes(' error '));
    expect({ code: run.code, errors: [...new Set(errors)] }).toEqual({
      code: 1,
      errors: want,
    });
  },
);

test('titles and counts faults of the service', async () => {
  serveMock(({ target }) =>
    target.startsWith('/api/settings') ? failed() : undefined,
  );
  const run = await checkMock({
    include: ['getSettings.response', 'searchSandboxes.response'],
  });
  const options = { secrets: [checkerKey], color: false };
  const pretty = reportPretty(run, options).replaceAll(/\s+/g, ' ');
  const title =
    'fault of the service: response status is 500: the service failed on a valid request';
  expect(pretty).toContain(`error ${title}`);
  expect(pretty).toContain('1 error, of which 1 fault of the service (5xx)');
  expect(reportJunit(run, options)).toContain(
    `<failure message="${title}" type="server-error">`,
  );
  expect(JSON.parse(reportJson(run, options))).toMatchObject({
    totals: { errors: 1, serviceFaults: 1 },
  });
});

test('gives a hint if every call about sandboxes fails', async () => {
  serveMock(({ target }) =>
    target.startsWith('/api/v1/sandbox') ? failed() : undefined,
  );
  const { code, hints } = await checkMock(quickest);
  expect({ code, hints }).toEqual({
    code: 1,
    hints: [
      expect.stringMatching(
        /^All \d+ calls about sandboxes failed .* store settings first/,
      ),
    ],
  });
});

test('gives no hint if some succeed', async () => {
  serveMock(({ target }) =>
    target.startsWith('/api/v1/sandboxes') ? failed() : undefined,
  );
  expect(await checkMock(quickest)).toMatchObject({ code: 1, hints: [] });
});

test.each([
  { keyHeader: 'Authorization', sent: `Bearer ${checkerKey}` },
  { keyHeader: 'X-Access-Token', sent: checkerKey },
])('sends the key in $keyHeader', async ({ keyHeader, sent }) => {
  const { mock, requests } = serveMock(({ method, target, headers, body }) => {
    if (headers.get(keyHeader) !== sent)
      return Response.json({ detail: 'Unauthorized' }, { status: 401 });
    const known = new Headers(headers);
    known.set('X-Session-API-Key', checkerKey);
    const init = { method, headers: known, body: body || null };
    return mock.fetch(`http://127.0.0.1:4010${target}`, init);
  });
  expect(await checkMock({ ...quickest, keyHeader })).toMatchObject({
    code: 0,
    violations: [],
  });
  expect(
    requests.filter(({ headers }) => headers.has('x-session-api-key')),
  ).toEqual([]);
});

test('starts no more sandboxes than it may', async () => {
  const { requests } = serveMock();
  const run = await checkMock({
    ...write,
    include: ['*Sandbox*'],
    maxSandboxes: 2,
  });
  expect(run).toMatchObject({ code: 0, violations: [] });
  const { length } = run.leftovers.filter(({ kind }) => kind === 'sandbox');
  expect(length).toBe(2);
  const reason = 'the 2 sandboxes that the run may start are started';
  expect(
    run.results.filter((it) => it.reason === reason).length,
  ).toBeGreaterThan(0);
  expect(requests.length).toBeGreaterThan(100);
});

test.each([
  {
    option: { edition: '2.0' as '1.5.0' },
    says: 'edition must be one of auto, 0.62.0, 1.5.0, 1.11.0, is "2.0"',
  },
  {
    option: { keyHeader: 'a b' },
    says: 'keyHeader must be the name of a header',
  },
  {
    option: { maxSandboxes: 0 },
    says: 'maxSandboxes must be a whole number, 1 or more, not 0',
  },
])('rejects $option', async ({ option, says }) => {
  await expect(checkMock(option)).rejects.toThrow(says);
});
