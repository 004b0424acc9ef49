/** The mock against the contract: random requests, validated by the oracle and by Ajv, which do not use the mock's code. */
import { pointerTo } from '@agent-conversation/contract';
import { createMock, exampleOnly } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import type { Exchange } from '../src/oracle/exchange.ts';
import type { Finding } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { secretMark } from '../src/requests/arbitrary.ts';
import { canBeFaulty, type Fault, faultyRequests } from '../src/requests/faulty-requests.ts';
import {
  keyHeader,
  learn,
  nothingKnown,
  type RandomRequest,
  validRequests,
} from '../src/requests/valid-requests.ts';
import { urlOf } from './support/recorder.ts';
import { violations } from './support/violations.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
/** `npm run check` makes more. */
const numRuns = Number(process.env['FC_RUNS'] ?? 500);

const apiKey = 'KEY-of-the-test';
const known = nothingKnown();
const mock = createMock({ seed: 'random' });
const valid = operations.map((operation) => ({
  operation,
  requests: validRequests(operation, known),
  weight: operation.requestBody ? 3 : 1,
}));
const requests = fc.oneof(...valid.map((it) => ({ arbitrary: it.requests, weight: it.weight })));
const faulty = fc.oneof(
  ...valid
    .filter(({ operation }) => canBeFaulty(operation))
    .map(({ operation, requests: its, weight }) => ({
      arbitrary: faultyRequests(operation, its),
      weight,
    })),
);

test('valid requests get declared responses', async () => {
  const succeeded = new Set<string>();
  const property = fc.asyncProperty(requests, fc.nat(7), async (request, way) => {
    const isHead = request.method === 'GET' && way === 7;
    const exchange = await send(isHead ? { ...request, method: 'HEAD' } : request);
    const { operationId, responses } = request.operation;
    const { status, body } = exchange.answer;
    expect([400, 401, 415, 422]).not.toContain(status);
    expect(violationsOf(exchange, operationId)).toEqual([]);
    const { schema } = resolve(responses[status]!).content['application/json']!;
    expect(isHead ? [body] : violations(schema, JSON.parse(body))).toEqual(isHead ? [''] : []);
    expect(body).not.toContain(secretMark);
    if (status !== 200 || isHead) return;
    succeeded.add(operationId);
    learn(known, operationId, JSON.parse(body));
  });
  await fc.assert(property, { seed, numRuns });
  // The mock knows one id only of an operation without a handler, which no random request has.
  const able = operations.filter(
    ({ operationId, path }) => !exampleOnly.includes(operationId as never) || !path.includes('{'),
  );
  expect([...succeeded].toSorted()).toEqual(able.map((it) => it.operationId).toSorted());
});

test('requests with one fault are rejected for that fault', async () => {
  const property = fc.asyncProperty(faulty, async ({ request, fault }) => {
    const exchange = await send(request);
    const { status, headers, body } = exchange.answer;
    expect(fault.kind === 'no UUID' ? [200, 422] : [422], JSON.stringify(fault)).toContain(status);
    const found = violationsOf(exchange, request.operation.operationId).map(
      ({ side, part, pointer }) => `${side} ${part} ${pointer}`,
    );
    expect({ fault, found }).toEqual({ fault, found: expected(fault) });
    const shown = `${[...headers].join('\n')}\n${body}`;
    expect(shown).not.toContain(secretMark);
    expect(shown).not.toContain(apiKey);
    if (fault.loc.length === 0 || status !== 422) return;
    const { detail } = JSON.parse(body) as { detail: { loc: unknown[] }[] };
    expect(detail.map(({ loc }) => loc)).toContainEqual(fault.loc);
  });
  await fc.assert(property, { seed, numRuns });
});

test('a key sees nothing that another key has made', async () => {
  const service = createMock({ startupTimeInMs: 0 });
  const call = async (key: string, method: string, path: string, body?: string) => {
    const headers = { [keyHeader]: key, ...(body && { 'Content-Type': 'application/json' }) };
    const init = { method, headers, ...(body && { body }) };
    const response = await service.fetch(`http://mock/api/v1${path}`, init);
    return { status: response.status, text: await response.text() };
  };
  const made = new Map<string, string[]>();
  // Keys that differ in as little as keys can.
  for (const key of ['A', 'a']) {
    const { id } = JSON.parse((await call(key, 'POST', '/sandboxes')).text) as { id: string };
    await call(key, 'POST', '/app-conversations', JSON.stringify({ title: `title of ${key}` }));
    made.set(key, [id, `title of ${key}`]);
  }
  service.advance(60_000);
  for (const [key, own] of made) {
    const [other] = [...made].filter(([it]) => it !== key).map(([, things]) => things);
    const lists = ['/sandboxes/search', '/app-conversations'];
    const shown = (await Promise.all(lists.map((path) => call(key, 'GET', path))))
      .map(({ text }) => text)
      .join('\n');
    for (const thing of own) expect(shown).toContain(thing);
    for (const thing of other!) expect(shown).not.toContain(thing);
    expect((await call(key, 'POST', `/sandboxes/${other![0]}/pause`)).status).toBe(404);
  }
});

/** Where the oracle reports a rejected request. */
function expected({ kind, loc }: Fault): string[] {
  if (kind === 'no UUID') return [];
  const [part = 'body', ...steps] = loc.map((step) => `${step}`);
  return [`request ${part} ${pointerTo('', ...steps)}`];
}

/** What the oracle says, without properties that only the request has, and that one response repeats. */
function violationsOf(exchange: Exchange, operationId: string): Finding[] {
  const { findings } = validateExchange(exchange, { closed: true });
  return findings.filter(
    ({ side, pointer, keyword }) =>
      keyword !== 'additionalProperties' ||
      (side === 'answer' &&
        !(operationId === 'startAppConversation' && pointer.startsWith('/request/'))),
  );
}

async function send(random: RandomRequest): Promise<Exchange> {
  const { method, body } = random;
  const headers = { ...random.headers, [keyHeader]: apiKey };
  const url = urlOf(random);
  const request = new Request(url, { method, headers, ...(body && { body }) });
  const response = await mock.fetch(request.clone());
  const { status } = response;
  const text = body && new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return {
    request: { method, url, headers: request.headers, body: text },
    answer: { status, headers: response.headers, body: await response.text() },
  };
}
