/**
 * Hostile requests, and what they must not do to a server: its responses have the statuses that are expected, no turn
 * of its event loop takes long on the processor, and its memory returns. The server runs with `monitor.js`.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const turnLimit = 100;
const memoryLimit = 1.5;
const memoryTime = 10_000;
/** Several times as long as all requests take on a slow machine. */
const timeLimit = 180_000;

const crlf = '\r\n';
export const last = 'Connection: close';
const megabyte = 1024 * 1024;
/** Is in every request. */
let serial = 0;

/** Returns a request as it is sent. Every tenth one has a key of its own. */
export function request(
  line: string,
  headers: readonly string[],
  body: string | Buffer = '',
): Buffer {
  serial += 1;
  const length = Buffer.byteLength(body);
  const all = [
    ...(headers.some((it) => it.startsWith('Host:'))
      ? []
      : ['Host: localhost']),
    `X-Session-API-Key: ${serial % 10 === 0 ? `key ${serial}` : 'any'}`,
    ...(length > 0
      ? ['Content-Type: application/json', `Content-Length: ${length}`]
      : []),
    ...headers,
  ];
  const head = [`${line} HTTP/1.1`, ...all, '', ''].join(crlf);
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Requests that are sent over one connection, of which the last closes it. */
export type Series = readonly (string | Buffer)[];

export const series = (
  size: number,
  make: (index: number, headers: readonly string[]) => Buffer,
): Series =>
  Array.from({ length: size }, (_, at) =>
    make(at, at === size - 1 ? [last] : []),
  );

const filled = (before: string, fill: string, after: string) =>
  before +
  fill.repeat((megabyte - before.length - after.length) / fill.length) +
  after;
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
  filled(
    '{"initial_message":{"run":true,"content":[{"text":"',
    'ä ',
    '"}]}}',
  ).slice(0, 600_000),
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
  Buffer.from([0x22, 0xff, 0x22]),
];
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
  `GET /${'b'.repeat(20_000)}`,
  `GET /api/v1/app-conversations?${'ids=0&'.repeat(2500)}`,
  `GET /api/v1/sandboxes/search?${'%41'.repeat(5000)}`,
  `GET /api/v1/sandboxes/search?${Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')}`,
];
const get = `GET /api/settings HTTP/1.1${crlf}Host: localhost${crlf}`;
/** Lacks its end. */
const halfHead = `POST /api/conversations HTTP/1.1${crlf}Host: localhost${crlf}`;
const brokenHttp = [
  'GARBAGE\r\n\r\n',
  '\u0000\u0001\u0002'.repeat(1000),
  `GET / HTTP/9.9${crlf}${crlf}`,
  `GET /api/settings HTTP/1.1${crlf}${crlf}`,
  `${get.replace('GET', 'FETCH')}${crlf}`,
  `${halfHead}Content-Length: -1${crlf}${crlf}`,
  `${halfHead}Content-Length: 1${crlf}Transfer-Encoding: chunked${crlf}${crlf}`,
  `${halfHead}Transfer-Encoding: chunked${crlf}${crlf}zz${crlf}`,
  `${get}X-Long: ${'a'.repeat(20_000)}${crlf}${crlf}`,
  `${get}Expect: a miracle${crlf}${last}${crlf}${crlf}`,
  `${get}Upgrade: websocket${crlf}Connection: Upgrade, close${crlf}${crlf}`,
];
const hosts =
  'acme.example localhost.acme.example 10.0.0.1:80 mock [::2] @ a:b:c'.split(
    ' ',
  );

let turn = 0;
const next = <T>(list: readonly T[]): T => list[(turn += 1) % list.length]!;
const post = (index: number) =>
  `POST ${['/api/conversations', '/api/v1/app-conversations'][index % 2]}`;
const one = (line: string, body: string | Buffer): Series => [
  request(line, [last], body),
];

/** Requests of one kind. */
export interface Kind {
  readonly name: string;
  /** How often it comes, in relation to the others. */
  readonly weight: number;
  /** How many requests a series has. */
  readonly size: number;
  /** How many different series it has; by default, they are all alike in what they do to the memory. */
  readonly variants?: number;
  readonly make: () => Series;
  /** Whether a connection can be closed before every request has a response. */
  readonly canBeCut?: boolean;
}

export const kinds: readonly Kind[] = [
  { name: 'deep', weight: 2, size: 1, make: () => one(post(turn), next(deep)) },
  { name: 'wide', weight: 2, size: 1, make: () => one(post(turn), next(wide)) },
  { name: 'long', weight: 2, size: 1, make: () => one(post(turn), next(long)) },
  {
    name: 'malformed and long',
    weight: 2,
    size: 1,
    make: () => one(post(turn), next(malformedLong)),
  },
  {
    name: 'long line',
    weight: 4,
    size: 1,
    make: () => one(next(longLines), ''),
  },
  {
    name: 'broken HTTP',
    weight: 4,
    size: 1,
    make: () => [next(brokenHttp)],
    canBeCut: true,
  },
  {
    name: 'malformed',
    weight: 8,
    size: 50,
    make: () =>
      series(50, (at, headers) => request(post(at), headers, next(malformed))),
  },
  {
    name: 'wrong line',
    weight: 8,
    size: 50,
    make: () => series(50, (_, headers) => request(next(lines), headers)),
  },
  {
    name: 'wrong host',
    weight: 4,
    size: 50,
    make: () =>
      series(50, (_, headers) =>
        request(getSettings, [`Host: ${next(hosts)}`, ...headers]),
      ),
  },
  { name: 'two hosts', weight: 1, size: 50, make: () => series(50, twoHosts) },
  // All of them in one packet.
  {
    name: 'pipelined',
    weight: 1,
    size: 250,
    make: () => [Buffer.concat(mixed(250))],
  },
];

const getSettings = 'GET /api/settings';

function twoHosts(_: number, headers: readonly string[]): Buffer {
  return request(getSettings, [
    'Host: localhost',
    `Host: ${next(hosts)}`,
    ...headers,
  ]);
}

function mixed(size: number): Buffer[] {
  const make = (at: number, headers: readonly string[]) =>
    at % 2 === 0
      ? request(next(lines), headers)
      : request(post(at), headers, '{}');
  return series(size, make) as Buffer[];
}

/** Sends requests over a connection, and returns the statuses of the responses. */
async function converse(
  port: number,
  parts: Series,
  signal: AbortSignal,
): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', signal }).setEncoding(
    'latin1',
  );
  let received = '';
  const statuses: number[] = [];
  socket.on('data', (text: string) => {
    received += text;
    // A status line can be cut in two.
    const end = received.lastIndexOf('\n') + 1;
    const complete = received
      .slice(0, end)
      .matchAll(/HTTP\/1\.1 ([2-9]\d\d) /g);
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

/** What is attacked. */
export interface Target {
  /** Runs with `monitor.js`. */
  readonly child: ChildProcess;
  readonly port: number;
  readonly kinds: readonly Kind[];
  /** How many requests are sent. */
  readonly total: number;
  readonly isExpected: (status: number) => boolean;
}

/** Sends hostile requests to a server, and returns what it failed at. */
export async function attack(target: Target): Promise<readonly string[]> {
  const { child, port, total, isExpected } = target;
  const late = AbortSignal.timeout(timeLimit);
  for (const kind of target.kinds) {
    for (let made = 0; made < (kind.variants ?? 1); made += 1) {
      await converse(port, kind.make(), late);
    }
  }
  // At once, as it will be at the end: later, it depends on chance whether garbage was collected.
  const first = await readFigures(child);
  const random = xoroshiro128plus(4711);
  const weighted = target.kinds.flatMap((kind) =>
    Array<Kind>(kind.weight).fill(kind),
  );
  const counts = new Map<number, number>();
  const silent = new Set<string>();

  // Half of a request each, which holds a connection until its time is over.
  const slow = Array.from({ length: 200 }, async () =>
    converse(port, [halfHead], late),
  );
  let sent = slow.length;
  const clients = Array.from({ length: 16 }, async () => {
    while (sent < total && !late.aborted) {
      const kind = weighted[(random.next() >>> 0) % weighted.length]!;
      sent += kind.size;
      const statuses = await converse(port, kind.make(), late);
      for (const status of statuses)
        counts.set(status, (counts.get(status) ?? 0) + 1);
      if (statuses.length !== kind.size && !kind.canBeCut)
        silent.add(kind.name);
    }
  });
  await Promise.all([...clients, ...slow]);
  const busy = await readFigures(child);
  const after = await readWhenRested(child, memoryLimit * first.memory);

  const memory = [first, busy, after].map(
    (figures) => `${figures.memory.toFixed(0)} MB`,
  );
  console.log(
    [...counts].map(([status, count]) => `${count} × ${status}`).join(', '),
  );
  console.log(`longest turn ${busy.longest.toFixed(0)} ms on the processor`);
  console.log(
    `memory ${memory[0]} after one of each, ${memory[1]} at the end, ${memory[2]} later`,
  );

  const wrong = [...counts.keys()].filter((status) => !isExpected(status));
  const failures: string[] = [];
  if (late.aborted)
    failures.push(`The requests took more than ${timeLimit / 1000} s`);
  if (wrong.length > 0)
    failures.push(`These statuses are not expected: ${wrong.join()}`);
  if (silent.size > 0)
    failures.push(`Not every request has a response: ${[...silent].join()}`);
  if (busy.longest > turnLimit) {
    failures.push(`A turn of the event loop took more than ${turnLimit} ms`);
  }
  if (after.memory > memoryLimit * first.memory) {
    failures.push(`The memory stays over ${memoryLimit} times that before`);
  }
  return failures;
}

/** Returns the figures when the memory has returned, or the time for that is over. */
async function readWhenRested(child: ChildProcess, limit: number) {
  const begin = performance.now();
  let figures = await readFigures(child);
  while (figures.memory > limit && performance.now() - begin < memoryTime) {
    await wait(250);
    figures = await readFigures(child);
  }
  return figures;
}
