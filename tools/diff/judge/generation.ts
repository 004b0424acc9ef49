import type { Change } from '../model/change.ts';
import type { Operation } from './operations.ts';

/** Which generation some operations belong to; none, if there are none or they do not say. */
export function generationOf(operations: readonly Operation[]): Change['generation'] {
  const generations = new Set(operations.map(({ value }) => value['x-generation']));
  if (generations.has('v0')) return generations.has('v1') ? 'both' : 'v0';
  return generations.has('v1') ? 'v1' : 'none';
}
