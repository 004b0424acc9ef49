/** Compares what a target responded with the recorded evidence. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, pointerTo } from '@agent-conversation/contract';
import type {
  Evidence,
  EvidenceResponse,
} from '@agent-conversation/cli/evidence';
import type { Recorded } from '../scenario/index.ts';
import { normalize } from './normalize.ts';

/** What differs between an exchange of the evidence and one of a target. */
export interface Difference {
  /** Such as `startSandbox/unknown-spec`. */
  readonly name: string;
  readonly kind:
    | 'missing'
    | 'unexpected'
    | 'request'
    | 'status'
    | 'headers'
    | 'shape'
    | 'values';
  /** Each says what the evidence has and what came. */
  readonly details: readonly string[];
}

/** A recorded exchange, and the one that a target responded with. */
interface Pair {
  readonly name: string;
  readonly evidence: Evidence;
  readonly recorded: Recorded;
}

/** Compares everything. Recordings of the same edition have no differences. */
export function compareWithEvidence(
  evidence: readonly Evidence[],
  recorded: readonly Recorded[],
): Difference[] {
  const { pairs, differences } = pairUp(evidence, normalizeAll(recorded));
  const compared = pairs.flatMap((pair) => [
    ...compareRequests(pair),
    ...compareResponses(pair),
  ]);
  return [...differences, ...compared];
}

/** Compares only what a client can rely on: status, members and their types. */
export function compareShapes(
  evidence: readonly Evidence[],
  recorded: readonly Recorded[],
): Difference[] {
  const { pairs, differences } = pairUp(evidence, recorded);
  return [
    ...differences,
    ...pairs.flatMap((pair) => compareStatusAndShape(pair)),
  ];
}

/** Compares the texts of bodies that have the same shape: a hint at wrong messages and enumerations. */
export function compareValues(
  evidence: readonly Evidence[],
  recorded: readonly Recorded[],
): Difference[] {
  const { pairs } = pairUp(evidence, normalizeAll(recorded));
  return pairs
    .filter((pair) => compareStatusAndShape(pair).length === 0)
    .flatMap(
      ({ name, evidence: { response }, recorded: { response: actual } }) => {
        const details = valueDifferences(response.body, actual.body);
        if (response.text !== actual.text)
          details.push(expected('text', response.text, actual.text));
        return details.length > 0
          ? [{ name, kind: 'values', details } as const]
          : [];
      },
    );
}

/** Normalizes exchanges file by file, as the evidence is. */
function normalizeAll(recorded: readonly Recorded[]): Recorded[] {
  const files = Map.groupBy(recorded, ({ operationId }) => operationId);
  return [...files.values()].flatMap((exchanges) => normalize(exchanges));
}

function pairUp(evidence: readonly Evidence[], recorded: readonly Recorded[]) {
  const actual = new Map(
    recorded.map((exchange) => [shortName(exchange), exchange]),
  );
  const known = new Map(
    evidence.map((exchange) => [shortName(exchange), exchange]),
  );
  const pairs: Pair[] = [];
  const differences: Difference[] = [];
  for (const [name, exchange] of known) {
    const match = actual.get(name);
    if (match) pairs.push({ name, evidence: exchange, recorded: match });
    else
      differences.push({ name, kind: 'missing', details: ['was not asked'] });
  }
  for (const name of actual.keys()) {
    if (known.has(name)) continue;
    differences.push({
      name,
      kind: 'unexpected',
      details: ['is not in the evidence'],
    });
  }
  return { pairs, differences };
}

function shortName({
  operationId,
  name,
}: Pick<Evidence, 'operationId' | 'name'>): string {
  return `${operationId}/${name}`;
}

function compareRequests({ name, evidence, recorded }: Pair): Difference[] {
  const details = valueDifferences(
    asJson(evidence.request),
    asJson(recorded.request),
  );
  return details.length > 0 ? [{ name, kind: 'request', details }] : [];
}

function compareResponses({ name, evidence, recorded }: Pair): Difference[] {
  const [response, actual] = [evidence.response, recorded.response];
  const differences: Difference[] = [];
  const add = (kind: Difference['kind'], details: readonly string[]) => {
    if (details.length > 0) differences.push({ name, kind, details });
  };
  if (response.status !== actual.status) {
    add('status', [expected('status', response.status, actual.status)]);
  }
  add(
    'headers',
    valueDifferences(asJson(response.headers), asJson(actual.headers)),
  );
  const values = valueDifferences(response.body, actual.body);
  if (response.text !== actual.text)
    values.push(expected('text', response.text, actual.text));
  add('values', values);
  return differences;
}

function compareStatusAndShape({
  name,
  evidence,
  recorded,
}: Pair): Difference[] {
  const [response, actual] = [evidence.response, recorded.response];
  if (response.status !== actual.status) {
    const detail = expected('status', response.status, actual.status);
    return [{ name, kind: 'status', details: [detail] }];
  }
  const [shape, actualShape] = [shapeOf(response), shapeOf(actual)];
  const missing = [...shape].filter((entry) => !actualShape.has(entry));
  const extra = [...actualShape].filter((entry) => !shape.has(entry));
  const details = [
    ...missing.map((it) => `lacks ${it}`),
    ...extra.map((it) => `has ${it}`),
  ];
  return details.length > 0 ? [{ name, kind: 'shape', details }] : [];
}

/**
 * Returns the members of a body with their JSON types.
 *
 * @example shapeOf({ status: 200, body: { items: [{ id: 'a' }] } })
 * // 'object', '/items array', '/items/- object', '/items/-/id string'
 */
function shapeOf({
  body,
  text,
}: Pick<EvidenceResponse, 'body' | 'text'>): Set<string> {
  if (body === undefined)
    return new Set(text === undefined ? ['no body'] : ['text']);
  return new Set(shapesIn('', body));
}

function shapesIn(pointer: string, value: Json | undefined): string[] {
  const shape = `${pointer} ${typeOf(value)}`.trim();
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return [shape, ...items.flatMap((item) => shapesIn(`${pointer}/-`, item))];
  }
  if (!isObject(value)) return [shape];
  const members = Object.entries(value);
  return [
    shape,
    ...members.flatMap(([name, child]) =>
      shapesIn(pointerTo(pointer, name), child),
    ),
  ];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the places in which two values differ. */
function valueDifferences(
  value: Json | undefined,
  actual: Json | undefined,
  at = '',
): string[] {
  if (isDeepStrictEqual(value, actual)) return [];
  if (isObject(value) && isObject(actual)) {
    const names = new Set([...Object.keys(value), ...Object.keys(actual)]);
    return [...names].flatMap((name) =>
      valueDifferences(value[name], actual[name], pointerTo(at, name)),
    );
  }
  const [items, actualItems] = [value as Json[], actual as Json[]];
  const areLists = Array.isArray(value) && Array.isArray(actual);
  if (!areLists || items.length !== actualItems.length)
    return [expected(at, value, actual)];
  return items.flatMap((item, index) =>
    valueDifferences(item, actualItems[index], pointerTo(at, index)),
  );
}

const longest = 300;

function expected(place: string, value: unknown, actual: unknown): string {
  const show = (it: unknown) =>
    (JSON.stringify(it) ?? 'nothing').slice(0, longest);
  return `${place || 'body'} is ${show(actual)}, is ${show(value)} in the evidence`;
}

function asJson(value: unknown): Json | undefined {
  return value === undefined
    ? undefined
    : (JSON.parse(JSON.stringify(value)) as Json);
}

/** Formats differences, one exchange after another. */
export function formatDifferences(differences: readonly Difference[]): string {
  const lines = differences.flatMap(({ name, kind, details }) => [
    `${name} (${kind})`,
    ...details.map((detail) => `    ${detail}`),
  ]);
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}
