/** Finds the operation of a request. */
import { isPercentEncoded, pathMatcher } from '@agent-conversation/contract';
import leven from 'leven';
import { type Operation, operationsById } from './contract.ts';

/** A path of the contract. */
export interface Route {
  /** By method, in upper case; `HEAD` has that of `GET`. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The values in the path of the request, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const targets = new Map<string, Map<string, Operation>>();
for (const operation of Object.values(operationsById)) {
  const operations = targets.get(operation.path) ?? new Map<string, Operation>();
  targets.set(operation.path, operations.set(operation.method, operation));
}
for (const operations of targets.values()) {
  const get = operations.get('GET');
  if (get) operations.set('HEAD', get);
}
const match = pathMatcher(targets.keys());

/** Finds the path of the contract that a request names; undefined if the contract has no such path. */
export function route(path: string): Route | undefined {
  const found = isPercentEncoded(path) ? match(path) : undefined;
  return found && { operations: targets.get(found.path)!, parameters: found.parameters };
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
