/** What the mock reads from the bundled contract. */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  branchesOf,
  childOf,
  childrenOf,
  type Contract,
  contractOperations,
  objectOf,
  type Parameter,
  routerOf,
  secretNamesIn,
  secretQueryNamesIn,
} from '@agent-conversation/contract';
import {
  type OperationId,
  operations as validators,
  type OperationValidator,
} from '@agent-conversation/validators';

import type { RequestModel } from './editions/models.ts';
import type { Model } from './editions/pydantic.ts';

export const contract = document as unknown as Contract;

const { securitySchemes, parameters, examples } = contract.components;
const operations = new Map(
  contractOperations(contract).map((operation) => [
    operation.operationId,
    operation,
  ]),
);

/** An operation of the contract, with the validators of its requests and responses. */
export type Operation = OperationValidator<OperationId>;

/** The operations by id. The type does not grow with the contract, as a union of all validators would. */
export const operationsById = validators as Readonly<
  Record<OperationId, Operation>
>;

/** Returns the status of an operation's success. */
export function successOf(id: OperationId): number {
  return operationsById[id].statuses.find((it) => it >= 200 && it < 300)!;
}

/** Finds the operations of a path, and the values in it; undefined if the contract has no such path. */
export const route = routerOf(Object.values(operationsById));

/** The header of the API key, in lower case. */
export const keyHeader: string =
  securitySchemes['SessionApiKey']!.name.toLowerCase();

/** How many items a page has if the request does not say. */
export const defaultLimit: number = Number(
  parameters?.['Limit']?.schema.default,
);

/** Every operation as method and path, with its summary. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  [...operations.values()].map(({ method, path, summary }) => [
    `${method.toUpperCase()} ${path}`,
    summary,
  ]),
);

export const operationsWithBody: ReadonlySet<string> = new Set(
  [...operations].flatMap(([id, { requestBody }]) => (requestBody ? [id] : [])),
);

/** The names of all properties that the contract annotates as secret. */
export const secretNames: ReadonlySet<string> = new Set(
  secretNamesIn(contract),
);

/** The names of all properties that are URLs with a secret in their query. */
export const secretQueryNames: ReadonlySet<string> = new Set(
  secretQueryNamesIn(contract),
);

/** The names of all properties of the contract. */
export const propertyNames: ReadonlySet<string> = new Set(
  propertyNamesIn(contract),
);

function propertyNamesIn(value: unknown): string[] {
  return childrenOf(value).flatMap(([keyword, child]) => {
    const names = keyword === 'properties' ? Object.keys(objectOf(child)) : [];
    return [...names, ...propertyNamesIn(child)];
  });
}

export function parametersIn(
  location: Parameter['in'],
  id: OperationId,
): readonly Parameter[] {
  return operations.get(id)!.parameters.filter((it) => it.in === location);
}

/** Returns the names of the properties that an object in a request body can have. */
export function propertiesAt(
  id: OperationId,
  steps: readonly string[],
): string[] {
  const branches = (schema: unknown) =>
    branchesOf(contract, schema).map(({ value }) => objectOf(value));
  const body = operations.get(id)!.requestBody?.schema;
  let schemas = branches(body);
  for (const step of steps) {
    schemas = schemas.flatMap((schema) => {
      const child = childOf(schema['properties'], step) ?? schema['items'];
      return branches(child);
    });
  }
  return schemas.flatMap((schema) =>
    Object.keys(objectOf(schema['properties'])),
  );
}

/** Returns the examples of an operation's response, by name; none if the status is not declared. */
export function examplesOf(
  id: OperationId,
  status: number,
): ReadonlyMap<string, unknown> {
  return operations.get(id)!.responses[status]?.examples ?? new Map();
}

/** Returns the first example of an operation's response. */
export function exampleOf(id: OperationId, status: number): unknown {
  return examplesOf(id, status).values().next().value;
}

const requestModels = new Map<OperationId, RequestModel>();

/** Returns what an operation of the contract reads of a request, as models. */
export function requestModelOf(id: OperationId): RequestModel {
  const known = requestModels.get(id) ?? createRequestModel(id);
  requestModels.set(id, known);
  return known;
}

function createRequestModel(id: OperationId): RequestModel {
  const { requestBody } = operations.get(id)!;
  const inQuery = parametersIn('query', id);
  const models = inQuery.map(
    ({ name, schema }) => [name, schema as Model] as const,
  );
  const required = inQuery.filter((parameter) => parameter.required);
  const query = {
    type: 'object' as const,
    properties: Object.fromEntries(models),
    required: required.map(({ name }) => name),
  };
  return requestBody ? { query, body: requestBody.schema } : { query };
}

export function exampleNamed(name: string): unknown {
  return examples?.[name]?.value;
}
