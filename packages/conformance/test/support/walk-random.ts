import { createMock } from '@agent-conversation/mock';
import { getSettings, searchSandboxSpecs } from '@agent-conversation/validators';
import type { AppConversationStartRequest, SandboxSpec, Settings } from '@agent-conversation/types';
import * as fc from 'fast-check';
import { contract, operations } from '../../src/contract.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import { arbitrary } from '../../src/requests/arbitrary.ts';
import { canBeFaulty, faultyRequests } from '../../src/requests/faulty-requests.ts';
import {
  keyHeader,
  learn,
  nothingKnown,
  validRequests,
} from '../../src/requests/valid-requests.ts';
import { Recorder, urlOf } from './recorder.ts';

const seed = 20261122;
/** As many for each operation, however many there are. */
const requests = Math.round((operations.length * 500) / 3);
const seeds = 200;
const conversations = 200;

/** Random requests of every operation, valid ones and ones with one fault; the same ones in each run. */
export async function walkRandomly(): Promise<Exchange[]> {
  const recorder = new Recorder(createMock({ seed: 'coverage' }));
  const known = nothingKnown();
  const of = operations.flatMap((operation) => {
    const valid = validRequests(operation, known);
    const weight = operation.requestBody ? 6 : 1;
    return [
      { weight: 2 * weight, arbitrary: valid },
      ...(canBeFaulty(operation)
        ? [{ weight, arbitrary: faultyRequests(operation, valid).map((it) => it.request) }]
        : []),
    ];
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(...of), fc.nat(), async (request, key) => {
      const { operation, method, body } = request;
      const headers = { ...request.headers, [keyHeader]: key % 5 > 0 ? 'any' : `KEY-${key}` };
      const address = urlOf(request).replace('http://mock', '');
      const received = await recorder.send(method, address, { headers, body });
      const status = recorder.exchanges.at(-1)?.answer.status;
      if (status === 200) learn(known, operation.operationId, received);
    }),
    { seed, numRuns: requests, endOnFailure: true },
  );
  for (const search of ['sandboxes', 'sandbox-specs']) {
    await recorder.ask('GET', `/api/v1/${search}/search?limit=5&limit=5`);
  }
  return recorder.exchanges;
}

/** Asks mocks that have random settings and specs for them, and for a conversation by these settings. */
export async function walkSeedData(): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const both = fc.record({ settings: someSettings, sandboxSpecs: someSpecs });
  for (const options of fc.sample(both, { seed, numRuns: seeds })) {
    const recorder = new Recorder(createMock({ seed: 'coverage', clock: 'manual', ...options }));
    await recorder.ask('GET', '/api/settings');
    await recorder.ask('GET', '/api/v1/sandbox-specs/search');
    await recorder.ask('POST', '/api/v1/app-conversations', { body: { initial_message: message } });
    recorder.mock.advance(10_000);
    await recorder.ask('GET', '/api/v1/app-conversations');
    exchanges.push(...recorder.exchanges);
  }
  return exchanges;
}

/** Starts conversations by random requests, and lists them when they are there. */
export async function walkConversations(): Promise<Exchange[]> {
  const recorder = new Recorder(createMock({ seed: 'coverage', clock: 'manual' }));
  const list = async () => recorder.ask('GET', '/api/v1/app-conversations');
  await list();
  await recorder.ask('POST', '/api/v1/app-conversations', { body: { conversation_id: parentId } });
  recorder.mock.advance(10_000);
  const body = arbitrary(startRequest!) as fc.Arbitrary<object>;
  for (const some of fc.sample(body, { seed, numRuns: conversations })) {
    // Ids are UUIDs, and a parent is there before its children.
    const { sandbox_id: _, conversation_id: __, ...request } = some as AppConversationStartRequest;
    const parent = request.parent_conversation_id && { parent_conversation_id: parentId };
    await recorder.ask('POST', '/api/v1/app-conversations', { body: { ...request, ...parent } });
  }
  recorder.mock.advance(10_000);
  await list();
  return recorder.exchanges;
}

const parentId = '7f9c24e83b124fef91e056a2f5a6b7c8';
const message = { content: [{ type: 'text', text: 'Fix it.' }], run: true };

const {
  AppConversationStartRequest: startRequest,
  SandboxSpec,
  Settings,
} = contract.components.schemas;
const json = { status: 200, contentType: 'application/json' };

// The mock takes nothing that the contract does not list.
const someSettings = (arbitrary(Settings!) as fc.Arbitrary<Settings>).filter(
  (body) => getSettings.validateAnswer({ ...json, body }, { closed: true }).valid,
);
const someSpecs = fc
  .uniqueArray(arbitrary(SandboxSpec!) as fc.Arbitrary<SandboxSpec>, {
    minLength: 1,
    selector: ({ id }) => id,
  })
  .filter(
    (items) =>
      searchSandboxSpecs.validateAnswer({ ...json, body: { items } }, { closed: true }).valid,
  );
