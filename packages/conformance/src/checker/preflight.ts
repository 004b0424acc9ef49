/** Finds out what there is at the address, before the checks begin. */
import { generationOf, type Operation, operations, validators } from '../contract.ts';
import { jsonOf } from '../oracle/exchange.ts';
import type { PlannedCheck, Run, Generation } from './run.ts';
import type { Delivered } from './sender.ts';
import { type Call, outgoing, type Session } from './session.ts';
import { madeUp } from './values.ts';

/** What there is at the address. */
export interface Preflight {
  readonly generations: Run['generations'];
  /** Why the checks of a generation are left out. */
  readonly absences: ReadonlyMap<Generation, string>;
  /** Why nothing can be checked; undefined if something can. */
  readonly trouble: string | undefined;
}

const all: readonly Generation[] = ['v0', 'v1'];

/** @throws {BudgetSpent} when the budget is */
export async function preflight(
  session: Session,
  checks: readonly PlannedCheck[],
): Promise<Preflight> {
  const { baseUrl, include } = session.settings;
  const isWanted = (generation: Generation) => checks.some((it) => it.generation === generation);
  const probed = new Map<Generation, readonly Probed[]>();
  // One that is not to be checked shows whether this is the service at all, if others do not.
  for (const generation of all.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)))) {
    if (!isWanted(generation) && [...probed.values()].some(isThere)) continue;
    probed.set(generation, await probe(session, generation));
  }
  const absences = new Map<Generation, string>();
  for (const [generation, made] of probed) {
    if (isThere(made)) continue;
    absences.set(
      generation,
      `the server has no ${generation.toUpperCase()}: ${description(made[0]!)}`,
    );
  }
  const there = all.filter((it) => isWanted(it) && !absences.has(it));
  // Generations that were selected by name, or by the name of a check.
  const selected = checks.filter(
    ({ id, generation }) => include.includes(id) || include.includes(generation),
  );
  const missed = (there.length > 0 ? selected.map((it) => it.generation) : all)
    .filter(isWanted)
    .find((it) => absences.has(it));
  const trouble =
    troubleWith([...probed.values()].flat(), baseUrl) ??
    (missed && `The check cannot be made: ${absences.get(missed)}.`);
  if (trouble === undefined && checks.some(({ id }) => id.endsWith('.wrong-key'))) {
    session.acceptsAnyKey = await acceptsAnyKey(session, there);
  }
  const found = (generation: Generation) =>
    probed.has(generation) ? !absences.has(generation) : undefined;
  return { generations: { v0: found('v0'), v1: found('v1') }, absences, trouble };
}

/** What the response to a plain call shows about an address. */
type Sign = 'there' | 'key rejected' | 'redirect' | 'busy' | 'silent' | 'another kind';

/** A plain call of an operation that only reads, and what its response shows. */
interface Probed {
  readonly operation: Operation;
  readonly delivered: Delivered;
  readonly sign: Sign;
}

/** Calls operations that only read, until one of them shows whether a server has a generation. */
async function probe(session: Session, generation: Generation): Promise<readonly Probed[]> {
  const made: Probed[] = [];
  for (const operation of readsOf(generation)) {
    const { operationId } = operation;
    const delivered = await deliver(session, { operation: operationId });
    const sign = await signOf(session, operation, delivered);
    made.push({ operation, delivered, sign });
    session.firstResponses.set(operationId, delivered);
    const failures = made.flatMap((it) =>
      'failure' in it.delivered ? it.delivered.failure.keyword : [],
    );
    // Another call would get no response either.
    const isHopeless =
      failures.some((it) => it === 'unreachable' || it === 'tls' || it === 'not-http') ||
      failures.filter((it) => it === 'timeout').length > 1;
    if (sign === 'there' || isHopeless) break;
  }
  return made;
}

/** Whether operations that only read accept an unknown key, and none of them rejects it. */
async function acceptsAnyKey(
  session: Session,
  generations: readonly Generation[],
): Promise<boolean> {
  const key = madeUp(session.settings.seed, 'any key');
  const statuses: number[] = [];
  for (const { operationId } of generations.flatMap(readsOf)) {
    const delivered = await deliver(session, { operation: operationId, key });
    if ('exchange' in delivered) statuses.push(delivered.exchange.answer.status);
  }
  return statuses.includes(200) && !statuses.some((status) => status === 401 || status === 403);
}

function readsOf(generation: Generation): Operation[] {
  return operations.filter(
    (it) => generationOf(it.path) === generation && it.method === 'get' && !it.path.includes('{'),
  );
}

async function deliver({ settings, sender }: Session, call: Call): Promise<Delivered> {
  return sender.deliver(outgoing(call, settings));
}

async function signOf(session: Session, operation: Operation, delivered: Delivered): Promise<Sign> {
  if ('failure' in delivered) return 'silent';
  const { status, headers, body } = delivered.exchange.answer;
  if (status === 401 || status === 403) return 'key rejected';
  if (status === 429) return 'busy';
  if (status >= 300 && status < 400 && headers.has('location')) return 'redirect';
  // HTML or XML, such as the page of a gateway or of another program.
  if (/^\s*</.test(body)) return 'another kind';
  if (status === 404) {
    const parts = { status, contentType: headers.get('content-type'), body: jsonOf(body) };
    const { valid } = validators[operation.operationId].validateAnswer(parts);
    if (!valid) return 'another kind';
  } else if (status >= 300) {
    return 'there';
  }
  // Whether the response is the same as for an unknown path; some repeat the path.
  const { path, operationId } = operation;
  const unknown = `${path.slice(0, path.lastIndexOf('/'))}/${madeUp(session.settings.seed, path)}`;
  const other = await deliver(session, { operation: operationId, path: unknown });
  if ('failure' in other) return 'there';
  const { answer } = other.exchange;
  const isSame = status === answer.status && body === answer.body.replaceAll(unknown, () => path);
  return isSame ? 'another kind' : 'there';
}

/** Whether a server has a generation. If that is uncertain, it has: the checks report what is wrong with it. */
function isThere(probed: readonly Probed[]): boolean {
  return probed.some(({ sign }) => sign !== 'another kind');
}

/** Why nothing can be checked, as one sentence; undefined if something can. */
function troubleWith(probed: readonly Probed[], baseUrl: string): string | undefined {
  if (probed.some(({ sign }) => sign === 'there')) return undefined;
  const sentences: Readonly<Record<Exclude<Sign, 'there'>, (it: Probed) => string>> = {
    'key rejected': (it) =>
      `The server at ${baseUrl} rejects the key: ${description(it)}. Is it the key of this server?`,
    redirect: (it) =>
      `The server at ${baseUrl} redirects to ${locationOf(it)}: ${description(it)}. ` +
      'Nothing is sent there; if that is the server, give its address.',
    busy: (it) => `The server at ${baseUrl} postpones every call: ${description(it)}.`,
    silent: ({ delivered }) =>
      `There is no response from ${baseUrl}: ${'failure' in delivered ? delivered.failure.message : ''}.`,
    'another kind': (it) =>
      `This is a server of another kind, or ${baseUrl} is not its address: ${description(it)}.`,
  };
  for (const sign of Object.keys(sentences) as (keyof typeof sentences)[]) {
    const first = probed.find((it) => it.sign === sign);
    if (first) return sentences[sign](first);
  }
  return undefined;
}

/** The call and its response, such as `GET /api/settings responded with 404`. */
function description({ operation, delivered }: Probed): string {
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  if ('failure' in delivered) return `${call} got no response`;
  const { status, headers } = delivered.exchange.answer;
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const form = type === undefined || type === 'application/json' ? '' : ` and ${type}`;
  return `${call} responded with ${status}${form}`;
}

/** Where a redirect leads to, without what may be secret in it. */
function locationOf({ operation: { path }, delivered }: Probed): string {
  if ('failure' in delivered) return '';
  const { request, answer } = delivered.exchange;
  const location = answer.headers.get('location') ?? '';
  if (!URL.canParse(location, request.url)) return 'another address';
  const { origin, pathname } = new URL(location, request.url);
  return `${origin}${pathname.endsWith(path) ? pathname.slice(0, -path.length) : pathname}`;
}
