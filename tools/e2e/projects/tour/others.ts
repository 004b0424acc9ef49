/** The operations that have no call of their own in the tour: those of which nothing but an example is known. */
import assert from 'node:assert/strict';
import * as functions from '@agent-conversation/client/operations';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { makeMock } from './services.ts';

interface Reference {
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly 'x-provenance': string;
  readonly parameters?: readonly Reference[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: object } };
  };
}

type Call = (
  connection: functions.Connection,
  ...values: unknown[]
) => Promise<{ status: unknown }>;

/** The operations of the contract. */
export const operations: readonly Operation[] = Object.values(contract.paths).flatMap(
  (methods) => Object.values(methods) as unknown as Operation[],
);

/** Calls operations with the ids and the bodies that the contract shows. */
export async function callWithExamples(ids: readonly string[]): Promise<void> {
  const { fetch } = makeMock();
  const connection = functions.connect({ baseUrl: 'http://mock', apiKey: 'others', fetch });
  for (const operation of operations.filter((it) => ids.includes(it.operationId))) {
    const call = (functions as unknown as Readonly<Record<string, Call>>)[operation.operationId]!;
    const { status } = await call(connection, ...valuesOf(operation));
    assert.equal(status, 200, operation.operationId);
  }
}

/** The ids of the path, in its order, then the body. */
function valuesOf({ parameters = [], requestBody }: Operation): unknown[] {
  const all = parameters.map((it) => resolve(it) as { in: string; example: unknown });
  const ids = all.filter((it) => it.in === 'path').map(({ example }) => example);
  const [shown] = Object.values(requestBody?.content['application/json'].examples ?? {});
  return [...ids, ...(shown ? [(resolve(shown as Reference) as { value: unknown }).value] : [])];
}

function resolve(value: Reference): unknown {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract);
}
