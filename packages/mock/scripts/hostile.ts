/**
 * Sends 100,000 hostile requests to the mock, and fails if a response has a status that the README does not list or
 * that is 5xx, if the event loop pauses for more than 100 ms, or if the memory does not return. On a busy machine the
 * event loop is late although the mock does nothing, so a pause also counts by its time on the processor.
 *
 * Run it with `npm run hostile`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** What monitor.js reports. */
interface Figures {
  /** The longest delay of the event loop since the last report, in milliseconds. */
  readonly delay: number;
  /** The longest time on the processor between two turns of the event loop, in milliseconds. */
  readonly cpu: number;
  /** The resident memory, in MB. */
  readonly memory: number;
}

const total = 100_000;
const pauseLimit = 100;
const memoryLimit = 1.5;
const memoryTime = 10_000;
/** How long all requests may take, in milliseconds: several times as long as they do on a slow machine. */
const timeLimit = 180_000;

/** Returns what the mock failed at. */
async function attack(): Promise<readonly string[]> {
  const cli = fileURLToPath(new URL('../bin/agent-conversation-mock.js', import.meta.url));
  const child = fork(cli, ['--port', '0', '--seed', 'hostile', '--clock', 'real'], {
    execArgv: ['--import', new URL('monitor.js', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`The mock ended with the code ${code}`);
  });
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(String(first))?.[1]);
  child.stdout!.resume();
  try {
    return await run(child, port);
  } finally {
    // A mock that is busy does not see other signals.
    child.kill('SIGKILL');
  }
}

async function run(child: ChildProcess, port: number): Promise<readonly string[]> {
  const start = await ask(child);
  const late = AbortSignal.timeout(timeLimit);
  for (const kind of kinds) await converse(port, kind.make(), late);
  await wait(1000);
  const idle = await ask(child);
  console.log(`memory at the start ${start.memory.toFixed(0)} MB`);
  const random = xoroshiro128plus(4711);
  const weights = kinds.flatMap((kind, index) => Array<number>(kind.weight).fill(index));
  const started = performance.now();
  const outcomes = new Map<string, Outcome>();
  let sent = 0;

  const slow = Array.from({ length: 200 }, (_, index) => drip(port, index, late));
  sent += slow.length;
  const clients = Array.from({ length: 16 }, async () => {
    while (sent < total && !late.aborted) {
      const kind = kinds[weights[(random.next() >>> 0) % weights.length]!]!;
      const requests = kind.make();
      sent += requests.count;
      const statuses = await converse(port, requests, late);
      const outcome = outcomes.get(kind.name) ?? { requests: 0, statuses: new Map() };
      outcomes.set(kind.name, outcome);
      outcome.requests += requests.count;
      for (const status of statuses) {
        outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
      }
    }
  });
  await Promise.all(clients);
  const seconds = (performance.now() - started) / 1000;
  const busy = await ask(child);
  const dripped = await Promise.all(slow);
  outcomes.set('slow', { requests: slow.length, statuses: count(dripped.flat()) });

  const ended = performance.now();
  let after = await ask(child);
  while (after.memory > memoryLimit * idle.memory && performance.now() - ended < memoryTime) {
    await wait(250);
    after = await ask(child);
  }
  const memorySeconds = (performance.now() - ended) / 1000;
  const delay = Math.max(busy.delay, after.delay);
  const cpu = Math.max(busy.cpu, after.cpu);

  for (const [name, { requests, statuses }] of outcomes) {
    const list = [...statuses].toSorted(([a], [b]) => a - b);
    console.log(`${name}: ${requests} requests; ${list.map(([s, n]) => `${s} × ${n}`).join(', ')}`);
  }
  const listed = listedStatuses();
  const seen = new Set([...outcomes.values()].flatMap(({ statuses }) => [...statuses.keys()]));
  const wrong = [...seen].filter((status) => status >= 500 || !listed.has(status));
  const silent = [...outcomes].filter(
    ([name, { requests, statuses }]) =>
      !breaking.has(name) && sum([...statuses.values()]) !== requests,
  );
  console.log(
    `${sent} requests in ${seconds.toFixed(1)} s; longest delay of the event loop ${delay.toFixed(0)} ms, ` +
      `longest turn ${cpu.toFixed(0)} ms on the processor; ` +
      `memory ${idle.memory.toFixed(0)} MB idle, ${busy.memory.toFixed(0)} MB at the end, ` +
      `${after.memory.toFixed(0)} MB ${memorySeconds.toFixed(1)} s later`,
  );
  const failures = [
    ...(late.aborted ? [`The requests took more than ${timeLimit / 1000} s`] : []),
    ...wrong.map((status) => `The README does not list the status ${status}`),
    ...silent.map(([name]) => `${name}: not every request has a response`),
    ...(Math.min(delay, cpu) > pauseLimit
      ? [`The event loop paused for more than ${pauseLimit} ms`]
      : []),
    ...(after.memory > memoryLimit * idle.memory
      ? [`The memory did not return to ${memoryLimit} times its idle value`]
      : []),
  ];
  for (const failure of failures) console.error(failure);
  return failures;
}

interface Outcome {
  requests: number;
  readonly statuses: Map<number, number>;
}

/** Requests that are sent over one connection. */
interface Requests {
  readonly count: number;
  readonly parts: readonly (string | Buffer)[];
}

async function ask(child: ChildProcess): Promise<Figures> {
  child.send('figures');
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const [figures] = (await once(child, 'message', { signal })) as [Figures];
    return figures;
  } catch (error) {
    throw new Error(`The mock did not respond within ${timeLimit / 1000} s`, { cause: error });
  }
}

/** Sends requests over a connection, and returns the statuses of the responses. */
async function converse(port: number, { parts }: Requests, signal: AbortSignal): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', signal }).setEncoding('latin1');
  const statuses: number[] = [];
  let rest = '';
  socket.on('data', (text: string) => {
    // A status line can be cut in two.
    rest += text;
    for (const [, status] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status));
    rest = rest.slice(Math.max(0, rest.lastIndexOf('\n') + 1)).slice(-12);
    if (/HTTP\/1\.1 \d{3} /.test(rest)) rest = '';
  });
  // The mock closes a connection before it has read a body that is too long.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  await once(socket, 'close').catch(() => {});
  return statuses;
}

/** Sends half of a request, then byte after byte, until the connection is closed. */
async function drip(port: number, index: number, signal: AbortSignal): Promise<number[]> {
  const head = 'POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nX-Session-API-Key: any\r\n';
  const halves = [
    head,
    `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":`,
  ];
  const socket = connect({ port, host: '127.0.0.1', signal })
    .setEncoding('latin1')
    .on('error', () => {});
  let text = '';
  socket.on('data', (more: string) => (text += more));
  socket.write(halves[index % 2]!);
  const timer = setInterval(() => socket.write('x'), 500);
  await once(socket, 'close').catch(() => {});
  clearInterval(timer);
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const crlf = '\r\n';
let serial = 0;

function request(line: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  serial += 1;
  // Now and then another key.
  const key = serial % 10 === 0 ? `key ${serial}` : 'any';
  const all = [
    ...(headers.some((it) => it.startsWith('Host:')) ? [] : ['Host: localhost']),
    `X-Session-API-Key: ${key}`,
    ...(body.length > 0
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      : []),
    ...headers,
  ];
  const head = [`${line} HTTP/1.1`, ...all, '', ''].join(crlf);
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

const last = 'Connection: close';

/** Requests of which the last one closes the connection. */
function series(
  size: number,
  make: (index: number, headers: readonly string[]) => Buffer,
): Requests {
  const parts = Array.from({ length: size }, (_, index) =>
    make(index, index === size - 1 ? [last] : []),
  );
  return { count: size, parts };
}

const paths = ['/api/conversations', '/api/v1/app-conversations'];
const post = (index: number) => `POST ${paths[index % 2]}`;
const megabyte = 1024 * 1024;
const filled = (before: string, fill: string, after: string) =>
  before + fill.repeat((megabyte - before.length - after.length) / fill.length) + after;
const properties = (size: number) =>
  `{${Array.from({ length: size }, (_, at) => `"p${at}":0`).join(',')}}`;

const deep = [
  '['.repeat(megabyte),
  `{"title":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{"initial_message":{"content":[${'{"a":['.repeat(40)}${']}'.repeat(40)}]}}`,
  `{"observability_metadata":${'[{"a":'.repeat(45)}1${'}]'.repeat(45)}}`,
];
const wide = [
  properties(90_000),
  properties(9900),
  `{"pr_number":[${'1,'.repeat(500_000)}1]}`,
  `{"pr_number":[${'"a",'.repeat(9900)}1]}`,
  `{"initial_message":{"content":[${'{"type":"text"},'.repeat(4900)}1]}}`,
  `{"plugins":[${'{},'.repeat(4900)}{}]}`,
];
const long = [
  filled('{"title":"', 'x', '"}'),
  filled('{"title":"', '\\u00e4', '"}'),
  filled('{"title":"', '\\"', '"}'),
  filled('{"initial_message":{"run":true,"content":[{"text":"', 'ä ', '"}]}}').slice(0, 600_000),
  filled('{"', 'x', '":1}'),
  `${filled('{"title":"', 'x', '"}')} `,
  filled('', ' ', '{}'),
  filled('', '1', ''),
];
const malformed = [
  '{',
  '[}',
  '{"a":1,}',
  '{"a" 1}',
  'nul',
  '"\u0000"',
  "{'a':1}",
  '{"a":NaN}',
  '\uFEFF{}',
  '{"title":"\\u12"}',
  '{"title":5}',
  '[]',
  'null',
  '5',
  '"a"',
  '{"__proto__":{"a":1}}',
  '{"conversation_id":"no"}',
  '{"agent_type":"x","pr_number":[1.5]}',
  '{"initial_message":{"content":[{"type":"x"}]}}',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0x22, 0xff, 0x22]));
const malformedLong = [
  filled('{"title":"', '\\n', ''),
  filled('{"title":"', 'x', ''),
  filled('', '\n', '{'),
  filled('{"title":"', '\\\\', '\\"}'),
  Buffer.alloc(megabyte, 0xff),
];
const lines = [
  'GET /nowhere',
  'GET /api/%',
  'GET /api/v1/sandboxes/%FF/pause',
  'PUT /api/settings',
  'DELETE /api/v1/sandboxes',
  'GET /api/v1/sandboxes/search?limit=1e9',
  'GET //',
  'OPTIONS *',
  'GET /api/v1/sandboxes/search?page_id=%00&limit=1',
  'HEAD /api/settings',
  'GET /_mock/state',
  'POST /api/v1/sandboxes/__proto__/pause',
  'GET /api/v1/app-conversations?ids=a&ids=b',
  'GET http://acme.example/api/settings',
  'PATCH /constructor',
  'POST /api/v1/sandboxes',
];
const longLines = [
  `GET /${'a'.repeat(15_000)}`,
  `GET /api/v1/sandboxes/${'a/'.repeat(7000)}pause`,
  `GET /api/v1/app-conversations?${'ids=0&'.repeat(2500)}`,
  `GET /api/v1/sandboxes/search?${Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')}`,
  `GET /api/v1/sandboxes/search?${'%41'.repeat(5000)}`,
  `GET /${'b'.repeat(20_000)}`,
];
const brokenHttp = [
  'GARBAGE\r\n\r\n',
  '\u0000\u0001\u0002'.repeat(1000),
  `GET / HTTP/9.9${crlf}${crlf}`,
  `GET /api/settings HTTP/1.1${crlf}${crlf}`,
  `FETCH /api/settings HTTP/1.1${crlf}Host: localhost${crlf}${crlf}`,
  `POST /api/conversations HTTP/1.1${crlf}Host: localhost${crlf}Content-Length: -1${crlf}${crlf}`,
  `POST /api/conversations HTTP/1.1${crlf}Host: localhost${crlf}Content-Length: 1${crlf}Transfer-Encoding: chunked${crlf}${crlf}`,
  `POST /api/conversations HTTP/1.1${crlf}Host: localhost${crlf}Transfer-Encoding: chunked${crlf}${crlf}zz${crlf}`,
  `GET /api/settings HTTP/1.1${crlf}Host: localhost${crlf}X-Long: ${'a'.repeat(20_000)}${crlf}${crlf}`,
  `GET /api/settings HTTP/1.1${crlf}Host: localhost${crlf}Expect: a miracle${crlf}${last}${crlf}${crlf}`,
  `GET /api/settings HTTP/1.1${crlf}Host: localhost${crlf}Upgrade: websocket${crlf}Connection: Upgrade, close${crlf}${crlf}`,
];
const hosts = [
  'acme.example',
  'localhost.acme.example',
  '10.0.0.1:80',
  'mock',
  '[::2]',
  '@',
  'a:b:c',
];

let turn = 0;
const next = <T>(list: readonly T[]): T => list[(turn += 1) % list.length]!;
const one = (line: string, body: string | Buffer): Requests => ({
  count: 1,
  parts: [request(line, [last], body)],
});

/** The kinds whose connections are closed before every request has a response. */
const breaking = new Set(['broken HTTP', 'slow']);

const kinds: readonly { readonly name: string; readonly weight: number; make(): Requests }[] = [
  { name: 'deep', weight: 2, make: () => one(post(turn), next(deep)) },
  { name: 'wide', weight: 2, make: () => one(post(turn), next(wide)) },
  { name: 'long', weight: 2, make: () => one(post(turn), next(long)) },
  { name: 'malformed and long', weight: 2, make: () => one(post(turn), next(malformedLong)) },
  { name: 'long line', weight: 4, make: () => one(next(longLines), '') },
  { name: 'broken HTTP', weight: 4, make: () => ({ count: 1, parts: [next(brokenHttp)] }) },
  {
    name: 'malformed',
    weight: 8,
    make: () => series(50, (index, headers) => request(post(index), headers, next(malformed))),
  },
  {
    name: 'wrong line',
    weight: 8,
    make: () => series(50, (_, headers) => request(next(lines), headers)),
  },
  {
    name: 'wrong host',
    weight: 4,
    make: () =>
      series(50, (_, headers) =>
        request('GET /api/settings', [`Host: ${next(hosts)}`, ...headers]),
      ),
  },
  {
    name: 'pipelined',
    weight: 1,
    make: () => {
      const { count: size, parts } = series(250, (index, headers) =>
        index % 2 === 0 ? request(next(lines), headers) : request(post(index), headers, '{}'),
      );
      return { count: size, parts: [Buffer.concat(parts as Buffer[])] };
    },
  },
];

function count(statuses: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** The statuses in the table of responses of the README. */
function listedStatuses(): Set<number> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Responses\n');
  const table = section.slice(0, section.indexOf('\n## ')).match(/^\|.*$/gm) ?? [];
  return new Set(
    table.flatMap((row) => [...row.matchAll(/\b[1-5]\d\d\b/g)].map(([it]) => Number(it))),
  );
}

process.exitCode = (await attack()).length > 0 ? 1 : 0;
