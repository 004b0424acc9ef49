import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { type FaultyServer, startFaultyServer } from '@agent-conversation/faulty-server';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkServer } from '../../src/checker/check-server.ts';
import { operations } from '../../src/contract.ts';
import { checkerKey, runChecker } from '../support/checker-program.ts';

let mock: Listening;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  mock = await createMock({ startupTime: 200 }).listen();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => mock.close());

async function faultyServer(fault: string): Promise<FaultyServer> {
  const faulty = await startFaultyServer({ target: mock.url, fault });
  closing.push(() => faulty.close());
  return faulty;
}

/** The address of something that listens. */
async function addressOf(server: Server | ReturnType<typeof createSocketServer>): Promise<string> {
  closing.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['E42', 'There is no answer from URL: it was not whole after 0.3 seconds.'],
  ['F1', 'There is no answer from URL: it was not whole after 0.3 seconds.'],
  ['stall', 'There is no answer from URL: it was not whole after 0.3 seconds.'],
  ['F3', 'There is no answer from URL: the connection broke before the answer was whole.'],
  ['F4', 'There is no answer from URL: the connection broke before the answer was whole.'],
  ['not-http', 'There is no answer from URL: what comes is not HTTP.'],
  ['huge-header', 'There is no answer from URL: its headers are too large.'],
  [
    'F5',
    'The server at URL sends its callers to ELSEWHERE: GET /api/settings answered 307. ' +
      'Nothing is sent there; if that is the server, give its address.',
  ],
  [
    'F6',
    'This is a server of another kind, or URL is not its address: GET /api/settings answered 502 with text/html.',
  ],
  [
    'site',
    'This is a server of another kind, or URL is not its address: GET /api/settings answered 200 with text/html.',
  ],
  [
    'other-404',
    'This is a server of another kind, or URL is not its address: GET /api/settings answered 404.',
  ],
  [
    'other-200',
    'This is a server of another kind, or URL is not its address: GET /api/settings answered 200.',
  ],
  ['limited', 'The server at URL puts off every call: GET /api/settings answered 429.'],
])('a server with the fault %s is told in one sentence', async (fault, says) => {
  const faulty = await faultyServer(fault);
  const { url: baseUrl, elsewhere } = faulty;
  const bounds = { timeout: 300, maxRequests: 60, maxTime: fault === 'limited' ? 4000 : 20_000 };
  const run = await checkServer({ baseUrl, apiKey: checkerKey, write: true, ...bounds });
  const reason = says.replace('URL', baseUrl).replace('ELSEWHERE', elsewhere.url);
  expect(run).toMatchObject({ verdict: { kind: 'could not run', reason }, results: [] });
  expect(faulty.struck()).toBeGreaterThan(0);
  expect(elsewhere.requests).toEqual([]);
});

test.each(['F5', 'other-404'])('the sentence is a line of the program: %s', async (fault) => {
  const { url } = await faultyServer(fault);
  const { code, stderr } = await runChecker(['--base-url', url, '--write']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^Th[^\n]+\.\n$/) });
});

test.each([
  ['huge', 'is larger than 1 MiB'],
  ['endless', 'is larger than 1 MiB'],
  ['drip', 'is not there: it was not whole after 0.3 seconds'],
])('a server with the fault %s does not conform, and is left alone soon', async (fault, says) => {
  const { url: baseUrl } = await faultyServer(fault);
  const run = await checkServer({ baseUrl, apiKey: checkerKey, timeout: 300 });
  expect(run.verdict).toEqual({ kind: 'violations' });
  expect(run.results.flatMap(({ findings }) => findings)[0]?.message).toContain(says);
  expect(run.results.at(-1)!.reason).toBe('the server does not answer any more');
});

test('a redirect of one operation is a finding, and the key does not follow it', async () => {
  const operation = 'searchSandboxSpecs';
  const faulty = await startFaultyServer({ target: mock.url, fault: 'F5', operation });
  closing.push(() => faulty.close());
  const run = await checkServer({ baseUrl: faulty.url, apiKey: checkerKey, include: [operation] });
  expect(run.verdict).toEqual({ kind: 'violations' });
  expect(run.results[0]).toMatchObject({
    check: { id: 'searchSandboxSpecs.answer' },
    exchanges: [{ answer: { status: 307 } }],
    findings: [{ part: 'status', message: 'must be one of 200, 401, 422', severity: 'error' }],
  });
  expect(faulty.elsewhere.requests).toEqual([]);
});

test('one 429 with Retry-After is waited for, and is no finding', async () => {
  const faulty = await faultyServer('F8');
  const options = { baseUrl: faulty.url, apiKey: checkerKey, include: ['*.answer'] };
  const { verdict, results } = await checkServer(options);
  expect({ verdict, struck: faulty.struck() }).toEqual({
    verdict: { kind: 'conforms' },
    struck: 1,
  });
  const reads = operations.filter(({ method, path }) => method === 'get' && !path.includes('{'));
  expect(results.map(({ outcome }) => outcome)).toEqual(reads.map(() => 'passed'));
});

test('where nobody listens, that is told in one line', async () => {
  const server = createSocketServer();
  const host = await addressOf(server);
  server.close();
  await once(server, 'close');
  const { code, stderr } = await runChecker(['--base-url', `http://${host}`]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `There is no answer from http://${host}: nothing listens on ${host}.\n`,
  });
});

test('a host that there is not is told', async () => {
  // Without a network, nobody can tell.
  expect(await reasonAt('http://nowhere.invalid/x')).toMatch(
    /^There is no answer from http:\/\/nowhere\.invalid\/x: (there is no host nowhere\.invalid|the name nowhere\.invalid cannot be looked up now)\.$/,
  );
});

test('a server without TLS is told', async () => {
  const url = `https://${await addressOf(createServer((_, response) => response.end()))}`;
  expect(await reasonAt(url)).toBe(
    `There is no answer from ${url}: the server does not speak TLS as it should (ERR_SSL_WRONG_VERSION_NUMBER).`,
  );
});

test('a path before those of the contract is kept, and a wrong one is told', async () => {
  const url = `${mock.url}/nowhere`;
  expect(await reasonAt(url)).toBe(
    `This is a server of another kind, or ${url} is not its address: GET /api/settings answered 404.`,
  );
});

/** Why what is at an address cannot be checked. */
async function reasonAt(baseUrl: string): Promise<string | undefined> {
  const { verdict } = await checkServer({ baseUrl, apiKey: checkerKey });
  return verdict.kind === 'could not run' ? verdict.reason : undefined;
}

test('a report for programs is written also when nothing could be checked', async () => {
  const { url } = await faultyServer('F6');
  const { code, stdout, stderr } = await runChecker(['--base-url', url, '--report', 'json']);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'could not run' });
  expect(stderr).toContain('Left out without --write');
  expect(stdout).not.toContain(checkerKey);
});
