/** What the mock reads from the bundled contract. */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  branchesOf,
  type Contract,
  contentOf,
  type ContractOperation,
  operationsOf,
  parametersOf,
  responsesOf,
  type Schema,
  secretNamesIn,
} from '@agent-conversation/contract';
import {
  type OperationId,
  operations as validators,
  type OperationValidator,
} from '@agent-conversation/validators';

export const contract = document as unknown as Contract;

const { securitySchemes, parameters, examples } = contract.components;
const operations = new Map(operationsOf(contract).map((it) => [it.id, it]));
const responses = new Map([...operations].map(([id, it]) => [id, responsesOf(contract, it)]));

/** An operation of the contract, with the validators of its requests and responses. */
export type Operation = OperationValidator<OperationId>;

/** The operations by id. The type does not grow with the contract, as a union of all validators would. */
export const operationsById = validators as Readonly<Record<OperationId, Operation>>;

/** The header of the API key, in lower case. */
export const keyHeader: string = securitySchemes['SessionApiKey']!.name.toLowerCase();

/** How many items a page has if the request does not say. */
export const defaultLimit: number = Number(parameters?.['Limit']?.schema.default);

/** Every operation as method and path, with its summary. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  [...operations.values()].map(({ method, path, value }) => [
    `${method.toUpperCase()} ${path}`,
    value.summary,
  ]),
);

export const operationsWithBody: ReadonlySet<string> = new Set(
  [...operations.values()].flatMap(({ id, value }) => (value.requestBody ? [id] : [])),
);

/** The names of all properties that the contract annotates as secret. */
export const secretNames: ReadonlySet<string> = new Set(secretNamesIn(contract));

export function queryNamesOf(id: OperationId): string[] {
  const all = parametersOf(contract, operationOf(id));
  return all.filter((it) => it.in === 'query').map(({ name }) => name);
}

/** Returns the names of the properties that an object in a request body can have. */
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

/** Returns the examples of an operation's path parameters, by name. */
export function pathExamples(id: OperationId): ReadonlyMap<string, unknown> {
  const inPath = parametersOf(contract, operationOf(id)).filter((it) => it.in === 'path');
  return new Map(inPath.map(({ name, example }) => [name, example] as const));
}

/** Returns the examples of an operation's response, by name; none if the status is not declared. */
export function examplesOf(id: OperationId, status: number): ReadonlyMap<string, unknown> {
  return responses.get(id)?.get(String(status))?.examples ?? new Map();
}

/** Returns the first example of an operation's response. */
export function exampleOf(id: OperationId, status: number): unknown {
  return examplesOf(id, status).values().next().value;
}

export function exampleNamed(name: string): unknown {
  return examples?.[name]?.value;
}

function operationOf(id: OperationId): ContractOperation {
  return operations.get(id)!;
}
