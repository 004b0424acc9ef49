import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { OperationId } from '@agent-conversation/validators';

/** A status schema's table of states (`x-lifecycle`, defined in the contract package's README). */
export interface LifecycleTable {
  readonly initial: string;
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly operation?: string;
    readonly cause?: string;
    readonly description: string;
  }[];
  readonly unchanged: readonly { readonly in: string; readonly operation: string }[];
  readonly rejected: readonly {
    readonly in: string;
    readonly operation: string;
    readonly status: string;
    readonly example: string;
  }[];
}

/** What the mock reads of a schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-secret'?: boolean;
  readonly 'x-lifecycle'?: LifecycleTable;
}

interface Reference {
  readonly $ref: string;
}
interface Example {
  readonly value: unknown;
}
interface ResponseObject {
  readonly content: {
    readonly 'application/json': {
      readonly examples: Readonly<Record<string, Example | Reference>>;
    };
  };
}
interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly example: unknown;
}
interface OperationObject {
  readonly operationId: OperationId;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly summary: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

const { paths, components } = document as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
};

const operations = new Map(
  Object.values(paths)
    .flatMap((pathItem) => Object.values(pathItem))
    .map((operation) => [operation.operationId, operation]),
);

/** The bundled contract, as other tools take it. */
export const contract: object = document;

/** The version of the contract. */
export const contractVersion: string = document.info.version;

/** The header of the API key, in small letters. */
export const keyHeader: string =
  document.components.securitySchemes.SessionApiKey.name.toLowerCase();

/** How many records a page holds when the request does not say. */
export const defaultLimit: number = document.components.parameters.Limit.schema.default;

/** The component schemas by name. */
export const schemas: Readonly<Record<string, Schema>> = components.schemas;

/** Whether the contract gives the operation's request a body. */
export function takesBody(id: OperationId): boolean {
  return operations.get(id)?.requestBody !== undefined;
}

/** Returns the names of an operation's query parameters. */
export function queryNamesOf(id: OperationId): string[] {
  const parameters = (operations.get(id)?.parameters ?? []).map((it) => resolve(it));
  return parameters.filter((it) => it.in === 'query').map(({ name }) => name);
}

/** Returns the names of the properties that an object in the body of a request can have. */
export function propertiesAt(id: OperationId, steps: readonly string[]): string[] {
  const body = operations.get(id)?.requestBody;
  let found = body ? branchesOf(body.content['application/json'].schema) : [];
  for (const step of steps) {
    found = found.flatMap(({ properties = {}, items }) => {
      const next = Object.hasOwn(properties, step) ? properties[step] : items;
      return next ? branchesOf(next) : [];
    });
  }
  return [...new Set(found.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

/** Returns the schemas of which a value has to match one. */
function branchesOf(schema: Schema): Schema[] {
  const resolved = resolve<Schema>(schema);
  const choice = resolved.anyOf ?? resolved.oneOf;
  return choice ? choice.flatMap(branchesOf) : [resolved];
}

/** Every operation as method and path, with its summary. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary }]) => [
      `${method.toUpperCase()} ${path}`,
      summary,
    ]),
  ),
);

/** The ids that the contract shows in the path of an operation, by the names of their parameters. */
export function pathExamples(id: OperationId): ReadonlyMap<string, unknown> {
  const parameters = (operations.get(id)?.parameters ?? []).map((it) => resolve(it));
  const inPath = parameters.filter((it) => it.in === 'path');
  return new Map(inPath.map(({ name, example }) => [name, example] as const));
}

/** The examples of an operation's answer, by name; none for a status that is not declared. */
export function examplesOf(id: OperationId, status: number): ReadonlyMap<string, unknown> {
  const response = operations.get(id)?.responses[status];
  const examples = response ? resolve(response).content['application/json'].examples : {};
  return new Map(Object.entries(examples).map(([name, it]) => [name, resolve(it).value] as const));
}

/** The first example of an operation's answer: what the contract shows for the status. */
export function exampleOf(id: OperationId, status: number): unknown {
  const [first] = examplesOf(id, status).values();
  return first;
}

/** The value of a named example. */
export function exampleNamed(name: string): unknown {
  return components.examples[name]?.value;
}

/** The table of a status schema. */
export function lifecycleTable(schema: string): LifecycleTable {
  const table = schemas[schema]?.['x-lifecycle'];
  if (!table) throw new Error(`The contract's schema ${schema} has no x-lifecycle`);
  return table;
}

/** What a reference within the document stands for (RFC 6901, section 6). */
export function resolve<T extends object>(value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const steps = value.$ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return resolve(target as T | Reference);
}
