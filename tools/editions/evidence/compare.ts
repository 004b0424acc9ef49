/** Compares what a target responded with the recorded evidence. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  childrenOf,
  isList,
  isObject,
  type Json,
  pointerTo,
} from '@agent-conversation/contract';
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
  // File by file, as the evidence is.
  const files = Map.groupBy(recorded, ({ operationId }) => operationId);
  const normalized = [...files.values()].flatMap((file) => normalize(file));
  return compareWith(evidence, normalized, compareExchanges);
}

/** Compares only what a client can rely on: status, members and their types. */
export function compareShapes(
  evidence: readonly Evidence[],
  recorded: readonly Recorded[],
): Difference[] {
  return compareWith(evidence, recorded, compareStatusAndShape);
}

/** Compares the exchanges of a name, and reports those that have no counterpart. */
function compareWith(
  evidence: readonly Evidence[],
  recorded: readonly Recorded[],
  compare: (pair: Pair) => readonly Difference[],
): Difference[] {
  const [known, actual] = [byName(evidence), byName(recorded)];
  const names = new Set([...known.keys(), ...actual.keys()]);
  return [...names].flatMap((name): readonly Difference[] => {
    const [expected, came] = [known.get(name), actual.get(name)];
    if (!came) return [{ name, kind: 'missing', details: ['was not asked'] }];
    if (expected) return compare({ name, evidence: expected, recorded: came });
    const details = ['is not in the evidence'];
    return [{ name, kind: 'unexpected', details }];
  });
}

function byName<T extends Recorded>(
  exchanges: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(exchanges.map((it) => [`${it.operationId}/${it.name}`, it]));
}

function compareExchanges({ name, evidence, recorded }: Pair): Difference[] {
  const [response, actual] = [evidence.response, recorded.response];
  const details: Readonly<Partial<Record<Difference['kind'], string[]>>> = {
    request: valueDifferences(evidence.request, recorded.request),
    status: valueDifferences(response.status, actual.status, 'status'),
    headers: valueDifferences(response.headers, actual.headers),
    values: [
      ...valueDifferences(response.body, actual.body),
      ...valueDifferences(response.text, actual.text, 'text'),
    ],
  };
  return Object.entries(details)
    .filter(([, lines]) => lines.length > 0)
    .map(([kind, lines]) => ({
      name,
      kind: kind as Difference['kind'],
      details: lines,
    }));
}

function compareStatusAndShape({
  name,
  evidence,
  recorded,
}: Pair): Difference[] {
  const [response, actual] = [evidence.response, recorded.response];
  const { status } = actual;
  const details = valueDifferences(response.status, status, 'status');
  if (details.length > 0) return [{ name, kind: 'status', details }];
  const [shape, actualShape] = [shapeOf(response), shapeOf(actual)];
  const missing = [...shape].filter((entry) => !actualShape.has(entry));
  const extra = [...actualShape].filter((entry) => !shape.has(entry));
  details.push(
    ...missing.map((it) => `lacks ${it}`),
    ...extra.map((it) => `has ${it}`),
  );
  return details.length > 0 ? [{ name, kind: 'shape', details }] : [];
}

/**
 * Returns the members of a body with their JSON types.
 *
 * @example shapeOf({ status: 200, body: { items: [{ id: 'a' }] } })
 * // 'object', '/items array', '/items/- object', '/items/-/id string'
 */
function shapeOf({ body, text }: EvidenceResponse): Set<string> {
  if (body !== undefined) return new Set(shapesIn(body));
  return new Set([text === undefined ? 'no body' : 'text']);
}

function shapesIn(value: Json, pointer = ''): string[] {
  const inside = childrenOf(value).flatMap(([name, child]) =>
    shapesIn(child, pointerTo(pointer, isList(value) ? '-' : name)),
  );
  return [`${pointer} ${typeOf(value)}`.trim(), ...inside];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the places in which two values differ. */
function valueDifferences(value: unknown, actual: unknown, at = ''): string[] {
  if (isDeepStrictEqual(value, actual)) return [];
  const areObjects = isObject(value) && isObject(actual);
  const areLists =
    isList(value) && isList(actual) && value.length === actual.length;
  if (!areObjects && !areLists)
    return [
      `${at || 'body'} is ${show(actual)}, is ${show(value)} in the evidence`,
    ];
  const names = new Set([...Object.keys(value), ...Object.keys(actual)]);
  return [...names].flatMap((name) =>
    valueDifferences(
      childOf(value, name),
      childOf(actual, name),
      pointerTo(at, name),
    ),
  );
}

const longest = 300;

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, longest);
}

/** Formats differences, one exchange after another. */
export function formatDifferences(differences: readonly Difference[]): string {
  const lines = differences.flatMap(({ name, kind, details }) => [
    `${name} (${kind})`,
    ...details.map((detail) => `    ${detail}`),
  ]);
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}
