/** Finds out what there is at the address, before the checks begin. */
import { generationOf, jsonOf } from '@agent-conversation/contract';
import { type Operation, operations, validators } from '../contract.ts';
import { madeUp } from '../requests/calls.ts';
import { deviationsOf, type Edition } from '../oracle/editions.ts';
import { mediaTypeOf } from '../oracle/exchange.ts';
import type { Generation, PlannedCheck, RecordedExchange } from './run.ts';
import type { Delivered } from './sender.ts';
import type { Session } from './session.ts';

/**
 * @returns which generations there are, why the checks of those that are absent are left out, and why nothing can be
 *   checked, if so
 */
export async function preflight(
  session: Session,
  checks: readonly PlannedCheck[],
) {
  const { baseUrl, include, edition } = session.settings;
  const generations: Record<Generation, boolean | undefined> = {
    v0: undefined,
    v1: undefined,
  };
  const all = ['v0', 'v1'] as const;
  const wanted = all.filter((it) =>
    checks.some(({ generation }) => generation === it),
  );
  const absences = new Map<Generation, string>();
  const probed: Probed[] = [];
  // One that is not to be checked shows whether this is the service at all, if others do not.
  for (const generation of new Set([...wanted, ...all])) {
    // Which generations there are also shows the edition.
    const isNeeded = wanted.includes(generation) || edition !== undefined;
    if (!isNeeded && probed.some(isThere)) continue;
    const ofGeneration = await probe(session, generation);
    probed.push(...ofGeneration);
    generations[generation] = ofGeneration.some(isThere);
    if (generations[generation]) continue;
    const reason = `the server has no ${generation.toUpperCase()}: ${description(ofGeneration[0]!)}`;
    absences.set(generation, reason);
  }
  const there = wanted.filter((it) => !absences.has(it));
  // Generations that were selected by name, by the name of a check or by an edition that has them must be there.
  const isSelected = ({ id, generation }: PlannedCheck) =>
    there.length === 0 ||
    include.includes(id) ||
    include.includes(generation) ||
    hasGeneration(edition, generation);
  const missed = checks.find(
    (it) => isSelected(it) && absences.has(it.generation),
  );
  const trouble =
    troubleWith(probed, baseUrl) ??
    (missed &&
      `The check cannot be made: ${absences.get(missed.generation)}${advice(edition)}.`);
  const needsKeys = checks.some(({ id }) =>
    /\.(wrong-key|absent-methods)$/.test(id),
  );
  if (trouble === undefined && needsKeys) {
    session.acceptsAnyKey = await acceptsAnyKey(session, there);
  }
  // That a server lacks an operation says nothing about those that are checked.
  session.silence = 0;
  return { generations, absences, trouble };
}

/** What to do about a generation that is absent, if the edition decides that it must be there. */
function advice(edition: Edition | 'auto' | undefined): string {
  if (edition === undefined || edition === 'auto') return '';
  return `, and edition ${edition} has it; --edition auto finds out which edition this is`;
}

/** Whether an edition that is named is known to have a generation. */
function hasGeneration(
  edition: Edition | 'auto' | undefined,
  generation: Generation,
): boolean {
  if (edition === undefined || edition === 'auto') return false;
  return deviationsOf(edition).every(({ absent }) => absent !== generation);
}

/** What the response to a plain call shows about an address; of several, the first one decides. */
const signs = [
  'there',
  'key rejected',
  'redirect',
  'busy',
  'silent',
  'another kind',
] as const;

/** A plain call of an operation that only reads, and what its response shows. */
interface Probed {
  readonly operation: Operation;
  readonly delivered: Delivered;
  readonly sign: (typeof signs)[number];
}

/** Calls operations that only read, until one of them shows whether a server has a generation. */
async function probe(
  session: Session,
  generation: Generation,
): Promise<Probed[]> {
  const probes: Probed[] = [];
  for (const operation of readsOf(generation)) {
    const delivered = await session.deliver({ operation });
    const { exchange, failure } = delivered;
    const sign = exchange
      ? await signOf(session, operation, exchange)
      : 'silent';
    session.firstResponses.set(operation, delivered);
    probes.push({ operation, delivered, sign });
    const isSlow = failure?.keyword === 'timeout';
    const isHopeless =
      !exchange &&
      failure.keyword !== 'broken' &&
      (!isSlow || probes.length > 1);
    if (sign === 'there' || isHopeless) break;
  }
  return probes;
}

/** Whether operations that only read accept an unknown key, and none of them rejects it. */
async function acceptsAnyKey(
  session: Session,
  generations: readonly Generation[],
) {
  const key = madeUp(session.settings.seed, 'any key');
  const statuses: (number | undefined)[] = [];
  for (const operation of generations.flatMap(readsOf)) {
    const { exchange } = await session.deliver({ operation, key });
    statuses.push(exchange?.response.status);
  }
  return (
    statuses.includes(200) &&
    !statuses.some((status) => status === 401 || status === 403)
  );
}

function readsOf(generation: Generation): Operation[] {
  return operations.filter(
    (it) =>
      generationOf(it.path) === generation &&
      it.method === 'get' &&
      !it.path.includes('{'),
  );
}

async function signOf(
  session: Session,
  operation: Operation,
  { response: { status, headers, body } }: RecordedExchange,
): Promise<Probed['sign']> {
  const { path, operationId } = operation;
  if (status === 401 || status === 403) return 'key rejected';
  if (status === 429) return 'busy';
  if (status >= 300 && status < 400 && headers.has('location'))
    return 'redirect';
  // HTML or XML, such as the page of a gateway or of another program.
  if (/^\s*</.test(body)) return 'another kind';
  if (status === 404) {
    const parts = {
      status,
      contentType: headers.get('content-type'),
      body: jsonOf(body),
    };
    const { valid } = validators[operationId].validateResponse(parts, {
      maxViolations: 1,
    });
    if (!valid) return 'another kind';
  } else if (status >= 300) {
    return 'there';
  }
  // Whether the response is the same as for an unknown path; some repeat the path.
  const unknown = `${path.slice(0, path.lastIndexOf('/'))}/${madeUp(session.settings.seed, path)}`;
  const { exchange } = await session.deliver({ operation, path: unknown });
  const ofUnknownPath = exchange?.response;
  const isSame =
    status === ofUnknownPath?.status &&
    body === ofUnknownPath.body.replaceAll(unknown, () => path);
  return isSame ? 'another kind' : 'there';
}

/** Whether the generation of a call is there. If uncertain, it is: the checks report what is wrong with it. */
function isThere({ sign }: Probed): boolean {
  return sign !== 'another kind';
}

/** Why nothing can be checked, as one sentence; undefined if something can. */
function troubleWith(
  probed: readonly Probed[],
  baseUrl: string,
): string | undefined {
  const [worst] = signs.flatMap(
    (sign) => probed.find((it) => it.sign === sign) ?? [],
  );
  if (!worst || worst.sign === 'there') return undefined;
  const what = description(worst);
  switch (worst.sign) {
    case 'key rejected':
      return `The server at ${baseUrl} rejects the key: ${what}. Is it the key of this server?`;
    case 'redirect':
      return (
        `The server at ${baseUrl} redirects to ${locationOf(worst)}: ${what}. ` +
        'Nothing is sent there; if that is the server, give its address.'
      );
    case 'busy':
      return `The server at ${baseUrl} postpones every call: ${what}.`;
    case 'silent':
      return `There is no response from ${baseUrl}: ${worst.delivered.failure!.message}.`;
    default:
      return `This is a server of another kind, or ${baseUrl} is not its address: ${what}.`;
  }
}

/** The call and its response, such as `GET /api/settings responded with 404`. */
function description({ operation, delivered: { exchange } }: Probed): string {
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  if (!exchange) return `${call} got no response`;
  const { status, headers } = exchange.response;
  const type = mediaTypeOf(headers) ?? 'application/json';
  return `${call} responded with ${status}${type === 'application/json' ? '' : ` and ${type}`}`;
}

/** Where a redirect leads to, without what may be secret in it. */
function locationOf({
  operation: { path },
  delivered: { exchange },
}: Probed): string {
  const location = URL.parse(
    exchange!.response.headers.get('location')!,
    exchange!.request.url,
  );
  if (!location) return 'another address';
  const { origin, pathname } = location;
  return `${origin}${pathname.endsWith(path) ? pathname.slice(0, -path.length) : pathname}`;
}
