import { isPercentEncoded } from '@agent-conversation/contract';
import {
  type OperationId,
  type OperationValidator,
  operations,
} from '@agent-conversation/validators';
import { nearest } from '../nearest.ts';

/** An operation of the contract, with the validators of its messages. */
export type Operation = OperationValidator<OperationId>;

/** The path of the contract that a request names. */
export interface Route {
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The methods that the path takes, for the header `Allow` (RFC 9110, section 10.2.1). */
  readonly allow: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds the path of the contract for the path of a request. Paths without parameters are looked up,
 * the others are tried in turn.
 *
 * @returns undefined where the contract has no such path
 * @throws {URIError} when the path is not percent-encoded as it should be
 */
export function route(path: string): Route | undefined {
  if (!isPercentEncoded(path)) throw new URIError(`${path} is not percent-encoded`);
  const known = fixed.get(path);
  if (known) return known;
  for (const { pattern, names, ...target } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    const values = match.slice(1).map((value) => decodeURIComponent(value));
    return {
      ...target,
      parameters: Object.fromEntries(names.map((name, index) => [name, values[index]!])),
    };
  }
  return undefined;
}

/** Returns the path of the contract that is nearest to an unknown one. */
export function nearestPath(path: string): string | undefined {
  const segments = path.split('/', 20);
  return nearest(
    path,
    targets.map((target) =>
      target.path
        .split('/')
        .map((part, at) => (part.startsWith('{') ? segments[at] || part : part))
        .join('/'),
    ),
  );
}

const all = Object.values(operations) as Operation[];

const targets = [...new Set(all.map(({ path }) => path))].map((path) => {
  const list = all.filter((operation) => operation.path === path);
  return {
    path,
    names: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!),
    operations: new Map(list.map((operation) => [operation.method as string, operation])),
    allow: [
      ...list.map(({ method }) => method),
      ...(list.some(({ method }) => method === 'GET') ? ['HEAD'] : []),
      'OPTIONS',
    ].join(', '),
  };
});

const fixed = new Map<string, Route>(
  targets
    .filter(({ names }) => names.length === 0)
    .map(({ path, operations: list, allow }) => [
      path,
      { operations: list, allow, parameters: {} },
    ]),
);

const patterns = targets
  .filter(({ names }) => names.length > 0)
  .map(({ path, names, operations: list, allow }) => ({
    // No name of a parameter and no fixed part has a character that a pattern would take for its own.
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
    names,
    operations: list,
    allow,
  }));
