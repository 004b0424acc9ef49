/** Prism as a second mock of the same bundle. It is never sent broken JSON, to which it does not respond. */
import { fileURLToPath } from 'node:url';
import * as functions from '@agent-conversation/client/operations';
import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { canBeFaulty, type Fault, faultyRequests } from '../src/requests/faulty-requests.ts';
import {
  keyHeader,
  nothingKnown,
  type RandomRequest,
  validRequests,
} from '../src/requests/valid-requests.ts';
import { urlOf } from './support/recorder.ts';
import { exampleArguments, inOrder } from './support/client-arguments.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const apiKey = 'KEY-of-prism';

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const bundle = fileURLToPath(import.meta.resolve('@agent-conversation/openapi/openapi.json'));
let prism: ServerProcess;
beforeAll(async () => {
  prism = await startServerProcess(program, 'mock', bundle, '--host', '127.0.0.1', '--port', '0');
});
afterAll(async () => prism.stop());

const answers = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => {
    const [example] = Object.values(resolve(response).content['application/json']!.examples!);
    return { operation, status: Number(status), example: resolve(example!).value };
  }),
);

describe.each(answers)('$operation.operationId $status', ({ operation, status, example }) => {
  test('is understood by the client, and nothing about it is objected to', async () => {
    const exchanges: Exchange[] = [];
    const connection = functions.connect({
      baseUrl: prism.url,
      apiKey,
      retries: 0,
      headers: { Prefer: `code=${status}` },
      async fetch(url, { method = 'GET', headers, body }) {
        const request = { method, url, headers: new Headers(headers), body: body as string | null };
        const answer = await ask(url, request);
        exchanges.push({ request: { ...request, body: request.body ?? undefined }, answer });
        return new Response(answer.body, answer);
      },
    });
    const call = (functions as unknown as Calls)[operation.operationId]!;
    const result = await call(connection, ...inOrder(operation, exampleArguments(operation)));
    expect(result).toEqual({ status, [status < 300 ? 'data' : 'error']: example });
    const [exchange] = exchanges;
    const validated = validateExchange(exchange!, { baseUrl: prism.url, closed: true });
    expect(validated).toEqual({ operation: operation.operationId, findings: [] });
  });
});

/** Faults that Prism cannot respond to, and those that it responds to in another way: they are below. */
const apart: readonly Fault['kind'][] = ['not JSON', 'no UUID'];

const known = nothingKnown();
test.each(operations.filter(canBeFaulty))(
  'both mocks reject faulty calls of $operationId alike',
  async (operation) => {
    const mock = createMock();
    const faulty = faultyRequests(operation, validRequests(operation, known)).filter(
      ({ request, fault }) =>
        !apart.includes(fault.kind) &&
        !hasOddBody(request) &&
        !isOddValue(request, fault) &&
        !isOddPath(request),
    );
    const kinds = new Set<string>();
    for (const { request, fault } of fc.sample(faulty, { seed, numRuns: 20 })) {
      const { method } = request;
      const headers = { ...request.headers, [keyHeader]: apiKey };
      const init = { method, headers, body: request.body ?? null };
      const own = await mock.fetch(urlOf(request), init);
      const other = await ask(urlOf(request).replace('http://mock', prism.url), init);
      const found = { mock: own.status, prism: other.status };
      expect({ request: urlOf(request), fault, ...found }).toEqual({
        request: urlOf(request),
        fault,
        mock: 422,
        prism: 422,
      });
      kinds.add(fault.kind);
    }
    expect(kinds.size).toBeGreaterThan(0);
  },
);

/** A body that Prism may not be able to read: it reads those that no operation takes, too. */
function hasOddBody({ operation, body }: RandomRequest): boolean {
  return body !== undefined && (operation.requestBody === undefined || body.length > 10_000);
}

/**
 * Whether Prism takes the path for one of another operation that has parameters: it takes an empty id, and
 * does not prefer the path without parameters when that lacks the method.
 */
function isOddPath({ operation, method, path }: RandomRequest): boolean {
  if (path === operation.path && method === operation.method.toUpperCase()) return false;
  return operations.some(
    (other) =>
      other.path !== operation.path &&
      other.path.includes('{') &&
      new RegExp(`^${other.path.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
  );
}

/** What Prism takes: null for no body, and a number in whatever way JavaScript writes it. */
function isOddValue({ operation, body, query }: RandomRequest, { kind }: Fault): boolean {
  if (kind === 'limit') {
    const written = new URLSearchParams(query.join('&')).get('limit') ?? '';
    return written.trim() === '' || (Number(written) >= 1 && Number(written) <= 100);
  }
  const isNull = body !== undefined && Buffer.from(body).toString().trim() === 'null';
  return isNull && !operation.requestBody?.required;
}

const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'X-Session-API-Key': apiKey, 'Content-Type': type },
  body,
});
const get = { headers: { 'X-Session-API-Key': apiKey } };
const search = '/api/v1/sandboxes/search';

test.each([
  [
    'a type that only looks like JSON',
    '/api/conversations',
    post('{}', 'application/json-patch+json'),
    415,
    200,
  ],
  ['a number with an exponent', `${search}?limit=1e1`, get, 422, 200],
])('Prism responds otherwise to %s', async (_, path, init, ours, theirs) => {
  expect((await createMock().fetch(`http://mock${path}`, init)).status).toBe(ours);
  const same = 'Prism has changed: take the kind out of `apart`.';
  expect((await ask(prism.url + path, init)).status, same).toBe(theirs);
});

type Calls = Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>;

async function ask(url: string, init: Parameters<typeof fetch>[1]) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(120_000) });
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}
