/** What the mock reads of the bundled contract. */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  branchesOf,
  type Contract,
  contentOf,
  type ContractOperation,
  dereference,
  type Lifecycle,
  operationsOf,
  parametersOf,
  responsesOf,
  type Schema,
} from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';

export type { Lifecycle as LifecycleTable, Schema } from '@agent-conversation/contract';

/** The bundled contract. */
export const contract = document as unknown as Contract;

const { schemas, securitySchemes, parameters, examples } = contract.components;
const operations = new Map(operationsOf(contract).map((it) => [it.id, it]));
const responses = new Map([...operations].map(([id, it]) => [id, responsesOf(contract, it)]));

/** The version of the contract. */
export const contractVersion: string = contract.info.version;

/** The header of the API key, in small letters. */
export const keyHeader: string = securitySchemes['SessionApiKey']!.name.toLowerCase();

/** How many records a page holds when the request does not say. */
export const defaultLimit: number = Number(parameters?.['Limit']?.schema.default);

/** The component schemas by name. */
export { schemas };

/** Whether the contract gives the operation's request a body. */
export function takesBody(id: OperationId): boolean {
  return operations.get(id)?.value.requestBody !== undefined;
}

/** Returns the names of an operation's query parameters. */
export function queryNamesOf(id: OperationId): string[] {
  const all = parametersOf(contract, operationOf(id));
  return all.filter((it) => it.in === 'query').map(({ name }) => name);
}

/** Returns the names of the properties that an object in the body of a request can have. */
export function propertiesAt(id: OperationId, steps: readonly string[]): string[] {
  const { schema } = contentOf(contract, operationOf(id).value.requestBody);
  const branches = (it: Schema) => branchesOf(contract, it).map(({ value }) => value as Schema);
  let found = schema ? branches(schema) : [];
  for (const step of steps) {
    found = found.flatMap(({ properties = {}, items }) => {
      const next = Object.hasOwn(properties, step) ? properties[step] : items;
      return next ? branches(next) : [];
    });
  }
  return [...new Set(found.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

/** Every operation as method and path, with its summary. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  [...operations.values()].map(({ method, path, value }) => [
    `${method.toUpperCase()} ${path}`,
    value.summary,
  ]),
);

/** The ids that the contract shows in the path of an operation, by the names of their parameters. */
export function pathExamples(id: OperationId): ReadonlyMap<string, unknown> {
  const inPath = parametersOf(contract, operationOf(id)).filter((it) => it.in === 'path');
  return new Map(inPath.map(({ name, example }) => [name, example] as const));
}

/** The examples of an operation's response, by name; none for a status that is not declared. */
export function examplesOf(id: OperationId, status: number): ReadonlyMap<string, unknown> {
  return responses.get(id)?.get(String(status))?.examples ?? new Map();
}

/** The first example of an operation's response: what the contract shows for the status. */
export function exampleOf(id: OperationId, status: number): unknown {
  const [first] = examplesOf(id, status).values();
  return first;
}

/** The value of a named example. */
export function exampleNamed(name: string): unknown {
  return examples?.[name]?.value;
}

/** The table of a status schema. */
export function lifecycleTable(schema: string): Lifecycle {
  const table = schemas[schema]?.['x-lifecycle'];
  if (!table) throw new Error(`The contract's schema ${schema} has no x-lifecycle`);
  return table;
}

/** Returns an element in place of a reference to it. */
export function resolve<T extends object>(value: T): T {
  return dereference<T>(contract, value);
}

function operationOf(id: OperationId): ContractOperation {
  return operations.get(id)!;
}
