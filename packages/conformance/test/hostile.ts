/**
 * Runs the checker against hostile servers, and fails if it does not end by itself within its budget, if it takes more
 * than 300 MB, or if a report is missing or cannot be read.
 *
 * Run it with `npm run hostile-servers`, or with the name of a server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Asked,
  type Respond,
  serveOdd,
  withSandboxes,
} from './support/odd-server.ts';

const budgetInSeconds = 30;
const memoryLimitInMb = 300;
/** Of a report, in bytes: more than anybody reads. */
const reportLimit = 20 * 1024 * 1024;
const kinds = ['pretty', 'json', 'junit', 'har'] as const;
const key = 'key-of-the-hostile-check';

type Json = Record<string, unknown>;

const json = (value: unknown) => ({ text: JSON.stringify(value) });
const isPage = ({ path }: Asked) => path.endsWith('/search');
const isList = ({ method, path }: Asked) =>
  method === 'GET' && path.endsWith('/app-conversations');
const itemsOf = (body: unknown) => ((body as Json)['items'] ?? []) as Json[];
const repeated = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Replaces the items of pages, and the conversations of lists. */
const withItems =
  (make: (asked: Asked) => unknown[]): Respond =>
  (asked) => {
    if (isPage(asked)) return json({ items: make(asked), next_page_id: null });
    return isList(asked) ? json(make(asked)) : undefined;
  };

const sandbox = (index: number) => ({
  id: `sbx-${index}`,
  created_by_user_id: null,
  sandbox_spec_id: 'spec',
  status: 'RUNNING',
  session_api_key: `secret-of-sandbox-${index}`,
});

const deepText = (open: string, close: string, count: number) =>
  open.repeat(count) + close.repeat(count);

const correctServer = 'correct server';

const servers: Readonly<Record<string, Respond>> = {
  [correctServer]: () => undefined,
  '60,000 wrong items': withItems(() =>
    repeated(60_000, (index) => ({ id: index })),
  ),
  '60,000 empty items': withItems(() => repeated(60_000, () => ({}))),
  '60,000 wrong items in every response': () =>
    json(repeated(60_000, (index) => index)),
  '500,000 numbers': withItems(() => repeated(500_000, () => 0)),
  '10,000 valid items': withItems(({ path }) =>
    path.includes('/sandboxes')
      ? repeated(5000, sandbox)
      : repeated(5000, () => null),
  ),
  'endless pages': (asked) => {
    if (!isPage(asked)) return undefined;
    return json({
      items: repeated(100, sandbox),
      next_page_id: `page-${asked.count}`,
    });
  },
  'half surrogates': (asked) => {
    if (isPage(asked)) {
      const items = itemsOf(asked.body).map((item) => ({
        ...item,
        id: '\ud800',
      }));
      return json({ items, next_page_id: '\udfff' });
    }
    return withSandboxes((item) => ({ ...item, id: 'sbx-\ud83d' }))(asked);
  },
  'the id ..': withSandboxes((item) => ({ ...item, id: '..' })),
  'the id .': withSandboxes((item) => ({ ...item, id: '.' })),
  'the id with a line end': withSandboxes((item) => ({
    ...item,
    id: 'a\r\nX: b/../?#%',
  })),
  'a long id': withSandboxes((item) => ({ ...item, id: 'x'.repeat(100_000) })),
  'deep lists': (asked) =>
    asked.count > 2 ? { text: deepText('[', ']', 500_000) } : undefined,
  'deep objects': (asked) =>
    asked.count > 2
      ? { text: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` }
      : undefined,
  'deep settings': ({ path, body }) => {
    if (!path.endsWith('/settings')) return undefined;
    const nested = deepText('[', ']', 100_000);
    return {
      text: JSON.stringify(body).replace(/\}$/, `,"surplus":${nested}}`),
    };
  },
  'its key 15,000 times': withItems(() =>
    repeated(15_000, () => ({ [key]: key })),
  ),
  'a secret in each of 12,000 items': withItems(() =>
    repeated(12_000, (index) => ({
      session_api_key: `secret-of-sandbox-${index}`,
    })),
  ),
  '60,000 duplicate keys': ({ path }) =>
    path.endsWith('/settings')
      ? { text: `{"llm_api_key_set":true${',"a":1'.repeat(60_000)}}` }
      : undefined,
  '2,000 unlisted properties in each sandbox': withSandboxes((item) => ({
    ...item,
    ...Object.fromEntries(
      repeated(2000, (index) => [`api_key_${index}_token`, 'sk-live-1f0e9d8c']),
    ),
  })),
  '60,000 wrong locations of faults': ({ path }) =>
    path.includes('limit=')
      ? undefined
      : json({ detail: repeated(60_000, (index) => index) }),
  'a byte order mark': ({ body }) => ({
    text: `\ufeff${JSON.stringify(body)}`,
  }),
  'bytes that are not UTF-8': ({ body }) => ({
    text: Buffer.concat([
      Buffer.from(JSON.stringify(body).slice(0, -1)),
      Buffer.from([0xff, 0x7d]),
    ]),
  }),
};

/** Writes the memory that the program has used at most, in kilobytes, as the last line. */
const monitor = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write(`\\n${process.resourceUsage().maxRSS}\\n`));",
)}`;
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** Runs the checker, and returns what is wrong with the run. */
async function problemsOf(name: string, respond: Respond): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const { url, close } = await serveOdd(respond);
  const files = kinds.map((kind) => ({ kind, file: join(folder, kind) }));
  const report = files.map(({ kind, file }) => `${kind}=${file}`).join(',');
  const bounds = [
    '--budget',
    `1000,${budgetInSeconds}s`,
    '--wait',
    '200ms',
    '--seed',
    '5',
  ];
  const options = [
    '--base-url',
    url,
    '--write',
    '--strict',
    ...bounds,
    '--report',
    report,
  ];
  const env = { ...process.env, AGENT_CONVERSATION_API_KEY: key };
  const problems: string[] = [];
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', monitor, program, ...options],
    { env },
  );
  const killer = setTimeout(
    () => child.kill('SIGKILL'),
    budgetInSeconds * 2000,
  );
  try {
    let errors = '';
    child.stdout.resume();
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (errors += text));
    const [code, signal] = (await once(child, 'close')) as [
      number | null,
      string | null,
    ];
    const seconds = (performance.now() - start) / 1000;
    const megabytes = Number(errors.trim().split('\n').at(-1)) / 1000;
    if (code !== 0 && code !== 1 && code !== 2)
      problems.push(`ended with ${code ?? signal}`);
    if (name === correctServer && code !== 0) problems.push('does not conform');
    if (seconds > budgetInSeconds)
      problems.push(`took ${seconds.toFixed(1)} s`);
    if (!(megabytes <= memoryLimitInMb)) problems.push(`took ${megabytes} MB`);
    if (/^ +at /m.test(errors))
      problems.push(`printed a stack:\n${errors.slice(0, 2000)}`);
    for (const { kind, file } of files)
      problems.push(...problemsOfReport(kind, file));
    const figures = `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, exit code ${code}`;
    console.log(
      `${problems.length === 0 ? 'ok' : 'FAILED'}  ${name}: ${figures}`,
    );
    for (const problem of problems) console.log(`    ${problem}`);
  } finally {
    clearTimeout(killer);
    close();
    rmSync(folder, { recursive: true });
  }
  return problems;
}

function problemsOfReport(
  kind: (typeof kinds)[number],
  file: string,
): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [`there is no ${kind} report`];
  }
  const problems: string[] = [];
  if (text.length > reportLimit)
    problems.push(`the ${kind} report has ${text.length} characters`);
  if (text.includes(key)) problems.push(`the ${kind} report shows the key`);
  if (kind === 'pretty' && !/^Verdict/m.test(text)) {
    problems.push('the pretty report has no verdict');
  }
  if (kind === 'pretty' && /larger\s+than\s+1\s+MiB/.test(text)) {
    problems.push('a response is too large to be read, and shows nothing');
  }
  if (kind === 'junit' && !text.trimEnd().endsWith('</testsuites>')) {
    problems.push('the junit report is not complete');
  }
  if (kind !== 'json' && kind !== 'har') return problems;
  try {
    JSON.parse(text);
  } catch {
    problems.push(`the ${kind} report is not JSON`);
  }
  return problems;
}

const [only] = process.argv.slice(2);
if (only !== undefined && !(only in servers))
  throw new Error(`There is no server "${only}"`);
for (const [name, respond] of Object.entries(servers)) {
  if (only !== undefined && name !== only) continue;
  const problems = await problemsOf(name, respond);
  if (problems.length > 0) process.exitCode = 1;
}
