import { type OperationId, operations as validators } from '@agent-conversation/validators';
import { generationOf, type Operation, operations } from '../contract.ts';
import { type Call, outgoing } from './call.ts';
import { jsonOf } from './members.ts';
import type { Delivered } from './line.ts';
import { madeUp } from './random.ts';
import type { Generation } from './run.ts';
import type { Session } from './session.ts';

/** What a plain call says about what is at an address. */
export type Sign = 'there' | 'key refused' | 'elsewhere' | 'busy' | 'silent' | 'of another kind';

/** A plain call of an operation that only reads, and what its answer says. */
export interface Probed {
  readonly operation: Operation;
  readonly delivered: Delivered;
  readonly sign: Sign;
}

/**
 * Looks whether a server has a generation, by plain calls of what only reads, until one of them says so.
 *
 * @returns the calls that were made
 */
export async function probe(session: Session, generation: Generation): Promise<Probed[]> {
  const made: Probed[] = [];
  for (const operation of readsOf(generation)) {
    const delivered = await deliver(session, { operation: idOf(operation) });
    const sign = await signOf(session, operation, delivered);
    made.push({ operation, delivered, sign });
    session.firstAnswers.set(idOf(operation), delivered);
    if (sign === 'there' || isHopeless(made)) break;
  }
  return made;
}

/** Whether operations that only read take a key that was made up, and none of them refuses it. */
export async function takesAnyKey(
  session: Session,
  generations: readonly Generation[],
): Promise<boolean> {
  const key = madeUp(session.settings.seed, 'any key');
  const statuses: number[] = [];
  for (const operation of generations.flatMap(readsOf)) {
    const delivered = await deliver(session, { operation: idOf(operation), key });
    if ('exchange' in delivered) statuses.push(delivered.exchange.answer.status);
  }
  return statuses.includes(200) && !statuses.some((status) => status === 401 || status === 403);
}

/** Whether another call would have no answer either. */
function isHopeless(made: readonly Probed[]): boolean {
  const failures = made.flatMap(({ delivered }) =>
    'failure' in delivered ? delivered.failure.keyword : [],
  );
  return (
    failures.some((it) => it === 'unreachable' || it === 'tls' || it === 'not-http') ||
    failures.filter((it) => it === 'timeout').length > 1
  );
}

function readsOf(generation: Generation): Operation[] {
  return operations.filter(
    (it) => generationOf(it.path) === generation && it.method === 'get' && !it.path.includes('{'),
  );
}

function idOf({ operationId }: Operation): OperationId {
  return operationId as OperationId;
}

async function deliver({ settings, line }: Session, call: Call): Promise<Delivered> {
  return line.deliver(outgoing(call, settings.baseUrl, settings.apiKey));
}

async function signOf(session: Session, operation: Operation, delivered: Delivered): Promise<Sign> {
  if ('failure' in delivered) return 'silent';
  const { status, headers, body } = delivered.exchange.answer;
  if (status === 401 || status === 403) return 'key refused';
  if (status === 429) return 'busy';
  if (status >= 300 && status < 400 && headers.has('location')) return 'elsewhere';
  if (isMarkup(body) || (status === 404 && !isDeclared(operation, delivered))) {
    return 'of another kind';
  }
  if (status !== 404 && status >= 300) return 'there';
  return (await isAsNowhere(session, operation, delivered)) ? 'of another kind' : 'there';
}

/** Whether a body is HTML or XML, such as the page of a gateway or of another program. */
function isMarkup(body: string): boolean {
  return /^\s*</.test(body);
}

function isDeclared(operation: Operation, delivered: Delivered): boolean {
  if ('failure' in delivered) return false;
  const { status, headers, body } = delivered.exchange.answer;
  return validators[idOf(operation)].validateAnswer({
    status,
    contentType: headers.get('content-type'),
    body: jsonOf(body),
  }).valid;
}

/** Whether the answer is the same as that to a path which no server has. */
async function isAsNowhere(
  session: Session,
  operation: Operation,
  delivered: Delivered,
): Promise<boolean> {
  const { path } = operation;
  const nowhere = `${path.slice(0, path.lastIndexOf('/'))}/${madeUp(session.settings.seed, path)}`;
  const other = await deliver(session, { operation: idOf(operation), path: nowhere });
  if ('failure' in delivered || 'failure' in other) return false;
  const [here, there] = [delivered.exchange.answer, other.exchange.answer];
  // Some repeat the path.
  return here.status === there.status && here.body === there.body.replaceAll(nowhere, () => path);
}
