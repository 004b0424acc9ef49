import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, type Program, run, start } from '../test/program.ts';
import { last, open, request, talk } from '../test/raw.ts';

afterAll(cleanUp);

const key = 'top-secret-key';
const headers = { 'X-Session-API-Key': key };

async function ask({ url }: Program, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url + path, { headers, ...init });
  await response.clone().text();
  return response;
}

/** Stops the program, and gives its log without what differs from run to run. */
async function logOf(program: Program): Promise<string[]> {
  expect(await program.end('SIGINT')).toEqual([0, null]);
  return program.lines.slice(1).map((line) => line.replace(/\d+ ms/, 'N ms'));
}

test.concurrent(
  'it tells its address and seed, a line a request, and below it what is wrong',
  async () => {
    const program = await start(['--seed', 'a seed']);
    expect(program.lines[0]).toBe(
      `The mock listens on ${program.url}, with the seed a seed. Stop it with Ctrl-C.`,
    );
    await ask(program, '/api/settings');
    await ask(program, '/api/settings', { headers: {} });
    await ask(program, '/nowhere');
    await ask(program, '/api/v1/sandboxes/search?limit=none&limit=1');
    await ask(program, '/api/conversations', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ conversation_id: 7, image_urls: 'none' }),
    });
    expect(await logOf(program)).toEqual([
      'GET /api/settings  getSettings  200  N ms',
      'GET /api/settings  getSettings  401  N ms',
      'GET /nowhere  -  404  N ms',
      'GET /api/v1/sandboxes/search  searchSandboxes  422  N ms',
      '  request query /limit: must be given only once',
      'POST /api/conversations  createConversation  422  N ms',
      '  request body /image_urls: must be an array or null',
      '  request body /conversation_id: must be a string',
    ]);
    expect(program.lines.join()).not.toContain(key);
  },
);

test.concurrent(
  '--json gives an object a line; the first one has the address and the seed',
  async () => {
    const program = await start(['--json', '--seed', 'a seed', '--fault', 'getSettings:503:1']);
    await ask(program, '/api/settings');
    await ask(program, '/api/v1/sandboxes/search?limit=0');
    await program.end('SIGTERM');
    const duration = expect.any(Number) as number;
    expect(program.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { url: program.url, seed: 'a seed' },
      {
        method: 'GET',
        path: '/api/settings',
        operation: 'getSettings',
        status: 503,
        duration,
        findings: [],
        fault: 'status 503',
      },
      {
        method: 'GET',
        path: '/api/v1/sandboxes/search',
        operation: 'searchSandboxes',
        status: 422,
        duration,
        findings: [
          {
            side: 'request',
            part: 'query',
            pointer: '/limit',
            keyword: 'minimum',
            message: 'must be at least 1',
            params: { limit: 1 },
          },
        ],
      },
    ]);
    expect(program.lines.join()).not.toContain(key);
  },
);

test.concurrent('--quiet tells the address, and nothing more', async () => {
  const program = await start(['--quiet']);
  expect(program.lines[0]).toMatch(
    /^The mock listens on http:\/\/127\.0\.0\.1:\d+, with the seed /,
  );
  await ask(program, '/api/settings', { headers: {} });
  expect(await logOf(program)).toEqual([]);
});

test.concurrent.each<[Record<string, string>, string]>([
  [{}, 'GET /nowhere  -  404  N ms'],
  [{ FORCE_COLOR: '1' }, 'GET /nowhere  -  \x1b[33m404\x1b[39m  \x1b[2mN ms\x1b[22m'],
  [
    { FORCE_COLOR: '1', NO_COLOR: '1' },
    'GET /nowhere  -  \x1b[33m404\x1b[39m  \x1b[2mN ms\x1b[22m',
  ],
  [{ NO_COLOR: '1' }, 'GET /nowhere  -  404  N ms'],
])('into a pipe, with the environment %j, it writes %j', async (env, line) => {
  const program = await start([], env);
  await ask(program, '/nowhere');
  expect(await logOf(program)).toEqual([line]);
});

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends it at once, whoever is connected',
  async (signal) => {
    const program = await start();
    const agent = new Agent({ keepAlive: true });
    const [idle] = (await once(get(`${program.url}/api/settings`, { agent }), 'response')) as [
      IncomingMessage,
    ];
    idle.resume();
    await once(idle, 'end');
    const silent = open(program.port);
    const halfway = open(program.port);
    halfway.socket.write('GET /api/settings HTTP/1.1\r\nHo');
    await Promise.all([silent, halfway].map(({ socket }) => once(socket, 'connect')));
    expect(await program.end(signal)).toEqual([0, null]);
    agent.destroy();
    await Promise.all([silent.closed, halfway.closed]);
  },
);

test.concurrent('what has arrived before Ctrl-C is answered', async () => {
  const program = await start(['--fault', 'getSettings:delay=400']);
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: 5 }, async () => {
    const asked = get(`${program.url}/api/settings`, { agent, headers });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const texts = await response.setEncoding('utf8').toArray();
    return [response.statusCode, typeof JSON.parse(texts.join(''))];
  });
  // A request that comes after these, and is refused at once, proves that they have arrived.
  expect(await talk(program.port, request('GET /nowhere', [last]))).toContain(' 404 ');
  expect(await program.end('SIGINT')).toEqual([0, null]);
  expect(await Promise.all(answers)).toEqual(answers.map(() => [200, 'object']));
  expect(program.lines.filter((line) => line.includes('  getSettings  200  '))).toHaveLength(5);
  agent.destroy();
});

test.concurrent('an answer that would be very late does not hold the end for long', async () => {
  const program = await start(['--fault', 'getSettings:delay=600000']);
  const answer = ask(program, '/api/settings').catch((error: Error) => error.message);
  expect(await talk(program.port, request('GET /nowhere', [last]))).toContain(' 404 ');
  // To wait for the answer would take longer than a test may.
  expect(await program.end('SIGINT')).toEqual([0, null]);
  expect(await answer).toBe('fetch failed');
});

test.concurrent('no line of the log is lost by a stop', async () => {
  const program = await start();
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => ask(program, `/api/v1/sandboxes/${index}/pause`)),
  );
  const log = await logOf(program);
  expect(log.toSorted()).toEqual(
    Array.from(
      { length: 200 },
      (_, i) => `GET /api/v1/sandboxes/${i}/pause  -  405  N ms`,
    ).toSorted(),
  );
});

test.concurrent('it goes on when nobody reads its output any more', async () => {
  const program = await start();
  program.child.stdout!.destroy();
  for (let count = 0; count < 5; count += 1) {
    expect((await ask(program, '/api/settings')).status).toBe(200);
  }
  const closed = once(program.child, 'exit');
  program.child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
});

test.concurrent('JSON that is broken is answered over a socket, too', async () => {
  const { port } = await start(['--quiet']);
  const answer = await talk(port, request('POST /api/v1/app-conversations', [last], '{"title":'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"detail":"The body is not JSON"\}$/);
});

test.concurrent('the same seed gives the same bytes for the same requests', async () => {
  const requests = [
    request('POST /api/v1/sandboxes', [last]),
    request('GET /api/v1/sandboxes/search', [last]),
    request('POST /api/v1/app-conversations', [last], '{"title":"A title"}'),
    request('POST /api/conversations', [last], '{}'),
    request('GET /api/settings', [last]),
    request('GET /api/v1/sandboxes/search?limit=0', [last]),
    request('OPTIONS /api/settings', [last]),
    request('GET /nowhere', [last]),
  ];
  async function conversation(...args: string[]): Promise<string[]> {
    const program = await start(['--quiet', ...args]);
    const answers: string[] = [];
    for (const text of requests) answers.push(await talk(program.port, text));
    await program.end('SIGTERM');
    return answers;
  }
  const first = await conversation('--seed', 'twice');
  expect(first.map((answer) => Number(answer.slice(9, 12)))).toEqual([
    200, 200, 200, 200, 200, 422, 204, 404,
  ]);
  expect(await conversation('--seed', 'twice')).toEqual(first);
});

test.concurrent('--startup-time 0 has sandboxes run at once', async () => {
  const program = await start(['--startup-time', '0']);
  const sandbox = await (await ask(program, '/api/v1/sandboxes', { method: 'POST' })).json();
  expect(sandbox).toMatchObject({ status: 'RUNNING' });
});

test.concurrent('--stateless answers with the examples', async () => {
  const program = await start(['--stateless']);
  const first = await (await ask(program, '/api/v1/sandboxes', { method: 'POST' })).text();
  expect(await (await ask(program, '/api/v1/sandboxes', { method: 'POST' })).text()).toBe(first);
});

test.concurrent('--latency makes every answer late', async () => {
  const program = await start(['--latency', '200']);
  const before = performance.now();
  expect((await ask(program, '/nowhere')).status).toBe(404);
  expect(performance.now() - before).toBeGreaterThan(190);
});

test.concurrent.each<[string, string, string[]]>([
  ['a status', 'getSettings:404', ['404', '404', '404']],
  ['a status, twice', 'getSettings:429:2', ['429', '429', '200']],
  ['a status of any operation', '*:503:1', ['503', '200', '200']],
  ['of another operation', 'startSandbox:404', ['200', '200', '200']],
  ['a reset', 'getSettings:reset:1', ['ECONNRESET', '200', '200']],
  ['a cut', 'getSettings:truncated:1', ['UND_ERR_SOCKET', '200', '200']],
  ['broken JSON', 'getSettings:malformed:1', ['SyntaxError', '200', '200']],
])('--fault: %s (%s)', async (_, rule, outcomes) => {
  const { url } = await start(['--quiet', '--fault', rule]);
  const seen: string[] = [];
  while (seen.length < outcomes.length) {
    try {
      const response = await fetch(`${url}/api/settings`, { headers });
      await response.json();
      seen.push(String(response.status));
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      seen.push(cause?.code ?? name);
    }
  }
  expect(seen).toEqual(outcomes);
});

test.concurrent('--fault can be given more than once, and an answer can be late', async () => {
  const program = await start(['--fault=getSettings:delay=300:1', '--fault=searchSandboxes:401']);
  const before = performance.now();
  expect((await ask(program, '/api/settings')).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(290);
  expect((await ask(program, '/api/v1/sandboxes/search')).status).toBe(401);
  expect(await logOf(program)).toEqual([
    'GET /api/settings  getSettings  200  N ms  fault: delay 300 ms',
    'GET /api/v1/sandboxes/search  searchSandboxes  401  N ms  fault: status 401',
  ]);
});

test.concurrent.each([
  [['--control'], 200],
  [[], 404],
])('with the options %j, /_mock/state answers %i', async (args, status) => {
  expect((await ask(await start(args), '/_mock/state')).status).toBe(status);
});

test.concurrent('--help names every option and the exit codes', async () => {
  const source = readFileSync(new URL('cli-options.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/^ {6}'?([a-z-]+)'?: \{ type: /gm)].map(([, name]) => name!);
  expect(options).toContain('state-file');
  const { code, stdout, stderr } = await run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(options.filter((name) => !stdout.includes(`--${name}`))).toEqual([]);
  expect(stdout).toContain('Exit codes: 0 stopped by a signal, 2 ');
  expect(stdout.split('\n').filter((line) => line.length > 110)).toEqual([]);
});

test.concurrent('--version tells the version of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
