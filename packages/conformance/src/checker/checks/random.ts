/** Checks by random calls: valid ones, and ones with a fault. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '@agent-conversation/validators';
import type * as fc from 'fast-check';
import { operationOf, resolve } from '../../contract.ts';
import { propertyRule } from '../../oracle/rules.ts';
import {
  canBeFaulty,
  type Fault,
  type FaultyRequest,
  faultyRequests,
} from '../../requests/faulty-requests.ts';
import {
  bytes,
  formatId,
  type Known,
  learn,
  nothingKnown,
  type RandomRequest,
  validRequests,
} from '../../requests/valid-requests.ts';
import type { CheckContext, Seen, CheckDefinition } from '../check-context.ts';
import { BudgetSpent } from '../sender.ts';
import { type Call, sandboxIn } from '../session.ts';
import { listOf, propertiesOf, sample } from '../values.ts';
import { plainCall } from './routes.ts';
import { sandboxFor } from './sandboxes.ts';

/** How many random calls are made of an operation that only reads, and of others. */
const counts = { get: 16, others: 6 };

/** How many requests with each kind of fault are made, of how many random ones. */
const faults = { ofEachKind: 2, of: 300 };

/** The operations that write and of which it is known what they create and change. */
const understoodWrites: ReadonlySet<OperationId> = new Set<OperationId>([
  'startSandbox',
  'startAppConversation',
  'createConversation',
  'pauseSandbox',
  'resumeSandbox',
]);

/** Returns valid requests of an operation that affect nothing but what the run has created. */
async function harmlessRequests(
  context: CheckContext,
  id: OperationId,
): Promise<fc.Arbitrary<RandomRequest>> {
  const known = nothingKnown();
  const operation = operationOf(id);
  const { path, method } = operation;
  const namesInPath = path.includes('{');
  if (method === 'get') {
    if (namesInPath) return validRequests(operation, known);
    const query = path.endsWith('/search') ? ['limit=1'] : [];
    const seen = await context.call({ operation: id, query });
    if (seen.status === 200 && seen.isValid) learn(known, id, seen.body);
    known.conversations.push(...context.session.conversations.keys());
  } else if (namesInPath && !understoodWrites.has(id)) {
    // What it does is unknown, so it names an unknown id.
    const { path: unknown } = plainCall(id, context.session.settings.seed);
    return validRequests(operation, known).map((request) => ({ ...request, path: unknown! }));
  }
  const needsSandbox = method !== 'get' && (namesInPath || id === 'startAppConversation');
  const sandbox = needsSandbox ? await sandboxFor(context) : '';
  if (needsSandbox) known.sandboxes.push(sandbox);
  if (id === 'startSandbox') {
    const specs = await context.call({ operation: 'searchSandboxSpecs' });
    if (specs.status === 200 && specs.isValid) learn(known, 'searchSandboxSpecs', specs.body);
  }
  const own = new Set([undefined, sandbox]);
  return (
    validRequests(operation, known)
      .filter((request) => own.has(sandboxIn({ operation: id, path: request.path })))
      // Without a body, a conversation runs in a sandbox that can have been there before.
      .filter(({ body }) => body !== undefined || id !== 'startAppConversation')
      .map((request) => harmless(request, sandbox, known))
  );
}

/**
 * Changes a random request so that deployments accept it, it affects nothing but what the run has created, and
 * no agent begins to work: what it names is the run's sandbox, or new.
 */
function harmless(request: RandomRequest, sandbox: string, { specs }: Known): RandomRequest {
  const { operation, query, body } = request;
  const { operationId } = operation;
  const isKnown = (pair: string) => specs.some((id) => pair.endsWith(`=${encodeURIComponent(id)}`));
  if (operationId === 'startSandbox') return { ...request, query: query.filter(isKnown) };
  const content = operation.requestBody?.content['application/json'];
  if (!content || body === undefined || typeof request.value !== 'object') return request;
  const { properties = {} } = resolve(content.schema);
  const value = { ...propertiesOf(request.value) };
  for (const [name, given] of Object.entries(value)) {
    const { 'x-decision': decision } = properties[name] ?? {};
    // Legacy creation rejects what is not listed; of open properties (D43), no valid value is known.
    const isRejected = operationId === 'createConversation' && !Object.hasOwn(properties, name);
    if (isRejected || decision === 'D43') delete value[name];
    else if (typeof given === 'string' && name.endsWith('conversation_id')) {
      value[name] = formatId([randomUUID(), given.includes('-')]);
    }
  }
  // Deployments demand more of these than the contract.
  delete value['replay_json'];
  for (const example of Object.values(content.examples ?? {})) {
    const shown = propertiesOf(resolve(example).value);
    for (const name of ['suggested_task', 'create_microagent', 'mcp_config']) {
      if (value[name] && shown[name]) value[name] = shown[name];
    }
  }
  if (operationId === 'startAppConversation') {
    value['sandbox_id'] = sandbox;
    const { initial_message: message } = value;
    if (message) value['initial_message'] = { ...propertiesOf(message), run: false };
  }
  return { ...request, value, body: bytes(JSON.stringify(value)) };
}

/**
 * Makes calls one after the other. When the budget ends among them, those that were made are enough.
 *
 * @throws {BudgetSpent} when not one could be made
 */
async function callEach<T>(
  context: CheckContext,
  items: readonly T[],
  make: (item: T) => Promise<void>,
): Promise<void> {
  const before = context.exchanges.length;
  try {
    for (const item of items) await make(item);
  } catch (error) {
    if (!(error instanceof BudgetSpent) || context.exchanges.length === before) throw error;
  }
}

function callOf({ operation, method, path, query, headers, body }: RandomRequest): Call {
  return { operation: operation.operationId, method, path, query, headers, body };
}

/** Whether a server must detect a fault. An older one does not read `conversation_id` in V1. */
function isDetected({ kind, lenient, loc }: Fault, operation: OperationId): boolean {
  const isOptional = operation === 'startAppConversation' && loc[1] === 'conversation_id';
  return kind === 'no UUID' || !(lenient || isOptional);
}

/** Reports an error response that names no location in the part that is wrong. */
function reportLocation(context: CheckContext, { loc: [part] }: Fault, seen: Seen): void {
  if (part === undefined || !seen.isValid) return;
  const locations = listOf(propertiesOf(seen.body)['detail']).map((entry) => entry['loc']);
  if (locations.some((it) => Array.isArray(it) && it[0] === part)) return;
  const message = `must name a location in the ${part}, where the fault is`;
  const place = { part: 'body', pointer: '/detail', keyword: 'loc' } as const;
  context.report(propertyRule('ValidationErrorDetail', 'loc'), { ...place, message, seen });
}

export const randomChecks: readonly CheckDefinition[] = [
  {
    kind: 'random',
    title: 'Valid random calls get declared responses',
    // None of what could leave things behind unseen.
    of: ({ operationId, method, path }) =>
      method === 'get' || understoodWrites.has(operationId) || path.includes('{'),
    async run(context, operation) {
      const { check, session } = context;
      const valid = await harmlessRequests(context, operation);
      const count = operationOf(operation).method === 'get' ? counts.get : counts.others;
      const origin = { seed: session.settings.seed, name: check.id };
      await callEach(context, sample(valid, count, origin), async (request) => {
        await context.callValid(callOf(request));
      });
    },
  },
  {
    kind: 'faults',
    title: 'A call with one fault is rejected for it',
    of: (operation) => operation.responses['422'] !== undefined && canBeFaulty(operation),
    async run(context, operation) {
      const { check, session } = context;
      const valid = await harmlessRequests(context, operation);
      const origin = { seed: session.settings.seed, name: check.id };
      const faulty = sample(faultyRequests(operationOf(operation), valid), faults.of, origin);
      const detected = faulty.filter(({ fault }) => isDetected(fault, operation));
      const byKind = Map.groupBy(detected, ({ fault }) => fault.kind);
      const chosen = [...byKind.values()].flatMap((some) => some.slice(0, faults.ofEachKind));
      const make = async ({ request, fault }: FaultyRequest) => {
        const seen = await context.call(callOf(request));
        const why = `because the request has a fault (${fault.kind})`;
        if (!fault.lenient) context.demand(seen, [422], why);
        if (seen.status === 422) reportLocation(context, fault, seen);
      };
      await callEach(context, chosen, make);
    },
  },
];
