/** Checks by random calls: valid ones, and ones with a fault. */
import { childOf, listOf, objectOf } from '@agent-conversation/contract';
import { randomUUID } from 'node:crypto';
import type * as fc from 'fast-check';
import { type Operation, operationOf, resolve } from '../../contract.ts';
import { propertyRule } from '../../oracle/rules.ts';
import { shownStates } from '../../oracle/lifecycles.ts';
import { canBeFaulty, type Fault, faultyRequests } from '../../requests/faulty-requests.ts';
import {
  formatId,
  learn,
  nothingKnown,
  type RandomRequest,
  validRequests,
} from '../../requests/valid-requests.ts';
import { plainCall, sample, sandboxIn } from '../../requests/calls.ts';
import type { CheckContext, CheckDefinition, Seen } from '../check-context.ts';
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
      operation.method === 'get' || isUnderstood(operation) || operation.path.includes('{'),
    async run(context) {
      const { check, operation, settings } = context;
      const count = operation.method === 'get' ? counts.get : counts.others;
      const requests = sample(await harmlessRequests(context), count, settings.seed, check.id);
      await forEach(context, requests, async (it) => context.callValid(it));
    },
  },
  {
    kind: 'faults',
    title: 'A call with one fault is rejected for it',
    of: (operation) => operation.responses['422'] !== undefined && canBeFaulty(operation),
    async run(context) {
      const { check, operation, settings } = context;
      const valid = await harmlessRequests(context);
      const faulty = faultyRequests(operation, valid);
      const made = sample(faulty, faults.of, settings.seed, check.id);
      // Older servers do not read `conversation_id` in V1.
      const isOptional = ({ kind, loc }: Fault) =>
        operation.operationId === 'startAppConversation' &&
        loc[1] === 'conversation_id' &&
        kind !== 'no UUID';
      const detected = made.filter(({ fault }) => !isOptional(fault));
      const byKind = Map.groupBy(detected, ({ fault }) => fault.kind);
      const chosen = [...byKind.values()].flatMap((some) => some.slice(0, faults.ofEachKind));
      await forEach(context, chosen, async ({ request, fault }) => {
        const why = `because the request has a fault (${fault.kind})`;
        const isSure = fault.kind !== 'no UUID';
        const seen = await (isSure ? context.expect([422], request, why) : context.call(request));
        if (seen.status === 422) reportLocation(context, fault, seen);
      });
    },
  },
];

/** Makes calls one after the other. When the budget ends among them, those that were made are enough. */
async function forEach<T>(
  context: CheckContext,
  items: readonly T[],
  make: (item: T) => Promise<unknown>,
): Promise<void> {
  const before = context.exchanges.length;
  try {
    for (const item of items) await make(item);
  } catch (error) {
    if (!(error instanceof BudgetSpent) || context.exchanges.length === before) throw error;
  }
}

/** Returns valid requests of the operation that affect nothing but what the run has created. */
async function harmlessRequests(context: CheckContext): Promise<fc.Arbitrary<RandomRequest>> {
  const { operation, session } = context;
  const { operationId: id, path, method } = operation;
  const known = nothingKnown();
  const learnFrom = (seen: Seen) => {
    if (seen.status === 200 && seen.isValid) learn(known, seen.operation.operationId, seen.body);
  };
  const valid = validRequests(operation, known);
  const namesInPath = path.includes('{');
  if (method === 'get') {
    if (namesInPath) return valid;
    learnFrom(await context.call({ query: path.endsWith('/search') ? ['limit=1'] : [] }));
    known.conversations.push(...session.conversations.keys());
  } else if (namesInPath && !isUnderstood(operation)) {
    // What it does is unknown, so it names an unknown id.
    const { path: unknown } = plainCall(operation, context.settings.seed);
    return valid.map((request) => ({ ...request, path: unknown }));
  }
  const needsSandbox = method !== 'get' && (namesInPath || id === 'startAppConversation');
  const sandbox = needsSandbox ? await sandboxFor(context) : '';
  if (needsSandbox) known.sandboxes.push(sandbox);
  if (id === 'startSandbox')
    learnFrom(await context.call({ operation: operationOf('searchSandboxSpecs') }));
  const own = new Set([undefined, sandbox]);
  const isKnown = (pair: string) =>
    known.specs.some((spec) => pair.endsWith(`=${encodeURIComponent(spec)}`));
  return (
    valid
      .filter((request) => own.has(sandboxIn(request)))
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
function withHarmlessBody(request: RandomRequest, sandbox: string): RandomRequest {
  const { operationId, requestBody } = request.operation;
  if (!requestBody || !request.body || typeof request.value !== 'object') return request;
  const { properties = {} } = resolve(requestBody.schema);
  const value = { ...objectOf(request.value) };
  const examples = [...requestBody.examples.values()].map(objectOf);
  for (const [name, given] of Object.entries(value)) {
    // Legacy creation rejects what is not listed; of open properties (D43), no valid value is known.
    const isRejected = operationId === 'createConversation' && !Object.hasOwn(properties, name);
    const isOpen = properties[name]?.['x-decision'] === 'D43';
    // Deployments demand more of these than the contract.
    const isDemanding = ['suggested_task', 'create_microagent', 'mcp_config'].includes(name);
    if (isRejected || isOpen || name === 'replay_json') delete value[name];
    else if (given && isDemanding)
      value[name] = Object.assign({ [name]: given }, ...examples)[name];
    else if (typeof given === 'string' && name.endsWith('conversation_id')) {
      value[name] = formatId([randomUUID(), given.includes('-')]);
    }
  }
  if (operationId === 'startAppConversation') {
    value['sandbox_id'] = sandbox;
    const { initial_message: message } = value;
    if (message) value['initial_message'] = { ...objectOf(message), run: false };
  }
  return { ...request, value, body: JSON.stringify(value) };
}

/** Reports an error response that names no location in the part that is wrong. */
function reportLocation(context: CheckContext, { loc: [part] }: Fault, seen: Seen): void {
  if (part === undefined || !seen.isValid) return;
  const entries = listOf(seen.properties['detail']);
  if (entries.some((it) => listOf(childOf(it, 'loc'))[0] === part)) return;
  const message = `must name a location in the ${part}, where the fault is`;
  context.report(propertyRule('ValidationErrorDetail', 'loc'), 'body/detail', 'loc', message, seen);
}
