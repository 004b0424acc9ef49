import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerFault, startFaultyServer } from '@agent-conversation/faulty-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/oracle/exchange.ts';
import type { JsonReport } from '../../src/reports/json-report.ts';
import { keyHeader } from '../../src/requests/random-requests.ts';
import { formsOf } from '../../src/testing/encodings.ts';
import { checkerKey, runChecker } from '../support/checker-program.ts';
import { type MockProcess, startMockProcess } from '../support/mock-process.ts';
import { secretsSent } from '../support/secrets-sent.ts';
import { startWiretap, type Wiretap } from '../support/wiretap.ts';
import { junitViolations } from '../support/xml-schema.ts';

let mock: MockProcess;
const folder = mkdtempSync(join(tmpdir(), 'checker-reports-'));
const open: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  mock = await startMockProcess('--startup-time', '100', '--quiet');
});
afterAll(async () => {
  for (const it of open.toReversed()) await it.close();
  await mock.stop();
  rmSync(folder, { recursive: true });
});

/** A call as both the HAR report and the wiretap tell it; `fetch` encodes more of a query than it is given. */
const callOf = (method: string, url: string, status: number) =>
  `${method} ${new URL(url).pathname} ${status}`;

/** All that the checker has written, to its outputs and into files. */
interface Written {
  readonly code: number | null;
  readonly texts: Readonly<Record<'stdout' | 'stderr' | 'json' | 'junit' | 'har', string>>;
}

/** Runs the program against the mock, through a server that breaks its answers if there is a fault. */
async function check(
  fault: string | ServerFault | undefined,
): Promise<Written & { wiretap: Wiretap }> {
  const faulty = await startFaultyServer({ target: mock.url, fault });
  open.push(faulty);
  const wiretap = await startWiretap(faulty.url);
  open.push(wiretap);
  const file = (name: string) => join(folder, name);
  const reports = `pretty,json=${file('json')},junit=${file('junit')},har=${file('har')}`;
  const args = [
    '--base-url',
    wiretap.url,
    '--write',
    '--strict',
    '--seed',
    '5',
    '--report',
    reports,
  ];
  const { code, stdout, stderr } = await runChecker(args);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const texts = { stdout, stderr, json: read('json'), junit: read('junit'), har: read('har') };
  return { code, texts, wiretap };
}

/** What of HAR is looked at here. */
interface Har {
  readonly log: {
    readonly version: string;
    readonly entries: readonly {
      readonly request: { readonly method: string; readonly url: string };
      readonly response: { readonly status: number };
    }[];
  };
}

/** A server that tells in a header what it was asked and what it answers, in Base64 and percent-encoded. */
const retold: ServerFault = {
  id: 'retold',
  title: 'each answer retells the exchange in a header',
  begin: () => ({
    answer: ({ request, answer }) => {
      const key = request.headers.get(keyHeader) ?? '';
      const text = Buffer.concat([request.body, answer.body]).subarray(0, 1500);
      const headers = new Headers(answer.headers);
      headers.set(
        'X-Debug',
        `${text.toString('base64')} ${Buffer.from(`Key ${key}`).toString('base64')}`,
      );
      headers.set('X-Debug-Text', `${encodeURIComponent(text.toString())} ${key}`);
      return { ...answer, headers };
    },
  }),
};

const inAnswers = (part: 'headers' | 'body', value: string) => (exchanges: readonly Exchange[]) =>
  exchanges.some(({ answer }) =>
    (part === 'body' ? answer.body : [...answer.headers.values()].join('\n')).includes(value),
  );

describe.each([
  {
    name: 'none',
    fault: undefined,
    verdict: 'conforms',
    shows: inAnswers('body', '"session_api_key":"'),
  },
  {
    name: 'echo-header',
    fault: 'echo-header',
    verdict: 'violations',
    shows: inAnswers('headers', checkerKey),
  },
  {
    name: 'echo-body',
    fault: 'echo-body',
    verdict: 'violations',
    shows: inAnswers('body', checkerKey),
  },
  { name: 'retold', fault: retold, verdict: 'violations', shows: inAnswers('headers', checkerKey) },
  {
    name: 'secret',
    fault: 'secret',
    verdict: 'violations',
    shows: inAnswers('body', 'sk-live-stored'),
  },
  {
    name: 'E15',
    fault: 'E15',
    verdict: 'violations',
    shows: inAnswers('body', '"session_api_key":"'),
  },
] as const)('a server with the fault $name', ({ fault, verdict, shows }) => {
  let written: Awaited<ReturnType<typeof check>>;
  beforeAll(async () => {
    written = await check(fault);
  });

  test('is reported in every form', async () => {
    const { code, texts, wiretap } = written;
    const json = JSON.parse(texts.json) as JsonReport;
    expect(json).toMatchObject({ format: 1, verdict });
    expect(code).toBe(verdict === 'conforms' ? 0 : 1);
    expect(texts.stdout).toContain(`\nSeed       ${json.settings.seed}\n`);
    expect(await junitViolations([texts.junit])).toEqual([]);
    expect(texts.junit.match(/<testcase /g)).toHaveLength(json.checks.length + 1);
    expect(texts.junit.match(/<failure /g) ?? []).toHaveLength(json.totals.failed);
    const { log } = JSON.parse(texts.har) as Har;
    const wire = wiretap.exchanges.map(({ request, answer }) =>
      callOf(request.method, request.url, answer.status),
    );
    const told = log.entries.map(({ request, response }) =>
      callOf(request.method, request.url, response.status),
    );
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((call) => !wire.includes(call))).toEqual([]);
  });

  test('is reported without the key and the values of secret members, which went over the wire', () => {
    const {
      texts,
      wiretap: { exchanges },
    } = written;
    const sent = secretsSent(exchanges, 'request');
    const answered = secretsSent(exchanges, 'answer');
    expect(exchanges.some(({ request }) => request.headers.get(keyHeader) === checkerKey)).toBe(
      true,
    );
    expect(sent.size).toBeGreaterThan(5);
    expect(shows(exchanges)).toBe(true);
    for (const secret of [checkerKey, ...sent, ...answered]) {
      const forms = formsOf(secret);
      const shown = Object.entries(texts).filter(([, text]) =>
        forms.some((form) => text.includes(form)),
      );
      expect(
        shown.map(([name]) => name),
        `what shows ${secret}`,
      ).toEqual([]);
    }
  });
});

/** A server of another kind, which puts the key where the reason for that tells it. */
const other: ServerFault = {
  id: 'other',
  title: 'another server, whose media type is the key',
  begin: () => ({
    instead: ({ headers }) => ({
      status: 404,
      headers: new Headers({ 'Content-Type': `text/${headers.get(keyHeader)}` }),
      body: Buffer.from('no'),
    }),
  }),
};

test('a server that cannot be checked is reported, too, and without the key', async () => {
  const { code, texts, wiretap } = await check(other);
  expect(inAnswers('headers', checkerKey)(wiretap.exchanges)).toBe(true);
  expect(code).toBe(2);
  expect(JSON.parse(texts.json)).toMatchObject({
    verdict: 'could not run',
    reason: expect.stringContaining('text/[redacted]'),
  });
  expect(texts.stderr).toContain('text/[redacted]');
  expect(await junitViolations([texts.junit])).toEqual([]);
  expect(texts.junit).toContain('errors="1"');
  expect(JSON.parse(texts.har)).toMatchObject({ log: { version: '1.2' } });
  expect(Object.values(texts).filter((text) => text.includes(checkerKey))).toEqual([]);
});
