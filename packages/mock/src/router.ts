/** Finds the operation of a request. */
import { nearest } from '@agent-conversation/cli/names';
import { routerOf } from '@agent-conversation/contract';
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
