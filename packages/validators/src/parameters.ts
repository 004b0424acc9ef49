import type { QueryLike, RequestParts, Violation } from './api.ts';
import { type Check, step, type Strictness, violation, violationsOf } from './violations.ts';

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
  /** Validates the values of all of them, as one object. */
  readonly check: Check;
}

/** A part of a request that has parameters. */
export type Place = 'path' | 'query' | 'header';

/** Returns the values of the parameters of one part, and adds what is wrong with them to the violations. */
export function readParameters(
  place: Place,
  parameters: Parameters | undefined,
  parts: Pick<RequestParts, 'path' | 'query' | 'headers'>,
  strictness: Strictness,
  violations: Violation[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const known = parameters?.all ?? none;
  let repeated: Set<string> | undefined;
  for (const parameter of known) {
    const value = valueOf(place, parameter, parts);
    if (value === twice) {
      violations.push(violation(place, step(parameter.name), 'repeated'));
      (repeated ??= new Set()).add(step(parameter.name));
    } else if (value !== undefined) values[parameter.name] = value;
  }
  if (parameters && !parameters.check.call(strictness, values)) {
    for (const found of violationsOf(place, parameters.check.errors ?? [])) {
      // Names of headers are case-insensitive (RFC 9110, section 5.1).
      const pointer = place === 'header' ? found.pointer.toLowerCase() : found.pointer;
      if (!repeated?.has(pointer)) violations.push({ ...found, pointer });
    }
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
  const { name, type, list } = parameter;
  const read = readers[type];
  if (place === 'query') {
    const { query } = parts;
    const first = query?.get(name);
    if (!query || first === null || first === undefined) return undefined;
    const texts = query.getAll(name);
    if (list) return texts.map(read);
    return texts.length > 1 ? twice : read(first);
  }
  const { path, headers } = parts;
  const own = path && Object.hasOwn(path, name) ? path[name] : undefined;
  const text = place === 'path' ? own : (headers?.get(name) ?? undefined);
  if (text === undefined || !list) return text === undefined ? undefined : read(text);
  return text.split(place === 'path' ? ',' : /\s*,\s*/).map(read);
}

/** A text as the declared type; as it is if it cannot be read so, which the check reports. */
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

function addUnknown(known: readonly Parameter[], query: QueryLike, violations: Violation[]): void {
  const names = new Set<string>();
  query.forEach((_, name) => names.add(name));
  for (const { name } of known) names.delete(name);
  for (const name of names) violations.push(violation('query', step(name), 'additionalProperties'));
}
