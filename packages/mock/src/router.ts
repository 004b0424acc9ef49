/** Finds the operation of a request. */
import { pathMatcher } from '@agent-conversation/contract';
import leven from 'leven';
import { type Operation, operationsById } from './contract.ts';

/** A path of the contract. */
export interface Route {
  /** By method, in upper case. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The methods of the path, for the header `Allow` (RFC 9110, section 10.2.1). */
  readonly allow: string;
  /** The values in the path of the request, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const targets = new Map<string, { operations: Map<string, Operation>; allow: string }>();
for (const operation of Object.values(operationsById)) {
  const { method, path } = operation;
  const { operations } = targets.get(path) ?? { operations: new Map<string, Operation>() };
  operations.set(method, operation);
  const head = operations.has('GET') ? ['HEAD'] : [];
  targets.set(path, { operations, allow: [...operations.keys(), ...head, 'OPTIONS'].join(', ') });
}
const match = pathMatcher(targets.keys());

/**
 * Finds the path of the contract that a request names.
 *
 * @param path percent-encoded UTF-8
 * @returns undefined if the contract has no such path
 */
export function route(path: string): Route | undefined {
  const found = match(path);
  return found && { ...targets.get(found.path)!, parameters: found.parameters };
}

/** Returns the path of the contract that is nearest to an unknown one. */
export function nearestPath(path: string): string | undefined {
  const segments = path.split('/', 20);
  const filled = (template: string) =>
    template
      .split('/')
      .map((part, at) => (part.startsWith('{') ? segments[at] || part : part))
      .join('/');
  return nearest(path, [...targets.keys()].map(filled));
}

/** Returns the known name that is nearest to a misspelt one; undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // To compare long names takes too long.
  if (name.length > 100) return undefined;
  const [best] = known
    .map((it) => ({ it, distance: leven(name.toLowerCase(), it.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, Math.ceil(name.length / 3)) ? best.it : undefined;
}
