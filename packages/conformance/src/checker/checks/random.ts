/** Checks by random calls: valid ones, and ones with a fault. */
import {
  childOf,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Schema,
} from '@agent-conversation/contract';
import { randomUUID } from 'node:crypto';
import type * as fc from 'fast-check';
import { type Operation, operationOf, resolve } from '../../contract.ts';
import { propertyRule } from '../../oracle/rules.ts';
import { shownStates } from '../../oracle/lifecycles.ts';
import {
  canBeFaulty,
  type Fault,
  faultyRequests,
} from '../../requests/faulty-requests.ts';
import {
  formatId,
  learn,
  nothingKnown,
  type RandomRequest,
  validRequests,
} from '../../requests/valid-requests.ts';
import { percentEncoded, plainCall, sample } from '../../requests/calls.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import type { Seen } from '../seen.ts';
import { NoSandboxLeft } from '../ends.ts';
import { BudgetSpent } from '../sender.ts';
import { changesSandbox, sandboxFor } from './sandboxes.ts';

/** How many random calls are made of an operation that only reads, and of others. */
const counts = { get: 16, others: 6 };

/** How many requests with each kind of fault are made, of how many random ones. */
const faults = { ofEachKind: 2, of: 300 };

/** Whether it is known what an operation creates and changes. */
function isUnderstood({ operationId }: Operation): boolean {
  return shownStates[operationId] !== undefined || changesSandbox(operationId);
}

export const randomChecks: readonly CheckDefinition[] = [
  {
    kind: 'random',
    title: 'Valid random calls get declared responses',
    // None of what could leave things behind unseen.
    of: (operation) =>
      operation.method === 'get' ||
      isUnderstood(operation) ||
      operation.path.includes('{'),
    async run(context) {
      const { check, operation, settings } = context;
      const count = operation.method === 'get' ? counts.get : counts.others;
      const requests = sample(
        await harmlessRequests(context),
        count,
        settings.seed,
        check.id,
      );
      await forEach(context, requests, async (it) => context.callValid(it));
    },
  },
  {
    kind: 'faults',
    title: 'A call with one fault is rejected for it',
    of: (operation) =>
      operation.responses['422'] !== undefined && canBeFaulty(operation),
    async run(context) {
      const { check, operation, settings } = context;
      const valid = await harmlessRequests(context);
      const faulty = faultyRequests(operation, valid);
      const requests = sample(faulty, faults.of, settings.seed, check.id);
      // Older servers do not read `conversation_id` in V1.
      const isOptional = ({ kind, loc }: Fault) =>
        operation.operationId === 'startAppConversation' &&
        loc[1] === 'conversation_id' &&
        kind !== 'no UUID';
      const detected = requests.filter(({ fault }) => !isOptional(fault));
      const byKind = Map.groupBy(detected, ({ fault }) => fault.kind);
      const chosen = [...byKind.values()].flatMap((some) =>
        some.slice(0, faults.ofEachKind),
      );
      await forEach(context, chosen, async ({ request, fault }) => {
        const why = `because the request has a fault (${fault.kind})`;
        const isSure = fault.kind !== 'no UUID';
        // An edition rejects ids with 400 (decision D45).
        const statuses = fault.loc[1] === 'ids' ? [422, 400] : [422];
        const seen = await (isSure
          ? context.expect(statuses, request, why)
          : context.call(request));
        if (seen.status === 422) reportLocation(context, fault, seen);
      });
    },
  },
];

/** Makes calls one after the other. If the budget or the sandboxes end, those that were made are enough. */
async function forEach<T>(
  context: CheckContext,
  items: readonly T[],
  make: (item: T) => Promise<unknown>,
): Promise<void> {
  const before = context.exchanges.length;
  try {
    for (const item of items) await make(item);
  } catch (error) {
    const isSpent =
      error instanceof BudgetSpent || error instanceof NoSandboxLeft;
    if (!isSpent || context.exchanges.length === before) throw error;
  }
}

/** Returns valid requests of the operation that affect nothing but what the run has created. */
async function harmlessRequests(
  context: CheckContext,
): Promise<fc.Arbitrary<RandomRequest>> {
  const { operation, session } = context;
  const { operationId: id, path, method } = operation;
  const known = nothingKnown();
  const learnFrom = (seen: Seen) => {
    if (seen.status === 200 && seen.isValid)
      learn(known, seen.operation.operationId, seen.body);
  };
  const namesInPath = path.includes('{');
  if (method === 'get') {
    if (namesInPath) return validRequests(operation, known);
    learnFrom(
      await context.call({
        query: path.endsWith('/search') ? ['limit=1'] : [],
      }),
    );
    known.conversations.push(...session.conversations.keys());
    return validRequests(operation, known);
  }
  if (namesInPath && !isUnderstood(operation)) {
    // What it does is unknown, so it names an unknown id.
    const { path: unknown } = plainCall(operation, context.settings.seed);
    return validRequests(operation, known).map((request) => ({
      ...request,
      path: unknown,
    }));
  }
  const needsSandbox = namesInPath || id === 'startAppConversation';
  const sandbox = needsSandbox ? await sandboxFor(context) : '';
  if (needsSandbox) known.sandboxes.push(sandbox);
  // Not filtered by the sandbox: were none of them about it, the search for one would not end.
  const valid = validRequests(
    operation,
    known,
    namesInPath ? sandbox : undefined,
  );
  if (id === 'startSandbox')
    learnFrom(
      await context.call({ operation: operationOf('searchSandboxSpecs') }),
    );
  const isKnown = (pair: string) =>
    known.specs.some((spec) => pair.endsWith(`=${percentEncoded(spec)}`));
  return (
    valid
      // Without a body, a conversation runs in a sandbox that can have been there before.
      .filter(({ body }) => body !== undefined || id !== 'startAppConversation')
      .map((request) =>
        id === 'startSandbox'
          ? { ...request, query: request.query.filter(isKnown) }
          : withHarmlessBody(request, sandbox),
      )
  );
}

/**
 * Changes the body of a random request so that deployments accept it, nothing but what the run has created is affected,
 * and no agent begins to work: what it names is the run's sandbox, or new.
 */
function withHarmlessBody(
  request: RandomRequest,
  sandbox: string,
): RandomRequest {
  const { operationId, requestBody } = request.operation;
  if (!requestBody || !request.body || typeof request.value !== 'object')
    return request;
  const { properties = {} } = resolve(requestBody.schema);
  const examples = [...requestBody.examples.values()].map(objectOf);
  const value: Record<string, Json | undefined> = {};
  for (const [name, random] of Object.entries(objectOf(request.value))) {
    // Legacy creation rejects what is not listed.
    if (
      operationId === 'createConversation' &&
      !Object.hasOwn(properties, name)
    )
      continue;
    // Of open properties (D43), no valid value is known.
    if (properties[name]?.['x-decision'] === 'D43') continue;
    if (unsent.includes(name)) continue;
    value[name] = harmlessValue(name, random, examples);
  }
  if (operationId === 'startAppConversation') {
    value['sandbox_id'] = sandbox;
    value['initial_message'] = harmlessMessage(value);
  }
  return { ...request, value, body: JSON.stringify(value) };
}

/**
 * Properties that a random request does not have: an unknown parent fails, a known one may run in a sandbox that was
 * there before, and a replay needs a recording.
 */
const unsent: readonly string[] = ['parent_conversation_id', 'replay_json'];

/** Properties of which deployments demand more than the contract. */
const demanding: readonly string[] = [
  'suggested_task',
  'create_microagent',
  'mcp_config',
];

function harmlessValue(
  name: string,
  random: Json | undefined,
  examples: readonly JsonObject[],
): Json | undefined {
  if (demanding.includes(name) && random) {
    return (
      examples.findLast((example) => Object.hasOwn(example, name))?.[name] ??
      random
    );
  }
  if (name.endsWith('conversation_id') && typeof random === 'string') {
    return formatId([randomUUID(), random.includes('-')]);
  }
  return random;
}

/** Returns an initial message that starts no agent; none beside a suggested task, which is a message itself. */
function harmlessMessage(value: JsonObject): Json | undefined {
  const { initial_message: message, suggested_task: task } = value;
  if (!message || task) return undefined;
  const content = listOf(objectOf(message)['content']).map(
    withListedProperties,
  );
  return { ...objectOf(message), content, run: false };
}

/** Returns a content part without properties that the contract does not list: the newest edition rejects them. */
function withListedProperties(part: Json): JsonObject {
  const { properties: ofText = {} } = resolve<Schema>({
    $ref: '#/components/schemas/TextContent',
  });
  const { properties: ofImage = {} } = resolve<Schema>({
    $ref: '#/components/schemas/ImageContent',
  });
  const listed = { ...ofText, ...ofImage };
  const entries = Object.entries(objectOf(part)).filter(([name]) =>
    Object.hasOwn(listed, name),
  );
  return Object.fromEntries(entries);
}

/** Reports an error response that names no location in the part that is wrong. */
function reportLocation(
  context: CheckContext,
  { loc: [part] }: Fault,
  seen: Seen,
): void {
  if (part === undefined || !seen.isValid) return;
  const entries = listOf(seen.properties['detail']);
  if (entries.some((it) => listOf(childOf(it, 'loc'))[0] === part)) return;
  const message = `must name a location in the ${part}, where the fault is`;
  context.report(
    propertyRule('ValidationErrorDetail', 'loc'),
    'body/detail',
    'loc',
    message,
    seen,
  );
}
