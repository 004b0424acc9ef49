/** The checker against servers with odd responses: no response ends a run, and every report is written. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { reportHar } from '../src/reports/har.ts';
import { reportJson } from '../src/reports/json.ts';
import { reportJunit } from '../src/reports/junit.ts';
import { reportPretty } from '../src/reports/pretty.ts';
import { type Respond, serveOdd, withSandboxes } from './support/odd-server.ts';
import {
  checkerKey,
  checkMock,
  rarelyChecked,
  serveMock,
} from './support/served-mock.ts';
import { junitViolations } from './support/xml-schema.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Json = Record<string, unknown>;
type Run = Awaited<ReturnType<typeof checkMock>>;

/** Serves responses of a mock, some of them replaced, until the test is over, and returns the address. */
async function serve(respond: Respond): Promise<string> {
  const { url, close } = await serveOdd(respond);
  onTestFinished(close);
  return url;
}

const settings =
  (change: (text: string) => ReturnType<Respond>): Respond =>
  ({ path, body }) =>
    path.endsWith('/settings') ? change(JSON.stringify(body)) : undefined;

/** Validated at the end, all at once: to start the validator takes longer than the runs. */
const junitReports: string[] = [];

function expectAllReports(run: Run): void {
  const secrets = [checkerKey];
  expect(JSON.parse(reportJson(run, { secrets }))).toMatchObject({ format: 2 });
  expect(JSON.parse(reportHar(run, { secrets }))).toHaveProperty('log');
  junitReports.push(reportJunit(run, { secrets }));
  expect(reportPretty(run, { secrets, color: false })).toMatch(/^Verdict/m);
}

interface Odd {
  readonly is: string;
  readonly respond: Respond;
  /** Random requests name what is odd. */
  readonly needsRandomChecks?: boolean;
  /** One of the violations: check, keyword, severity and pointer. */
  readonly want: string;
}

const odd: readonly Odd[] = [
  {
    is: 'the id ..',
    needsRandomChecks: true,
    respond: withSandboxes((item) => ({ ...item, id: '..' })),
    want: 'startSandbox.response id error /id D03',
  },
  {
    is: 'the id .',
    respond: withSandboxes((item) => ({ ...item, id: '.' })),
    want: 'startSandbox.response id error /id D03',
  },
  {
    is: 'half a surrogate pair in ids',
    needsRandomChecks: true,
    respond: withSandboxes((item) => ({ ...item, id: 'sbx-\ud83d' })),
    want: 'startSandbox.response id error /id D03',
  },
  {
    is: 'half a surrogate pair in a text',
    respond: settings((text) => ({
      text: text.replace(/\}$/, String.raw`,"a/b":"\udfff"}`),
    })),
    want: 'getSettings.response surrogate warning /a~1b',
  },
  {
    is: 'an id that is too long for an address',
    respond: withSandboxes((item) => ({ ...item, id: 'x'.repeat(100_000) })),
    want: 'startSandbox.response id error /id D03',
  },
  {
    is: 'a cursor with half a surrogate pair',
    respond: ({ path, body }) =>
      path.endsWith('/search')
        ? {
            text: JSON.stringify({ ...(body as Json), next_page_id: '\ud800' }),
          }
        : undefined,
    want: 'searchSandboxSpecs.pages page_id error /next_page_id D05',
  },
  {
    is: 'a body that is nested 100,000 levels deep',
    respond: settings((text) => ({
      text: text.replace(
        /\}$/,
        `,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      ),
    })),
    want: 'getSettings.response depth error',
  },
  {
    is: 'a byte order mark',
    respond: settings((text) => ({ text: `\ufeff${text}` })),
    want: 'getSettings.response byte-order-mark error',
  },
  {
    is: 'bytes that are not UTF-8',
    respond: settings((text) => ({
      text: Buffer.from(text.replace(/\}$/, ',"name":"Zo\u00eb"}'), 'latin1'),
    })),
    want: 'getSettings.response utf-8 error',
  },
  {
    is: 'another charset than UTF-8',
    respond: settings((text) => ({
      text,
      type: 'application/json; charset=iso-8859-1',
    })),
    want: 'getSettings.response charset error /content-type',
  },
  {
    is: 'a property twice in an object',
    respond: settings((text) => ({
      text: text.replace(/\}$/, ',"a":{"b":1,"c":[2],"b":3}}'),
    })),
    want: 'getSettings.response duplicate-key warning /a/b',
  },
];

test.each(odd)('finds $is, ends, and writes every report', async (row) => {
  const { respond, needsRandomChecks = false, want } = row;
  const url = await serve(respond);
  const exclude = needsRandomChecks ? [] : rarelyChecked;
  const run = await checkMock({
    baseUrl: url,
    write: true,
    waitInMs: 100,
    exclude,
  });
  const found = run.violations.map((violation) =>
    violation.replace(/( D\d+)?$/, ''),
  );
  expect(found).toContain(want.replace(/( D\d+)?$/, ''));
  expect(
    found.filter((violation) => violation.includes(' exception ')),
  ).toEqual([]);
  const last =
    exclude.length === 0
      ? 'createConversation.faults'
      : 'searchSandboxSpecs.pages';
  expect(run.results.at(-1)!.check.id).toBe(last);
  expectAllReports(run);
});

test.each([
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('finds nothing wrong with %s', async (type) => {
  const url = await serve(settings((text) => ({ text, type })));
  const { violations } = await checkMock({
    baseUrl: url,
    include: ['getSettings.response'],
  });
  expect(violations).toEqual([]);
});

test('60,000 wrong items have 100 violations, and a count of the others', async () => {
  const items = Array.from({ length: 60_000 }, (_, id) => ({ id }));
  const text = JSON.stringify({ items, next_page_id: null });
  const url = await serve(({ path }) =>
    path.endsWith('/search') ? { text } : undefined,
  );
  const run = await checkMock({
    baseUrl: url,
    include: ['searchSandboxes.response'],
  });
  const [{ violations, omitted, outcome, exchanges }] = run.results as [
    Run['results'][number],
  ];
  expect({ count: violations.length, outcome }).toEqual({
    count: 100,
    outcome: 'failed',
  });
  expect(exchanges.map(({ response }) => response.body)).toEqual([
    text.slice(0, 2000),
  ]);
  expect(omitted).toBeGreaterThan(1000);
  const more = omitted.toLocaleString('en');
  expect(reportPretty(run, { secrets: [], color: false })).toContain(
    `and ${more} more\n`,
  );
  expect(reportJunit(run, { secrets: [] })).toContain(`and ${more} more\n`);
  const json = JSON.parse(reportJson(run, { secrets: [] })) as { totals: Json };
  expect(json.totals).toMatchObject({ errors: 100, omitted });
  expectAllReports(run);
});

test('a run reports 1,000 violations at most, and the first error of each check', async () => {
  const items = Array.from({ length: 1000 }, (_, id) => ({ id }));
  const page = JSON.stringify({ items, next_page_id: null });
  const list = JSON.stringify(items);
  const url = await serve(({ method, path }) => {
    if (path.endsWith('/search')) return { text: page };
    return method === 'GET' && path.endsWith('/app-conversations')
      ? { text: list }
      : undefined;
  });
  const run = await checkMock({ baseUrl: url });
  const failed = run.results.filter(
    ({ outcome }) => outcome === 'failed',
  ).length;
  expect(run.violations.length).toBeGreaterThanOrEqual(1000);
  expect(run.violations.length).toBeLessThan(1000 + run.results.length);
  const late = run.results.filter(({ check: { id } }) =>
    id.endsWith('.random'),
  );
  const outcomes = late.map(
    ({ check: { operation }, outcome }) => `${operation} ${outcome}`,
  );
  expect(outcomes).toContain('searchSandboxSpecs failed');
  expect(failed).toBeGreaterThan(3);
});

test('with more than 10,000 secrets, no report has a value or a body', async () => {
  const items = Array.from({ length: 10_001 }, (_, at) => ({
    id: 5,
    session_api_key: `secret-${at}`,
  }));
  const text = JSON.stringify({ items, next_page_id: null });
  const url = await serve(({ path }) =>
    path.endsWith('/sandboxes/search') ? { text } : undefined,
  );
  const run = await checkMock({
    baseUrl: url,
    include: ['searchSandboxes.response'],
  });
  const [{ exchanges, violations }] = run.results as [Run['results'][number]];
  const messages = violations.map(({ message }) => message);
  expect(messages).toContain('must be a string');
  expect(messages.filter((message) => message.includes(', must'))).toEqual([]);
  expect(exchanges.map(({ response }) => response.body)).toEqual(['']);
  expect(reportJson(run, { secrets: [] })).not.toContain('secret-1');
  expectAllReports(run);
});

test('an error among many warnings is reported', async () => {
  const surplus = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`p${at}`, at]),
  );
  const url = await serve(
    settings((text) => ({
      text: JSON.stringify({
        ...surplus,
        ...(JSON.parse(text) as Json),
        llm_api_key_set: 5,
      }),
    })),
  );
  const run = await checkMock({
    baseUrl: url,
    strict: true,
    include: ['getSettings.response'],
  });
  const pattern = /^getSettings.response type error \/llm_api_key_set/;
  expect(run.violations).toContainEqual(expect.stringMatching(pattern));
  expect(run.code).toBe(1);
});

/** Lets the header `Age` of one response throw: nothing that a server sends does this. */
function trapHeaders(mark: string): void {
  const spy = vi.spyOn(Headers.prototype, 'get');
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation(function (this: Headers, name) {
    const values = new Map(this);
    const isTrap = name === 'age' && values.has(mark);
    if (isTrap) throw new RangeError(`cannot read it with ${checkerKey}`);
    return values.get(name.toLowerCase()) ?? null;
  });
}

test('an error of the checker becomes a failed check with its name, and the others are made', async () => {
  trapHeaders('x-trap');
  serveMock(({ target }) => {
    if (!target.startsWith('/api/v1/sandbox-specs')) return undefined;
    return Response.json(
      { items: [], next_page_id: null },
      { headers: { 'X-Trap': '1' } },
    );
  });
  const run = await checkMock();
  expect(run.violations).toContain(
    'searchSandboxSpecs.response exception error',
  );
  const passed = run.results.filter(({ outcome }) => outcome === 'passed');
  expect(passed.map(({ check: { operation } }) => operation)).toContain(
    'getSettings',
  );
  const text = reportPretty(run, { secrets: [checkerKey], color: false });
  expect(text).toMatch(/RangeError:\s+cannot\s+read\s+it/);
  expect(text).not.toContain(checkerKey);
  expectAllReports(run);
});

test('every JUnit report is valid by the schema of Jenkins', async () => {
  expect(junitReports).toHaveLength(odd.length + 3);
  expect(await junitViolations(junitReports)).toEqual([]);
});
