import { randomUUID } from 'node:crypto';
import type { OperationId } from '@agent-conversation/validators';
import type * as fc from 'fast-check';
import { BudgetSpent } from '../budget.ts';
import { type Call, operationOf, sandboxIn } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import type { Examination } from '../examination.ts';
import { membersOf } from '../members.ts';
import { sample } from '../random.ts';
import { resolve } from '../../contract.ts';
import { type Known, learn, nothingKnown } from '../../requests/known.ts';
import {
  bytes,
  inAForm,
  type RandomRequest,
  validRequests,
} from '../../requests/random-requests.ts';
import { plainCall } from './plain-call.ts';
import { workplaceIn } from './workplace.ts';
import { demandUnderstood } from './understood.ts';

/** How many random calls are made of an operation that only reads, and of one that makes things. */
const counts = { get: 16, post: 6 };

/** The operations that write and of which it is known what they make and change. */
const understoodWrites: ReadonlySet<OperationId> = new Set<OperationId>([
  'startSandbox',
  'startAppConversation',
  'createConversation',
  'pauseSandbox',
  'resumeSandbox',
]);

/** Random calls that are as the contract has them; none of what could leave things behind unseen. */
export function randomChecks(operation: OperationId): Check[] {
  const { method, path } = operationOf(operation);
  const leavesUnseen = method !== 'get' && !understoodWrites.has(operation);
  if (leavesUnseen && !path.includes('{')) return [];
  const check = checkOf(operation, 'random', {
    title: 'Valid random calls get declared responses',
    async run(examination) {
      const { valid } = await anyValid(examination, operation);
      const count = method === 'get' ? counts.get : counts.post;
      await callEach(examination, sample(valid, count, nameOf(examination)), async (request) => {
        const call = callOf(request);
        demandUnderstood(examination, call, await examination.call(call));
      });
    },
  });
  return [check];
}

/** Valid requests of an operation that touch nothing but what the run has made, and what they know. */
export async function anyValid(
  examination: Examination,
  operation: OperationId,
): Promise<{ readonly valid: fc.Arbitrary<RandomRequest>; readonly known: Known }> {
  const known = nothingKnown();
  const { path, method } = operationOf(operation);
  const namesInPath = path.includes('{');
  if (method === 'get') {
    if (namesInPath) return { valid: validRequests(operationOf(operation), known), known };
    const first = { operation, query: path.endsWith('/search') ? ['limit=1'] : [] };
    const seen = await examination.call(first);
    if (seen.status === 200 && seen.isSound) learn(known, operation, seen.body);
    known.conversations.push(...examination.session.conversations);
  } else if (namesInPath && !understoodWrites.has(operation)) {
    // What it would do is not known, so it names what nobody has.
    const { path: nobodys } = plainCall(operation, examination.session.settings.seed);
    const valid = validRequests(operationOf(operation), known);
    return { valid: valid.map((request) => ({ ...request, path: nobodys! })), known };
  }
  const needsSandbox = namesInPath || operation === 'startAppConversation';
  const sandbox = needsSandbox ? await workplaceIn(examination) : '';
  if (needsSandbox) known.sandboxes.push(sandbox);
  if (operation === 'startSandbox') {
    const specs = await examination.call({ operation: 'searchSandboxSpecs' });
    if (specs.status === 200 && specs.isSound) learn(known, 'searchSandboxSpecs', specs.body);
  }
  const own = new Set([undefined, sandbox]);
  const valid = validRequests(operationOf(operation), known)
    .filter((request) => own.has(sandboxIn({ operation, path: request.path })))
    // Without a body, a conversation starts a sandbox of which nobody knows whether it was there before.
    .filter(({ body }) => body !== undefined || operation !== 'startAppConversation')
    .map((request) => harmless(request, sandbox, known));
  return { valid, known };
}

/**
 * A random request that deployments accept, that touches nothing but what the run has made, and lets no agent
 * begin: what it names is the run's own sandbox, or new.
 *
 * @param sandbox where app conversations are started
 */
function harmless(request: RandomRequest, sandbox: string, { specs }: Known): RandomRequest {
  const { operation, query, body } = request;
  const isKnown = (pair: string) => specs.some((id) => pair.endsWith(`=${encodeURIComponent(id)}`));
  if (operation.operationId === 'startSandbox') return { ...request, query: query.filter(isKnown) };
  const content = operation.requestBody?.content['application/json'];
  if (!content || body === undefined || typeof request.value !== 'object') return request;
  const { properties = {} } = resolve(content.schema);
  const isLegacy = operation.operationId === 'createConversation';
  const value = { ...membersOf(request.value) };
  for (const [name, given] of Object.entries(value)) {
    const { 'x-decision': decision } = properties[name] ?? {};
    // Legacy creation rejects what is not listed; of open properties (D43), no valid value is known.
    const isListed = Object.hasOwn(properties, name);
    if ((isLegacy && !isListed) || decision === 'D43') delete value[name];
    else if (typeof given === 'string' && name.endsWith('conversation_id')) {
      value[name] = inAForm([randomUUID(), given.includes('-')]);
    }
  }
  // Deployments demand more of these than the contract.
  delete value['replay_json'];
  for (const example of Object.values(content.examples ?? {})) {
    const shown = membersOf(resolve(example).value);
    for (const name of ['suggested_task', 'create_microagent', 'mcp_config']) {
      if (value[name] && shown[name]) value[name] = shown[name];
    }
  }
  if (operation.operationId === 'startAppConversation') {
    value['sandbox_id'] = sandbox;
    const { initial_message: message } = value;
    if (message) value['initial_message'] = { ...membersOf(message), run: false };
  }
  return { ...request, value, body: bytes(JSON.stringify(value)) };
}

/**
 * Makes calls one after the other. When the budget ends among them, those that were made are enough.
 *
 * @throws {BudgetSpent} when not one could be made
 */
export async function callEach<T>(
  examination: Examination,
  items: readonly T[],
  make: (item: T) => Promise<void>,
): Promise<void> {
  const before = examination.exchanges.length;
  try {
    for (const item of items) await make(item);
  } catch (error) {
    if (!(error instanceof BudgetSpent) || examination.exchanges.length === before) throw error;
  }
}

/** The call that a random request stands for; its key is the one of the run. */
export function callOf({ operation, method, path, query, headers, body }: RandomRequest): Call {
  return { operation: operation.operationId as OperationId, method, path, query, headers, body };
}

/** What the random values of a check are made from. */
export function nameOf({ check, session }: Examination): { seed: number; name: string } {
  return { seed: session.settings.seed, name: check.id };
}
