import * as fc from 'fast-check';
import { arbitrary } from '../../src/requests/arbitrary.ts';
import { type Operation, type Parameter, resolve } from '../../src/contract.ts';
import { text } from '../../src/requests/arbitrary.ts';

/** What an operation is called with. */
export interface Arguments {
  /** The ids, in the order of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
}

/** The arguments that the contract allows for an operation; what may be left out is left out at times. */
export function argumentsOf(operation: Operation): fc.Arbitrary<Arguments> {
  const parameters = (operation.parameters ?? []).map((it) => resolve<Parameter>(it));
  const path = parameters.filter((it) => it.in === 'path').map(({ name }) => [name, ids]);
  const query = parameters.filter((it) => it.in === 'query').map((it) => [it.name, values(it)]);
  return fc.record({
    path: fc.record(Object.fromEntries(path), { noNullPrototype: true }),
    query: maybe(fc.record(Object.fromEntries(query), { requiredKeys: [], noNullPrototype: true })),
    body: bodies(operation),
  });
}

/** The arguments that the contract shows in its examples, without what may be left out of the query. */
export function exampleArguments({ parameters, requestBody }: Operation): Arguments {
  const path = parameters.map((it) => resolve<Parameter>(it)).filter((it) => it.in === 'path');
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return {
    path: Object.fromEntries(path.map((it) => [it.name, String(it.example)])),
    query: undefined,
    body: example && resolve(example).value,
  };
}

/** The arguments as they are passed: the ids, then the body if there is one, then the query if there is one. */
export function inOrder(operation: Operation, { path, query, body }: Arguments): unknown[] {
  const takesQuery = operation.parameters?.some((it) => resolve(it).in === 'query') ?? false;
  return [
    ...Object.values(path),
    ...(operation.requestBody ? [body] : []),
    ...(takesQuery ? [query] : []),
  ];
}

/** Any text but those that a path cannot carry. */
const ids = text.map((id) => (/^\.{0,2}$/.test(id) ? `${id}/${id}` : id));

/** The values of a parameter, undefined among them. Without entries, a list is not sent at all. */
function values({ schema }: Parameter): fc.Arbitrary<unknown> {
  return maybe(arbitrary(schema).filter((value) => !Array.isArray(value) || value.length > 0));
}

function bodies({ requestBody }: Operation): fc.Arbitrary<unknown> {
  if (!requestBody) return fc.constant(undefined);
  const { required, content } = resolve(requestBody);
  const some = arbitrary(content['application/json']!.schema);
  return required ? some : maybe(some);
}

function maybe<T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(some, { nil: undefined, freq: 8 });
}
