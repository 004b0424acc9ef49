/** Finds the operation of a request. */
import { routerOf } from '@agent-conversation/contract';
import leven from 'leven';
import { operationsById } from './contract.ts';

const operations = Object.values(operationsById);

/** Finds the operations of a path, and the values in it; undefined if the contract has no such path. */
export const route = routerOf(operations);

/** Returns the path of the contract that is nearest to an unknown one. */
export function nearestPath(path: string): string | undefined {
  const segments = path.split('/', 20);
  const filled = (template: string) =>
    template
      .split('/')
      .map((part, at) => (part.startsWith('{') ? segments[at] || part : part))
      .join('/');
  const paths = operations.map((it) => filled(it.path));
  return nearest(path, paths);
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
