/** Every output of the checker: valid in its format, and without a secret that went over the wire. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMock } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { checkServer } from '../src/checker/check-server.ts';
import { contract } from '../src/contract.ts';
import { reportHar } from '../src/reports/har.ts';
import { reportJson } from '../src/reports/json.ts';
import { reportJunit } from '../src/reports/junit.ts';
import { reportPretty } from '../src/reports/pretty.ts';
import { formsOf } from '../src/testing/encodings.ts';
import { baseUrl, checkerKey, type Interfere, serveMock } from './support/served-mock.ts';
import { junitViolations } from './support/xml-schema.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Operations with secrets in requests and responses. */
const include = [
  'getSettings',
  'createConversation.random',
  '*Sandboxes.answer',
  'startSandbox.answer',
];
const storedKey = 'sk-live-stored-1f0e9d8c';
const keyOf = (headers: Headers) => headers.get('x-session-api-key') ?? '';

/** Servers of which some show secrets where they should not. */
// prettier-ignore
const servers: [string, Interfere, string][] = [
  ['correct server', () => undefined, 'conforms'],
  ['server with the key in its headers', ({ headers }) => Response.json([], { headers: { 'X-Debug': `${keyOf(headers)} ${btoa(keyOf(headers))}` } }), 'could not run'],
  [
    'server with the key in its bodies',
    ({ target, headers }) =>
      target.startsWith('/api/v1/sandboxes')
        ? Response.json({ items: [], next_page_id: null, debug: `the key is ${keyOf(headers)}` })
        : undefined,
    'violations',
  ],
  ['server with a stored key in clear text', ({ target, method }) => target === '/api/settings' && method === 'GET' ? Response.json({ llm_api_key_set: true, llm_api_key: storedKey }) : undefined, 'violations'],
  ['server of another kind', ({ headers }) => new Response('no', { status: 404, headers: { 'Content-Type': `text/${keyOf(headers)}` } }), 'could not run'],
];

/** The properties that the contract calls secret. */
const secretNames = new Set(
  Object.values(contract.components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, it]) => (it['x-secret'] ? [name] : [])),
  ),
);

/** The values of secret properties in a JSON text; shorter ones may be in a report for another reason. */
function secretsIn(text: string | undefined): string[] {
  const inside = (value: unknown, isSecret: boolean): string[] => {
    if (typeof value === 'string') return isSecret && value.length >= 8 ? [value] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, it]) =>
      inside(it, isSecret || secretNames.has(name)),
    );
  };
  try {
    return inside(JSON.parse(text ?? ''), false);
  } catch {
    return [];
  }
}

test.each(servers)(
  'every report of a %s is valid and without secrets',
  async (_, interfere, verdict) => {
    serveMock(interfere);
    const options = {
      baseUrl,
      apiKey: checkerKey,
      write: true,
      strict: true,
      seed: 5,
      rate: 10_000,
      include,
    };
    const run = await checkServer(options);
    expect(run.verdict.kind).toBe(verdict);
    const secrets = [checkerKey];
    const texts = {
      pretty: reportPretty(run, { secrets, color: false }),
      json: reportJson(run, { secrets }),
      junit: reportJunit(run, { secrets }),
      har: reportHar(run, { secrets }),
    };
    expect(JSON.parse(texts.json)).toMatchObject({ format: 1, verdict });
    expect(await junitViolations([texts.junit])).toEqual([]);
    const exchanges = run.results.flatMap((it) => it.exchanges);
    const { log } = JSON.parse(texts.har) as { log: { entries: unknown[] } };
    expect(log.entries).toHaveLength(exchanges.length);
    const sent = exchanges.flatMap(({ request }) => secretsIn(request.body));
    const received = exchanges.flatMap(({ answer }) => secretsIn(answer.body));
    const isSeen = sent.length * received.length > 0;
    expect(isSeen || verdict !== 'conforms').toBe(true);
    for (const secret of new Set([checkerKey, ...sent, ...received])) {
      const forms = formsOf(secret);
      const shown = Object.entries(texts).filter(([, text]) =>
        forms.some((it) => text.includes(it)),
      );
      expect(
        shown.map(([name]) => name),
        `what shows ${secret}`,
      ).toEqual([]);
    }
  },
);

test('the program checks a server, writes the reports and ends with an exit code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const service = createMock({ startupTimeInMs: 0 });
  const mock = await service.listen();
  const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const run = async (...args: readonly string[]) => {
    const env = { ...process.env, AGENT_CONVERSATION_API_KEY: checkerKey, FORCE_COLOR: undefined };
    const child = spawn(process.execPath, [program, ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(output).not.toContain(checkerKey);
    return { code, output };
  };
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await run(
      '--base-url',
      mock.url,
      '--include',
      '*.answer',
      '--report',
      `pretty,json=${file}`,
    );
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('the server conforms'),
    });
    expect(output).toContain('which only read:');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ verdict: 'conforms' });
    service.fault({ operation: 'searchSandboxes', status: 201 });
    expect(await run('--base-url', mock.url, '--include', '*.answer')).toMatchObject({
      code: 1,
      output: expect.stringContaining('the server does not conform'),
    });
    await mock.close();
    expect(await run('--base-url', mock.url)).toMatchObject({
      code: 2,
      output: expect.stringContaining('nothing listens on'),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
