import type { Provenance } from '@agent-conversation/contract';

/** A part that says where it comes from; observed and assumed ones name an entry of decisions.md. */
export interface Sourced {
  readonly description?: string;
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
  /** What of a documented or observed part is assumed, with the decision. */
  readonly 'x-assumed'?: Table<string>;
}

/** A part that stands elsewhere. Its own summary and description go before those of the target. */
export interface Reference {
  readonly $ref: string;
  readonly summary?: string;
  readonly description?: string;
}

type Table<T> = Readonly<Record<string, T>>;

/** A schema of JSON Schema 2020-12. Beside a `$ref`, other keywords hold too. */
export interface Schema extends Sourced {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Table<Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Table<string> };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly 'x-secret'?: true;
  readonly 'x-enumDescriptions'?: Table<string>;
  /** How the values of an enumeration become one another; see openapi/README.md. */
  readonly 'x-lifecycle'?: Sourced;
}

export interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Table<Example | Reference>;
}

export interface Parameter extends Sourced {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface RequestBody extends Sourced {
  readonly required?: boolean;
  readonly content: Table<MediaType>;
}

export interface Link {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: Table<unknown>;
}

export interface Header {
  readonly description?: string;
  readonly schema: Schema;
}

export interface Response extends Sourced {
  readonly headers?: Table<Header | Reference>;
  readonly content?: Table<MediaType>;
  readonly links?: Table<Link | Reference>;
}

export interface Operation extends Sourced {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly 'x-provenance': Provenance;
  readonly 'x-retry': 'safe' | 'unsent' | 'never';
  readonly security: readonly Table<readonly string[]>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Table<Response | Reference>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof methods)[number];

/** What the documentation reads of the bundled contract. */
export interface Contract {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
  };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Table<
    { readonly [method in Method]?: Operation } & {
      readonly parameters?: readonly (Parameter | Reference)[];
    }
  >;
  readonly components: {
    readonly schemas: Table<Schema>;
    readonly parameters?: Table<Parameter>;
    readonly requestBodies?: Table<RequestBody>;
    readonly responses?: Table<Response>;
    readonly headers?: Table<Header>;
    readonly examples?: Table<Example>;
    readonly links?: Table<Link>;
    readonly securitySchemes: Table<{
      readonly name: string;
      readonly in: string;
      readonly description: string;
    }>;
  };
}

/** An operation with the place where it is called, and all parameters, those of its path included. */
export interface Call {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

/** The operations of a contract, in its order. */
export function calls(contract: Contract): Call[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const own = (operation.parameters ?? []).map((part) => dereference(contract, part));
      const shared = (item.parameters ?? []).map((part) => dereference(contract, part));
      const isReplaced = (other: Parameter) =>
        own.some(({ name, in: place }) => name === other.name && place === other.in);
      const parameters = [...shared.filter((parameter) => !isReplaced(parameter)), ...own];
      return [{ path, method, operation, parameters }];
    }),
  );
}

/** The part itself, in place of a reference to a component (OpenAPI 3.1.1, section 4.8.23). */
export function dereference<T extends object>(contract: Contract, part: T | Reference): T {
  if (!isReference(part)) return part;
  const { $ref, ...overrides } = part;
  const [, , kind, name] = $ref.split('/');
  const components: Table<Table<unknown>> = contract.components;
  return { ...dereference(contract, components[kind!]![name!] as T | Reference), ...overrides };
}

function isReference(part: object): part is Reference {
  return '$ref' in part;
}

/** The name at the end of a reference to a component. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The schemas that stand directly inside a schema; a referenced one is not followed. */
export function subschemas(schema: Schema): Schema[] {
  const { additionalProperties: values, items } = schema;
  return [
    ...Object.values(schema.properties ?? {}),
    ...(typeof values === 'object' ? [values] : []),
    ...(items ? [items] : []),
    ...(schema.prefixItems ?? []),
    ...alternatives(schema),
  ];
}

/** The members of the unions and the intersections that a schema consists of. */
export function alternatives({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
}

/** The names of the component schemas that a schema refers to, not those that these refer to. */
export function references(schema: Schema): string[] {
  const own = schema.$ref === undefined ? [] : [nameOf(schema.$ref)];
  return [...own, ...subschemas(schema).flatMap(references)];
}

/** The same for all forms of a body. */
export function bodyReferences(content: Table<MediaType> = {}): string[] {
  return Object.values(content).flatMap(({ schema }) => references(schema));
}
