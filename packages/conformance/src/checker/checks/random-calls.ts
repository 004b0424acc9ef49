import type { OperationId } from '@agent-conversation/validators';
import type * as fc from 'fast-check';
import { BudgetSpent } from '../budget.ts';
import { type Call, operationOf, sandboxIn } from '../call.ts';
import type { Check } from '../check.ts';
import type { Examination } from '../examination.ts';
import { sample } from '../random.ts';
import { type Known, learn, nothingKnown } from '../../requests/known.ts';
import { type RandomRequest, validRequests } from '../../requests/random-requests.ts';
import { checkOf } from './check-of.ts';
import { harmless } from './harmless.ts';
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
    title: 'Random calls that are in order are answered as declared',
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
  } else if (namesInPath && !understoodWrites.has(operation)) {
    // What it would do is not known, so it names what nobody has.
    const { path: nobodys } = plainCall(operation, examination.session.settings.seed);
    const valid = validRequests(operationOf(operation), known);
    return { valid: valid.map((request) => ({ ...request, path: nobodys! })), known };
  }
  const needsSandbox = namesInPath || operation === 'startAppConversation';
  const sandbox = needsSandbox ? await workplaceIn(examination) : '';
  if (needsSandbox) known.sandboxes.push(sandbox);
  const own = new Set([undefined, sandbox]);
  const valid = validRequests(operationOf(operation), known)
    .filter((request) => own.has(sandboxIn({ operation, path: request.path })))
    // Without a body, a conversation starts a sandbox of which nobody knows whether it was there before.
    .filter(({ body }) => body !== undefined || operation !== 'startAppConversation')
    .map((request) => harmless(request, sandbox));
  return { valid, known };
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
