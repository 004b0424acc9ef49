import type { OperationId } from '@agent-conversation/validators';
import type { Fault, FaultyRequest } from '../../requests/fault.ts';
import { faultyRequests } from '../../requests/faulty-requests.ts';
import { memberRule } from '../../oracle/rule.ts';
import { operationOf } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { listOf, membersOf } from '../members.ts';
import { sample } from '../random.ts';
import { anyValid, callEach, callOf, nameOf } from './random-calls.ts';

/** Faults that servers must detect by the contract. The others are a matter of HTTP, or have a check of their own. */
const seenByContract: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>([
  ...(['ids', 'limit', 'no UUID', 'body of another type', 'no body', 'not JSON'] as const),
  ...(['body: missing', 'body: misspelt', 'body: null', 'body: tag', 'body: type'] as const),
]);

/** Whether a server must detect a fault. An older one does not read `conversation_id` in V1. */
function isSeen({ kind, lenient, loc = [] }: Fault, operation: OperationId): boolean {
  const isOptional = operation === 'startAppConversation' && loc[1] === 'conversation_id';
  return seenByContract.has(kind) && (kind === 'no UUID' || !(lenient || isOptional));
}

/** How many requests with each kind of fault are made, of how many that are looked through. */
const ofEachKind = 2;
const lookedThrough = 300;

/** Calls with one fault; none for an operation whose calls can have none. */
export function faultChecks(operation: OperationId): Check[] {
  const { responses, parameters = [], requestBody } = operationOf(operation);
  if (!responses['422'] || (parameters.length === 0 && !requestBody)) return [];
  const check = checkOf(operation, 'faults', {
    title: 'A call with one fault is rejected for it',
    async run(examination) {
      const { valid } = await anyValid(examination, operation);
      const faulty = faultyRequests(operationOf(operation), valid);
      const chosen = choose(sample(faulty, lookedThrough, nameOf(examination)), operation);
      await callEach(examination, chosen, async ({ request, fault }) => {
        const seen = await examination.call(callOf(request));
        const why = `because the request has a fault (${fault.kind})`;
        if (!fault.lenient) examination.demand(seen, [fault.status], why);
        if (seen.status === fault.status) reportPlace(examination, fault, seen);
      });
    },
  });
  return [check];
}

/** As many of each kind as are wanted, in the order in which they come. */
function choose(faulty: readonly FaultyRequest[], operation: OperationId): FaultyRequest[] {
  const taken = new Map<string, number>();
  return faulty.filter(({ fault }) => {
    if (!isSeen(fault, operation)) return false;
    const count = (taken.get(fault.kind) ?? 0) + 1;
    taken.set(fault.kind, count);
    return count <= ofEachKind;
  });
}

/** Reports an error response that names no location in the part that is wrong. */
function reportPlace(examination: Examination, { loc }: Fault, seen: Seen): void {
  if (!loc || !seen.isSound) return;
  const places = listOf(membersOf(seen.body)['detail']).map((entry) => entry['loc']);
  if (places.some((place) => Array.isArray(place) && place[0] === loc[0])) return;
  const message = `must name a place in the ${loc[0]}, where the fault is`;
  const place = { part: 'body', pointer: '/detail', keyword: 'loc' } as const;
  examination.report(memberRule('ValidationErrorDetail', 'loc'), { ...place, message, seen });
}
