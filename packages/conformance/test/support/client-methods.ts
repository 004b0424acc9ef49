import type { Operation } from '../../src/contract.ts';

/** A method of the client, or a function of an operation. */
export type Callable = (...values: unknown[]) => Promise<unknown>;

/** The methods of a client, by resource and verb. */
export type Methods = Readonly<Record<string, Readonly<Record<string, Callable>>>>;

/**
 * The resource is what follows `/api` and the version in the path, in camel case; the verb is what stands
 * before the first capital of the operationId.
 */
export function methodOf({ operationId, path }: Operation): [resource: string, verb: string] {
  const segment = path.split('/').find((it) => !['', 'api', 'v1'].includes(it))!;
  const [first, ...words] = segment.split('-');
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [first + capitalised.join(''), operationId.slice(0, operationId.search(/[A-Z]/))];
}
