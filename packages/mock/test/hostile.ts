/**
 * Sends 100,000 hostile requests to the mock, and fails if a response has a status that the README does not list or
 * that is 5xx, if a turn of the event loop takes more than 100 ms on the processor, or if the memory does not return.
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

const total = 100_000;
const turnLimit = 100;
const memoryLimit = 1.5;
const memoryTime = 10_000;
/** Several times as long as all requests take on a slow machine. */
const timeLimit = 180_000;

const crlf = '\r\n';
const last = 'Connection: close';
const megabyte = 1024 * 1024;
let serial = 0;

/** Returns a request as it is sent. Every tenth one has a key of its own. */
function request(line: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  serial += 1;
  const length = Buffer.byteLength(body);
  const all = [
    ...(headers.some((it) => it.startsWith('Host:')) ? [] : ['Host: localhost']),
    `X-Session-API-Key: ${serial % 10 === 0 ? `key ${serial}` : 'any'}`,
    ...(length > 0 ? ['Content-Type: application/json', `Content-Length: ${length}`] : []),
    ...headers,
  ];
  const head = [`${line} HTTP/1.1`, ...all, '', ''].join(crlf);
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Requests that are sent over one connection, of which the last closes it. */
type Series = readonly (string | Buffer)[];

const series = (
  size: number,
  make: (index: number, headers: readonly string[]) => Buffer,
): Series => Array.from({ length: size }, (_, at) => make(at, at === size - 1 ? [last] : []));

const filled = (before: string, fill: string, after: string) =>
  before + fill.repeat((megabyte - before.length - after.length) / fill.length) + after;
const properties = (size: number) =>
  `{${Array.from({ length: size }, (_, at) => `"p${at}":0`).join(',')}}`;

// prettier-ignore
const deep = [
  '['.repeat(megabyte),
  `{"title":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{"initial_message":{"content":[${'{"a":['.repeat(40)}${']}'.repeat(40)}]}}`,
  `{"observability_metadata":${'[{"a":'.repeat(45)}1${'}]'.repeat(45)}}`,
];
// prettier-ignore
const wide = [
  properties(90_000), properties(9900), `{"pr_number":[${'1,'.repeat(500_000)}1]}`, `{"pr_number":[${'"a",'.repeat(9900)}1]}`,
  `{"initial_message":{"content":[${'{"type":"text"},'.repeat(4900)}1]}}`, `{"plugins":[${'{},'.repeat(4900)}{}]}`,
];
// prettier-ignore
const long = [
  filled('{"title":"', 'x', '"}'), filled('{"title":"', '\\u00e4', '"}'), filled('{"title":"', '\\"', '"}'),
  filled('{"initial_message":{"run":true,"content":[{"text":"', 'ä ', '"}]}}').slice(0, 600_000),
  filled('{"', 'x', '":1}'), `${filled('{"title":"', 'x', '"}')} `, filled('', ' ', '{}'), filled('', '1', ''),
];
// prettier-ignore
const malformed = [
  '{', '[}', '{"a":1,}', '{"a" 1}', 'nul', '"\u0000"', "{'a':1}", '{"a":NaN}', '\uFEFF{}', '{"title":"\\u12"}',
  '{"title":5}', '[]', 'null', '5', '"a"', '{"__proto__":{"a":1}}', '{"conversation_id":"no"}',
  '{"agent_type":"x","pr_number":[1.5]}', '{"initial_message":{"content":[{"type":"x"}]}}', Buffer.from([0x22, 0xff, 0x22]),
];
// prettier-ignore
const malformedLong = [
  filled('{"title":"', '\\n', ''), filled('{"title":"', 'x', ''), filled('', '\n', '{'), filled('{"title":"', '\\\\', '\\"}'),
  Buffer.alloc(megabyte, 0xff),
];
// prettier-ignore
const lines = [
  'GET /nowhere', 'GET /api/%', 'GET /api/v1/sandboxes/%FF/pause', 'PUT /api/settings', 'DELETE /api/v1/sandboxes',
  'GET /api/v1/sandboxes/search?limit=1e9', 'GET //', 'OPTIONS *', 'GET /api/v1/sandboxes/search?page_id=%00&limit=1',
  'HEAD /api/settings', 'GET /_mock/state', 'POST /api/v1/sandboxes/__proto__/pause', 'GET /api/v1/app-conversations?ids=a&ids=b',
  'GET http://acme.example/api/settings', 'PATCH /constructor', 'POST /api/v1/sandboxes',
];
// prettier-ignore
const longLines = [
  `GET /${'a'.repeat(15_000)}`, `GET /api/v1/sandboxes/${'a/'.repeat(7000)}pause`, `GET /${'b'.repeat(20_000)}`,
  `GET /api/v1/app-conversations?${'ids=0&'.repeat(2500)}`, `GET /api/v1/sandboxes/search?${'%41'.repeat(5000)}`,
  `GET /api/v1/sandboxes/search?${Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')}`,
];
const get = `GET /api/settings HTTP/1.1${crlf}Host: localhost${crlf}`;
const conversations = `POST /api/conversations HTTP/1.1${crlf}Host: localhost${crlf}`;
// prettier-ignore
const brokenHttp = [
  'GARBAGE\r\n\r\n', '\u0000\u0001\u0002'.repeat(1000), `GET / HTTP/9.9${crlf}${crlf}`, `GET /api/settings HTTP/1.1${crlf}${crlf}`,
  `${get.replace('GET', 'FETCH')}${crlf}`, `${conversations}Content-Length: -1${crlf}${crlf}`,
  `${conversations}Content-Length: 1${crlf}Transfer-Encoding: chunked${crlf}${crlf}`,
  `${conversations}Transfer-Encoding: chunked${crlf}${crlf}zz${crlf}`, `${get}X-Long: ${'a'.repeat(20_000)}${crlf}${crlf}`,
  `${get}Expect: a miracle${crlf}${last}${crlf}${crlf}`, `${get}Upgrade: websocket${crlf}Connection: Upgrade, close${crlf}${crlf}`,
];
const hosts = 'acme.example localhost.acme.example 10.0.0.1:80 mock [::2] @ a:b:c'.split(' ');

let turn = 0;
const next = <T>(list: readonly T[]): T => list[(turn += 1) % list.length]!;
const post = (index: number) =>
  `POST ${['/api/conversations', '/api/v1/app-conversations'][index % 2]}`;
const one = (line: string, body: string | Buffer): Series => [request(line, [last], body)];

// prettier-ignore
const kinds: readonly (readonly [name: string, weight: number, size: number, make: () => Series])[] = [
  ['deep', 2, 1, () => one(post(turn), next(deep))],
  ['wide', 2, 1, () => one(post(turn), next(wide))],
  ['long', 2, 1, () => one(post(turn), next(long))],
  ['malformed and long', 2, 1, () => one(post(turn), next(malformedLong))],
  ['long line', 4, 1, () => one(next(longLines), '')],
  ['broken HTTP', 4, 1, () => [next(brokenHttp)]],
  ['malformed', 8, 50, () => series(50, (at, headers) => request(post(at), headers, next(malformed)))],
  ['wrong line', 8, 50, () => series(50, (_, headers) => request(next(lines), headers))],
  ['wrong host', 4, 50, () => series(50, (_, headers) => request('GET /api/settings', [`Host: ${next(hosts)}`, ...headers]))],
  // All of them in one packet.
  ['pipelined', 1, 250, () => [Buffer.concat(series(250, (at, headers) =>
    at % 2 === 0 ? request(next(lines), headers) : request(post(at), headers, '{}')) as Buffer[])]],
];

/** Sends requests over a connection, and returns the statuses of the responses. */
async function converse(port: number, parts: Series, signal: AbortSignal): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', signal }).setEncoding('latin1');
  let received = '';
  const statuses: number[] = [];
  socket.on('data', (text: string) => {
    received += text;
    // A status line can be cut in two.
    const end = received.lastIndexOf('\n') + 1;
    const complete = received.slice(0, end).matchAll(/HTTP\/1\.1 (\d{3}) /g);
    statuses.push(...[...complete].map(([, status]) => Number(status)));
    received = received.slice(end);
  });
  // The mock closes a connection before it has read a body that is too long.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  await once(socket, 'close').catch(() => {});
  return statuses;
}

/** Returns what monitor.js reports since its last report. */
async function readFigures(child: ChildProcess) {
  child.send('figures');
  const signal = AbortSignal.timeout(timeLimit);
  const [figures] = await once(child, 'message', { signal });
  return figures as { readonly longest: number; readonly memory: number };
}

/** Returns what the mock failed at. */
async function attack(child: ChildProcess, port: number): Promise<readonly string[]> {
  const late = AbortSignal.timeout(timeLimit);
  for (const [, , , make] of kinds) await converse(port, make(), late);
  await wait(1000);
  const idle = await readFigures(child);
  const random = xoroshiro128plus(4711);
  const weighted = kinds.flatMap((kind) => Array<(typeof kinds)[number]>(kind[1]).fill(kind));
  const counts = new Map<number, number>();
  const silent = new Set<string>();

  // Half of a request each, which holds a connection until its time is over.
  const slow = Array.from({ length: 200 }, async () => converse(port, [conversations], late));
  let sent = slow.length;
  const clients = Array.from({ length: 16 }, async () => {
    while (sent < total && !late.aborted) {
      const [name, , size, make] = weighted[(random.next() >>> 0) % weighted.length]!;
      sent += size;
      const statuses = await converse(port, make(), late);
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
      // Broken HTTP closes a connection before every request has a response.
      if (statuses.length !== size && name !== 'broken HTTP') silent.add(name);
    }
  });
  await Promise.all([...clients, ...slow]);
  const busy = await readFigures(child);

  const ended = performance.now();
  let after = await readFigures(child);
  while (after.memory > memoryLimit * idle.memory && performance.now() - ended < memoryTime) {
    await wait(250);
    after = await readFigures(child);
  }
  const memory = [idle, busy, after].map((it) => `${it.memory.toFixed(0)} MB`);
  console.log([...counts].map(([status, count]) => `${count} × ${status}`).join(', '));
  console.log(`longest turn ${busy.longest.toFixed(0)} ms on the processor`);
  console.log(`memory ${memory[0]} idle, ${memory[1]} at the end, ${memory[2]} later`);

  const listed = listedStatuses();
  const wrong = [...counts.keys()].filter((it) => it >= 500 || !listed.includes(String(it)));
  const checks: readonly (readonly [failed: boolean, message: string])[] = [
    [late.aborted, `The requests took more than ${timeLimit / 1000} s`],
    [wrong.length > 0, `The README does not list the statuses ${wrong.join()}`],
    [silent.size > 0, `Not every request has a response: ${[...silent].join()}`],
    [busy.longest > turnLimit, `A turn of the event loop took more than ${turnLimit} ms`],
    [
      after.memory > memoryLimit * idle.memory,
      `The memory stays over ${memoryLimit} times that before`,
    ],
  ];
  return checks.flatMap(([failed, message]) => (failed ? [message] : []));
}

/** Returns the statuses in the table of responses of the README. */
function listedStatuses(): readonly string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Responses\n');
  const table = section.slice(0, section.indexOf('\n## ')).match(/^\|.*$/gm) ?? [];
  return table.join().match(/\b[1-5]\d\d\b/g) ?? [];
}

const cli = fileURLToPath(new URL('../bin/agent-conversation-mock.js', import.meta.url));
const child = fork(cli, ['--port', '0', '--seed', 'hostile', '--clock', 'real'], {
  execArgv: ['--import', new URL('monitor.js', import.meta.url).href],
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
child.once('exit', (code) => {
  if (code) throw new Error(`The mock ended with the code ${code}`);
});
try {
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  child.stdout!.resume();
  const failures = await attack(child, Number(/127\.0\.0\.1:(\d+)/.exec(String(first))?.[1]));
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  // A mock that is busy does not see other signals.
  child.kill('SIGKILL');
}
