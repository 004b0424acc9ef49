import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import { faultKinds } from '../src/requests/fault.ts';
import { faultyRequests } from '../src/requests/faulty-requests.ts';
import { type Answer, complaintsAbout, complaintsAboutRefusal } from './support/judge.ts';
import { learn, nothingKnown } from '../src/requests/known.ts';
import { type RandomRequest, urlOf, validRequests } from '../src/requests/random-requests.ts';
import { report } from './support/report.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const runs = Number(process.env['FC_RUNS'] ?? 2000);
console.log(`Random requests: FC_SEED=${seed} FC_RUNS=${runs}`);

const minutes = 60_000;
/** How long an answer may take, in milliseconds. */
const patience = 5_000;

const known = nothingKnown();
const mock = createMock({ seed: 'properties' });

// Bodies have more ways to be wrong.
const valid = operations.map((operation) => ({
  operation,
  weight: operation.requestBody ? 5 : 1,
  requests: validRequests(operation, known),
}));
const requests = fc.oneof(...valid.map((it) => withHead(it.requests)));
const faulty = fc.oneof(
  ...valid.map((it) => ({
    weight: it.weight,
    arbitrary: faultyRequests(it.operation, it.requests, known),
  })),
);

test('valid requests get what is declared', { timeout: 5 * minutes }, async () => {
  const succeeded = new Set<string>();
  await hold(requests, async (request) => {
    const answer = await send(request);
    const complaints = complaintsAbout(request, answer);
    if (complaints.length > 0) throw new Error(report(request, { answer, complaints }));
    const { operationId } = request.operation;
    if (answer.status === 200 && request.method !== 'HEAD') {
      succeeded.add(operationId);
      learn(known, operationId, JSON.parse(answer.text));
    }
  });
  expect([...succeeded]).toEqual(atLeast(operations.map((it) => it.operationId)));
});

test('requests with one fault are refused for it', { timeout: 5 * minutes }, async () => {
  const met = new Map<string, number>();
  await hold(faulty, async ({ request, fault }) => {
    const answer = await send(request);
    const complaints = complaintsAboutRefusal(request, fault, answer);
    if (complaints.length > 0) throw new Error(report(request, { answer, complaints, fault }));
    met.set(fault.kind, (met.get(fault.kind) ?? 0) + 1);
  });
  console.log(`Refused: ${[...met].map(([kind, times]) => `${times} × ${kind}`).join(', ')}`);
  expect([...met.keys()]).toEqual(atLeast(faultKinds));
});

/** In a long run everything has to be met: what is never made proves nothing. */
function atLeast(all: readonly string[]): unknown {
  return expect.arrayContaining(runs < 5000 ? [] : [...all]);
}

/** Now and then HEAD in the place of GET: it answers alike, without the body. */
function withHead(items: fc.Arbitrary<RandomRequest>): fc.Arbitrary<RandomRequest> {
  return fc
    .tuple(items, fc.nat(7))
    .map(([request, way]) =>
      request.method === 'GET' && way === 7 ? { ...request, method: 'HEAD' } : request,
    );
}

/** @throws {Error} with the smallest item that was found not to do */
async function hold<T>(items: fc.Arbitrary<T>, check: (item: T) => Promise<void>): Promise<void> {
  const details = await fc.check(fc.asyncProperty(items, check), {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: 4 * minutes,
    markInterruptAsFailure: true,
  });
  if (!details.failed) return;
  const { errorInstance, numRuns, numShrinks, interrupted } = details;
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(
    `FC_SEED=${seed}, request ${numRuns} of ${runs}, made smaller ${numShrinks} times` +
      `${interrupted ? ', interrupted' : ''}\n${what}`,
  );
}

/** @throws {Error} when the mock fails or gives no answer in time */
async function send(request: RandomRequest): Promise<Answer> {
  const { method, headers, body } = request;
  const asked = new Request(urlOf(request), { method, headers, ...(body && { body }) });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([read(mock.fetch(asked)), late]);
  } catch (error) {
    throw new Error(report(request, { complaints: [String(error)] }), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function read(response: Promise<Response>): Promise<Answer> {
  const { status, headers, body } = await response;
  return { status, headers, text: await new Response(body).text() };
}
