import type { Options, RequestParts, Violation } from './api.ts';
import { type Check, step, violation, violationsOf } from './violations.ts';

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
export type ParameterLocation = 'path' | 'query' | 'header';

type Parts = Pick<RequestParts, 'path' | 'query' | 'headers'>;

/** Returns the values of the parameters of one part, and adds what is wrong with them to the violations. */
export function readParameters(
  location: ParameterLocation,
  parameters: Parameters | undefined,
  parts: Parts,
  options: Options,
  violations: Violation[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const known = parameters?.all ?? [];
  for (const parameter of known) {
    const { name, type, list } = parameter;
    const texts = textsOf(location, parameter, parts);
    if (list && texts.length > 0) values[name] = texts.map(readers[type]);
    else if (texts.length === 1) values[name] = readers[type](texts[0]!);
    else if (texts.length > 1) violations.push(violation(location, step(name), 'repeated'));
  }
  if (parameters && !parameters.check.call(options, values)) {
    for (const found of violationsOf(location, parameters.check.errors ?? [])) {
      // Names of headers are case-insensitive (RFC 9110, section 5.1).
      const pointer = location === 'header' ? found.pointer.toLowerCase() : found.pointer;
      // A repeated parameter has no value, and is not missing either.
      const isKnown = violations.some((it) => it.part === location && it.pointer === pointer);
      if (!isKnown) violations.push({ ...found, pointer });
    }
  }
  if (options.closed && location === 'query' && parts.query) {
    const names = new Set<string>();
    parts.query.forEach((_, name) => names.add(name));
    for (const { name } of known) names.delete(name);
    for (const name of names) {
      violations.push(violation('query', step(name), 'additionalProperties'));
    }
  }
  return values;
}

/** Returns the texts that a parameter is given as; none if it is not given. */
function textsOf(
  location: ParameterLocation,
  { name, list }: Parameter,
  { path, query, headers }: Parts,
): readonly string[] {
  if (location === 'query') return query?.getAll(name) ?? [];
  const own = path && Object.hasOwn(path, name) ? path[name] : undefined;
  const text = location === 'path' ? own : (headers?.get(name) ?? undefined);
  if (text === undefined) return [];
  return list ? text.split(location === 'path' ? ',' : /\s*,\s*/) : [text];
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
