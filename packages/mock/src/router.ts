/** Finds the operation of a request. */
import { routerOf } from '@agent-conversation/contract';
import leven from 'leven';
import { operationsById } from './contract.ts';

const operations = Object.values(operationsById);

/** Finds the operation of a request, with the values in its path. */
export const route = routerOf(operations);

/** Returns the value of the header `Allow` (RFC 9110, section 10.2.1); undefined if the contract has no such path. */
export function allowedAt(path: string): string | undefined {
  const found = operations.filter((it) => route(it.method, path)?.operation === it);
  if (found.length === 0) return undefined;
  const methods = found.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

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
