/** What the documentation reads of the bundled contract. */
import {
  type Contract,
  type ContractOperation,
  contractOperations,
  isObject,
  type MediaType,
  type Method,
  nameOf,
  type Parameter,
  type Schema,
  subschemasOf,
} from '@agent-conversation/contract';

export {
  type Contract,
  dereference,
  type Header,
  type Link,
  type MediaType,
  type Message,
  nameOf,
  type Parameter,
  type Schema,
  type Sourced,
} from '@agent-conversation/contract';
export type { ContractOperation as Operation, Method } from '@agent-conversation/contract';

/** An operation with its method, its path and all its parameters, those of its path included. */
export interface Call {
  readonly path: string;
  readonly method: Method;
  readonly operation: ContractOperation;
  readonly parameters: readonly Parameter[];
}

/** The operations of a contract, in its order. */
export function calls(contract: Contract): Call[] {
  return contractOperations(contract).map((operation) => {
    const { path, method, parameters } = operation;
    return { path, method, operation, parameters };
  });
}

/** Returns the schemas of the unions and intersections of a schema. */
export function alternatives({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
}

/** The names of the component schemas that a schema refers to, not those that these refer to. */
export function references(schema: Schema): string[] {
  const own = schema.$ref === undefined ? [] : [nameOf(schema.$ref)];
  return [...own, ...subschemasOf(schema).flatMap(([, it]) => references(it))];
}

/** The same for all forms of a body. */
export function bodyReferences(content: Readonly<Record<string, MediaType>> = {}): string[] {
  return Object.values(content).flatMap(({ schema }) => references(schema));
}

/** The generation of the interface that a path belongs to. */
export function generationOf(path: string): string {
  return path.startsWith('/api/v1/') ? 'V1' : 'legacy (V0)';
}

/** The retry policies, as openapi/README.md defines them. */
export const retries: Readonly<Record<ContractOperation['x-retry'], string>> = {
  safe: 'can be retried after any failure',
  unsent: 'retried only if the request was not sent, or was rejected with 429',
  never: 'never retried',
};

/**
 * Copies a part of a bundled contract without the list of the meanings of values that the bundle adds to its
 * description: the pages show the meanings themselves.
 */
export function withoutBundleTexts<T extends Record<string, unknown>>(node: T): T {
  const { description, 'x-enumDescriptions': meanings } = node;
  if (typeof description !== 'string' || !isObject(meanings)) return node;
  const values = Object.keys(meanings);
  const isList = (paragraph: string) =>
    paragraph
      .split('\n')
      .every((line) => values.some((value) => line.startsWith(`- \`${value}\`:`)));
  const kept = description
    .trimEnd()
    .split('\n\n')
    .filter((paragraph) => !isList(paragraph));
  return { ...node, description: kept.join('\n\n') };
}
