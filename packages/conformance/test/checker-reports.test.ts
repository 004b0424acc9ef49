/** Every output of the checker: valid in its format, and without a secret that went over the wire. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { secretNames } from '../src/contract.ts';
import { reportHar } from '../src/reports/har.ts';
import { reportJson } from '../src/reports/json.ts';
import { reportJunit } from '../src/reports/junit.ts';
import { reportPretty } from '../src/reports/pretty.ts';
import { formsOf } from '../src/testing/encodings.ts';
import { secretRun } from '../src/testing/random-run.ts';
import { result, richKey, richRun, runOf } from '../src/testing/rich-run.ts';
import {
  checkerKey,
  checkMock,
  type Interfere,
  serveMock,
} from './support/served-mock.ts';
import { junitViolations } from './support/xml-schema.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Operations with secrets in requests and responses. */
const include = [
  'getSettings',
  'createConversation.random',
  '*Sandbox*.response',
];
const settings = {
  llm_api_key_set: true,
  llm_api_key: 'sk-live-stored-1f0e9d8c',
};
const keyOf = (headers: Headers) => headers.get('x-session-api-key') ?? '';

interface Server {
  readonly title: string;
  readonly interfere: Interfere;
  readonly kind: string;
}

/** Servers of which some show secrets where they should not. */
const servers: readonly Server[] = [
  {
    title: 'correct server',
    interfere: () => undefined,
    kind: 'conforms',
  },
  {
    title: 'server with the key in its headers',
    interfere: ({ headers }) =>
      Response.json([], {
        headers: { 'X-Debug': `${keyOf(headers)} ${btoa(keyOf(headers))}` },
      }),
    kind: 'could not run',
  },
  {
    title: 'server with the key in its bodies',
    interfere: ({ target, headers }) =>
      target.startsWith('/api/v1/sandboxes')
        ? Response.json({
            items: [],
            next_page_id: null,
            debug: `the key is ${keyOf(headers)}`,
          })
        : undefined,
    kind: 'violations',
  },
  {
    title: 'server with a stored key in clear text',
    interfere: ({ target, method }) =>
      target === '/api/settings' && method === 'GET'
        ? Response.json(settings)
        : undefined,
    kind: 'violations',
  },
  {
    title: 'server of another kind',
    interfere: ({ headers }) =>
      new Response('no', {
        status: 404,
        headers: { 'Content-Type': `text/${keyOf(headers)}` },
      }),
    kind: 'could not run',
  },
];

/** The texts in secret properties of a body; shorter ones may be in a report for another reason. */
function secretsIn(body: string | undefined): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(body ?? '', (name, value: unknown) => {
      const json = secretNames.has(name) ? JSON.stringify(value) : '';
      // Not the names of properties.
      texts.push(
        ...(json.match(/"[^"\\]{8,}"(?!:)/g) ?? []).map((it) =>
          it.slice(1, -1),
        ),
      );
      return value;
    });
  } catch {
    // Not JSON: no property has a name.
  }
  return texts;
}

/** Validated with the others, all at once: to start the validator takes longer than a run. */
const junitReports: string[] = [];

test.each(servers)(
  'no report of a $title shows a secret',
  async ({ interfere, kind }) => {
    serveMock(interfere);
    const run = await checkMock({ write: true, strict: true, include });
    expect(run.verdict.kind).toBe(kind);
    const secrets = [checkerKey];
    const texts = {
      pretty: reportPretty(run, { secrets, color: false }),
      json: reportJson(run, { secrets }),
      junit: reportJunit(run, { secrets }),
      har: reportHar(run, { secrets }),
    };
    expect(JSON.parse(texts.json)).toMatchObject({ format: 2, verdict: kind });
    junitReports.push(texts.junit);
    const exchanges = run.results.flatMap((it) => it.exchanges);
    const { log } = JSON.parse(texts.har) as { log: { entries: unknown[] } };
    expect(log.entries).toHaveLength(exchanges.length);
    const sent = exchanges.flatMap(({ request }) => secretsIn(request.body));
    const received = exchanges.flatMap(({ response }) =>
      secretsIn(response.body),
    );
    expect(kind !== 'conforms' || sent.length * received.length > 0).toBe(true);
    for (const secret of new Set([checkerKey, ...sent, ...received])) {
      const forms = formsOf(secret);
      const shown = Object.entries(texts).filter(([, text]) =>
        forms.some((it) => text.includes(it)),
      );
      expect({ secret, shown: shown.map(([name]) => name) }).toEqual({
        secret,
        shown: [],
      });
    }
  },
);

test('the program checks a server, writes the reports and ends with an exit code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(folder, 'report.json');
  const service = createMock({ startupTimeInMs: 0 });
  const mock = await service.listen();
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const run = async (...options: readonly string[]) => {
    const env = {
      ...process.env,
      AGENT_CONVERSATION_API_KEY: checkerKey,
      FORCE_COLOR: undefined,
    };
    const args = [
      program,
      '--base-url',
      mock.url,
      '--include',
      '*.response',
      ...options,
    ];
    const child = spawn(process.execPath, args, { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(output).not.toContain(checkerKey);
    return { code, output };
  };
  const printed = (code: number, text: string) => ({
    code,
    output: expect.stringContaining(text),
  });
  try {
    const { code, output } = await run('--report', `pretty,json=${file}`);
    expect({ code, output }).toEqual(printed(0, 'the server conforms'));
    expect(output).toContain('which only read:');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      verdict: 'conforms',
    });
    service.fault({ operation: 'searchSandboxes', status: 201 });
    expect(await run()).toEqual(printed(1, 'the server does not conform'));
    await mock.close();
    expect(await run()).toEqual(printed(2, 'nothing listens on'));
    expect(await run('--budget', '0')).toEqual(
      printed(2, '--budget must be a whole number'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('JUnit reports of these servers, of all kinds of runs and of random ones are valid for Jenkins', async () => {
  const runs = [
    richRun,
    runOf(),
    runOf({ verdict: { kind: 'could not run', reason: 'a < b & "c"' } }),
    runOf({ results: [result('a.b', 'c', { outcome: 'failed' })] }),
  ];
  const random = fc.sample(secretRun, { numRuns: 100, seed: 20261122 });
  const all = [...runs.map((run) => ({ run, key: richKey })), ...random];
  const reports = all.map(({ run, key }) =>
    reportJunit(run, { secrets: [key] }),
  );
  expect(junitReports).toHaveLength(servers.length);
  expect(await junitViolations([...junitReports, ...reports])).toEqual([]);
});

test('the schema reports what is wrong', async () => {
  const broken = reportJunit(richRun, { secrets: [richKey] }).replace(
    ' errors="',
    ' faults="',
  );
  const message = expect.stringContaining(
    "The attribute 'faults' is not allowed",
  ) as string;
  expect(await junitViolations([broken])).toContainEqual(message);
});
