/** Requests that show what the mock does, the same in each run, and what of the contract they cover. */
import { readFileSync } from 'node:fs';
import type { Transition } from '@agent-conversation/contract';
import { createMock, type MockOptions } from '@agent-conversation/mock';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import {
  contract,
  keyHeader,
  operationOf,
  operations,
} from '../../src/contract.ts';
import { touchedPoints } from '../../src/contract-coverage/coverage.ts';
import type { Point } from '../../src/contract-coverage/types.ts';
import { arbitrary } from '../../src/requests/arbitrary.ts';
import { learn, nothingKnown } from '../../src/requests/valid-requests.ts';
import { closed, exampleOf, examples } from './bodies.ts';
import { randomRequests, Recorder, requestOf } from './recorder.ts';

/** Calls mocks that it starts. */
type Scenario = (start: (options?: MockOptions) => Recorder) => Promise<void>;

/**
 * Returns whether the mock shows a point of the contract, and what it failed to respond to.
 *
 * @param random whether to send random requests too, which show more of the optional properties
 */
export async function coverMock({ random }: { readonly random: boolean }) {
  const fixed = [lifecycles, exampleRequests, rejectedRequests];
  const own = await run(
    ...(random ? [randomCalls, randomConversations] : []),
    ...fixed,
  );
  const requested = await run(requestedExamples);
  return {
    isTouched: ({ id, kind }: Point) =>
      own.touched.has(id) || (kind === 'example' && requested.touched.has(id)),
    failed: own.exchanges.filter(({ response }) => response.status >= 500),
  };
}

/** Runs scenarios, and returns all exchanges with the ids of the points that they touch. */
async function run(...scenarios: readonly Scenario[]) {
  const recorders: Recorder[] = [];
  for (const scenario of scenarios) {
    await scenario((options) => {
      const mock = createMock({
        seed: 'coverage',
        clock: 'manual',
        ...options,
      });
      recorders.push(new Recorder(mock));
      return recorders.at(-1)!;
    });
  }
  const exchanges = recorders.flatMap((recorder) => recorder.exchanges);
  return { exchanges, touched: touchedPoints(exchanges) };
}

/** Returns why the mock never shows some points, by their ids: see `coverage-exceptions.yaml`. */
export function readReasons(): ReadonlyMap<string, string> {
  const text = readFileSync(
    new URL('../../coverage-exceptions.yaml', import.meta.url),
    'utf8',
  );
  const entries = parse(text) as { reason: string; points: string[] }[];
  return new Map(
    entries.flatMap(({ reason, points }) =>
      points.map((id) => [id, reason.trim()]),
    ),
  );
}

const knownId = 'sbx-4kq7m2xw';

/** Sends the examples of requests to a mock that starts with the examples of responses. */
const exampleRequests: Scenario = async (start) => {
  const recorder = start({ examples: true });
  for (const { operationId, requestBody } of operations) {
    if (!requestBody) await call(recorder, operationId, knownId);
  }
  for (const { operation, status, value } of examples) {
    if (status === undefined)
      await call(recorder, operation.operationId, knownId, value);
  }
};

/** Calls every operation without a key, in each form of the response, and beyond the rate limit. */
const rejectedRequests: Scenario = async (start) => {
  for (const unauthorizedBody of ['detail', 'error', 'text'] as const) {
    const recorder = start({ unauthorizedBody });
    for (const { method, path } of operations)
      await recorder.send(method.toUpperCase(), path, {});
  }
  const limited = start({ rateLimit: 1 });
  for (const { operationId } of [...operations, ...operations])
    await call(limited, operationId);
};

/** Asks for every example of a response by its name. Such an exchange shows the example and nothing else. */
const requestedExamples: Scenario = async (start) => {
  const recorder = start();
  for (const { operation, status, name } of examples) {
    if (status === undefined) continue;
    const headers = { Prefer: `code=${status}, example=${name}` };
    await call(
      recorder,
      operation.operationId,
      knownId,
      exampleOf(operation),
      headers,
    );
  }
};

interface Resource {
  readonly id: string;
  readonly sandbox_id: string;
}

async function startConversation(recorder: Recorder): Promise<Resource> {
  await call(recorder, 'startAppConversation', '', {});
  recorder.mock.advance(10_000);
  const list = await call(recorder, 'listAppConversations');
  return (list as readonly Resource[])[0]!;
}

/** Each function creates something with a lifecycle, and returns its id. */
const create = {
  sandbox: async (it: Recorder) =>
    ((await call(it, 'startSandbox')) as Resource).id,
  sandboxOfConversation: async (it: Recorder) =>
    (await startConversation(it)).sandbox_id,
  conversation: async (it: Recorder) => (await startConversation(it)).id,
  async legacyConversation(it: Recorder) {
    const id = '5d41402abc4b2a76b9719d911017c592';
    await call(it, 'createConversation', id);
    return id;
  },
};

/** What has a lifecycle, its first state, and the operation that shows it. */
const subjects = [
  ['sandbox', 'SandboxStatus', 'STARTING', 'searchSandboxes'],
  ['sandboxOfConversation', 'SandboxStatus', 'RUNNING', 'listAppConversations'],
  ['conversation', 'ExecutionStatus', 'idle', 'listAppConversations'],
  [
    'legacyConversation',
    'ConversationStatus',
    'STARTING',
    'createConversation',
  ],
] as const;

/** Shows every entry of every lifecycle table with a mock of its own, and what time changes. */
const lifecycles: Scenario = async (start) => {
  for (const [subject, schema, initial, look] of subjects) {
    const table = contract.components.schemas[schema]!['x-lifecycle']!;
    const { transitions, unchanged, rejected } = table;
    const entries = [...transitions, ...unchanged, ...rejected];
    // An operation that also changes the state shows it by itself.
    const isChangedByLook = entries.some(({ operation }) => operation === look);
    // The shortest way to each state.
    const ways = new Map<string, readonly Transition[]>([[initial, []]]);
    for (const [state, way] of ways) {
      for (const next of transitions.filter(
        ({ from, to }) => from === state && !ways.has(to),
      )) {
        ways.set(next.to, [...way, next]);
      }
    }
    for (const entry of entries) {
      const recorder = start();
      const id = await create[subject](recorder);
      for (const step of [
        ...ways.get('from' in entry ? entry.from : entry.in)!,
        entry,
      ]) {
        if (step.operation)
          await call(recorder, step.operation as OperationId, id);
        else if ('to' in step) recorder.mock.happen(id, step.to);
        if (!isChangedByLook || step === entry) await call(recorder, look, id);
      }
    }
    const recorder = start();
    const id = await create[subject](recorder);
    for (let time = 0; time < 8000; time += 200) {
      recorder.mock.advance(200);
      await call(recorder, look, id);
    }
  }
  await call(start({ startupTimeInMs: 0 }), 'startSandbox');
};

const seed = 20261122;

/** Sends random requests of every operation, valid ones and ones with one fault. */
const randomCalls: Scenario = async (start) => {
  const recorder = start({ clock: 'requests' });
  const known = nothingKnown();
  const { valid, faulty } = randomRequests(known);
  const requests = fc.oneof(
    { weight: 2, arbitrary: valid },
    { weight: 1, arbitrary: faulty.map(({ request }) => request) },
  );
  // As many of each operation, however many there are.
  const numRuns = Math.round((operations.length * 500) / 3);
  const property = fc.asyncProperty(requests, fc.nat(), async (random, key) => {
    await recorder.fetch(requestOf(random, key % 5 > 0 ? 'any' : `KEY-${key}`));
    const { status, body } = recorder.exchanges.at(-1)!.response;
    if (status === 200)
      learn(known, random.operation.operationId, JSON.parse(body || 'null'));
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
  for (const search of ['sandboxes', 'sandbox-specs']) {
    const headers = { [keyHeader]: 'any' };
    await recorder.send('GET', `/api/v1/${search}/search?limit=5&limit=5`, {
      headers,
    });
  }
};

const parent_conversation_id = '7f9c24e83b124fef91e056a2f5a6b7c8';
const { AppConversationStartRequest, Settings, SandboxSpec } =
  contract.components.schemas;

/** Starts conversations by random requests, with random settings and specs. */
const randomConversations: Scenario = async (start) => {
  // The mock takes only what the contract lists.
  const options = fc.record({
    settings: arbitrary(closed(Settings!)) as fc.Arbitrary<Settings>,
    sandboxSpecs: fc.uniqueArray(
      arbitrary(closed(SandboxSpec!)) as fc.Arbitrary<SandboxSpec>,
      {
        minLength: 1,
        selector: ({ id }) => id,
      },
    ),
  });
  const requests = arbitrary(AppConversationStartRequest!) as fc.Arbitrary<
    Record<string, unknown>
  >;
  for (const [given, request] of fc.sample(fc.tuple(options, requests), {
    seed,
    numRuns: 100,
  })) {
    const recorder = start(given);
    await call(recorder, 'getSettings');
    await call(recorder, 'searchSandboxSpecs');
    const parent = { conversation_id: parent_conversation_id };
    await call(recorder, 'startAppConversation', '', parent);
    recorder.mock.advance(10_000);
    // Ids are UUIDs, and a parent is there before its children.
    const { sandbox_id: _, conversation_id: __, ...rest } = request;
    const hasParent = typeof rest['parent_conversation_id'] === 'string';
    const child = { ...rest, ...(hasParent && { parent_conversation_id }) };
    await call(recorder, 'startAppConversation', '', child);
    recorder.mock.advance(10_000);
    await call(recorder, 'listAppConversations');
  }
};

/**
 * Calls an operation.
 *
 * @param id of what the operation is about
 */
async function call(
  recorder: Recorder,
  operationId: OperationId,
  id = 'any',
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { method, path, requestBody } = operationOf(operationId);
  const given = requestBody && (body ?? { conversation_id: id });
  const json = given && { 'Content-Type': 'application/json' };
  return recorder.send(method.toUpperCase(), path.replace(/\{\w+\}/, id), {
    headers: { [keyHeader]: 'any', ...json, ...headers },
    ...(json && { body: JSON.stringify(given) }),
  });
}
