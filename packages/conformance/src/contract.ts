import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

/** A JSON Schema as the contract uses it (OpenAPI 3.1.1, section 4.8.24). */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
  readonly 'x-secret'?: true;
  readonly 'x-lifecycle'?: Lifecycle;
}

export interface Lifecycle {
  readonly initial: string;
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly operation?: string;
    readonly cause?: string;
  }[];
  readonly unchanged: readonly { readonly in: string; readonly operation: string }[];
  readonly rejected: readonly {
    readonly in: string;
    readonly operation: string;
    readonly status: string;
    readonly example: string;
  }[];
}

export type Provenance = 'documented' | 'observed' | 'assumed';

export interface Reference {
  readonly $ref: string;
}

interface Example {
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Body {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, object>>;
  readonly links?: Readonly<Record<string, Link>>;
}

/** What may be called after an answer (OpenAPI 3.1.1, section 4.8.20). */
export interface Link {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example: unknown;
  /** What is assumed of a parameter that is otherwise documented or observed, with the decision. */
  readonly 'x-assumed'?: { readonly omission?: string };
}

/** The generation of the interface that a path belongs to. */
export function generationOf(path: string): 'v0' | 'v1' {
  return path.startsWith('/api/v1/') ? 'v1' : 'v0';
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body | Reference>>;
  readonly 'x-provenance': Provenance;
  readonly 'x-retry': 'safe' | 'unsent' | 'never';
  readonly 'x-codeSamples': readonly CodeSample[];
}

/** A program that calls an operation. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Where the service may be (OpenAPI 3.1.1, section 4.8.5). */
export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly Server[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** The bundled contract. */
export const contract = bundle as unknown as Contract;

/** An operation with its place in the contract. */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

/** The operations of a contract, in its order. */
export function operationsOf({ paths }: Contract): Operation[] {
  return Object.entries(paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** The operations of the bundled contract, in its order. */
export const operations: readonly Operation[] = operationsOf(contract);

/** What a reference within the bundled contract stands for (RFC 6901, section 6). */
export function resolve<T extends object>(value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const steps = value.$ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    contract,
  );
  return resolve(target as T | Reference);
}

/** The name of the component that a reference names. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
