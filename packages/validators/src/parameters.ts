import type { HeadersLike, Part, QueryLike, RequestParts, Violation } from './api.ts';
import type { Check, Strictness } from './check.ts';
import { step, violation, violationsOf } from './violations.ts';

/** How one parameter is read. */
export interface Parameter {
  readonly name: string;
  /** The type of the value, or of the items of the list. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly list: boolean;
}

/** The parameters of one part of a request. */
export interface Parameters {
  readonly all: readonly Parameter[];
  /** Looks at the values of all of them, as one object. */
  readonly check: Check;
}

/** A part of a request that has parameters. */
export type Place = 'path' | 'query' | 'header';

type Values = Record<string, unknown>;

/** The values of the parameters of one part; what is wrong with them is added to the violations. */
export function readParameters(
  place: Place,
  parameters: Parameters | undefined,
  parts: Pick<RequestParts, 'path' | 'query' | 'headers'>,
  strictness: Strictness,
  violations: Violation[],
): Values {
  const values: Values = {};
  const known = parameters?.all ?? none;
  let repeated: Violation[] | undefined;
  for (const parameter of known) {
    const value = valueOf(place, parameter, parts);
    if (value === undefined) continue;
    if (value === twice) (repeated ??= []).push(violation(place, step(parameter.name), 'repeated'));
    else values[parameter.name] = value;
  }
  if (parameters && (repeated !== undefined || !parameters.check.call(strictness, values))) {
    addBroken(place, parameters.check, values, strictness, repeated ?? [], violations);
  }
  if (strictness.closed && place === 'query' && parts.query) {
    addUnknown(known, parts.query, violations);
  }
  return values;
}

const none: readonly Parameter[] = [];

/** Stands for the values of a parameter that is given more than once. */
const twice = Symbol('twice');

function valueOf(place: Place, parameter: Parameter, parts: RequestParts): unknown {
  const { name, list } = parameter;
  if (place === 'query') return fromQuery(parameter, parts.query);
  const text = place === 'path' ? fromPath(name, parts.path) : fromHeaders(name, parts.headers);
  if (text === undefined) return undefined;
  return list
    ? text.split(place === 'path' ? ',' : /\s*,\s*/).map((item) => read(parameter, item))
    : read(parameter, text);
}

function fromQuery(parameter: Parameter, query: QueryLike | undefined): unknown {
  const first = query?.get(parameter.name);
  if (!query || first === null || first === undefined) return undefined;
  const texts = query.getAll(parameter.name);
  if (parameter.list) return texts.map((text) => read(parameter, text));
  return texts.length > 1 ? twice : read(parameter, first);
}

function fromPath(name: string, path: RequestParts['path']): string | undefined {
  return path && Object.hasOwn(path, name) ? path[name] : undefined;
}

function fromHeaders(name: string, headers: HeadersLike | undefined): string | undefined {
  return headers?.get(name) ?? undefined;
}

/** A text as the type that is declared; as it is where it cannot be read so, which the check reports. */
const readers: Readonly<Record<Parameter['type'], (text: string) => unknown>> = {
  string: (text) => text,
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
  integer(text) {
    const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(value) ? value : text;
  },
  number(text) {
    const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    return Number.isFinite(value) ? value : text;
  },
};

function read({ type }: Parameter, text: string): unknown {
  return readers[type](text);
}

function addBroken(
  place: Place,
  check: Check,
  values: Values,
  strictness: Strictness,
  repeated: readonly Violation[],
  violations: Violation[],
): void {
  violations.push(...repeated);
  const reported = new Set(repeated.map(({ pointer }) => pointer));
  const findings = check.call(strictness, values) ? [] : (check.errors ?? []);
  for (const found of violationsOf(place, findings)) {
    if (!reported.has(found.pointer)) violations.push(inPlace(place, found));
  }
}

/** Names of headers are the same in capitals, so that they are told in small letters. */
function inPlace(place: Part, found: Violation): Violation {
  return place === 'header' ? { ...found, pointer: found.pointer.toLowerCase() } : found;
}

function addUnknown(known: readonly Parameter[], query: QueryLike, violations: Violation[]): void {
  const names = new Set<string>();
  query.forEach((_, name) => names.add(name));
  for (const { name } of known) names.delete(name);
  for (const name of names) violations.push(violation('query', step(name), 'additionalProperties'));
}
