import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

/** What is read of a JSON Schema (OpenAPI 3.1.1, section 4.8.24). */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly uniqueItems?: boolean;
  readonly writeOnly?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly 'x-lifecycle'?: Lifecycle;
  readonly 'x-secret'?: boolean;
}

/** How the states of a thing follow one another. */
export interface Lifecycle {
  readonly final: readonly string[];
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly operation?: string;
  }[];
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

/** A header of an answer. */
export interface Header {
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface MediaType {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown } | Reference>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** What is read of an OpenAPI document. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<
      Record<string, { readonly in?: string; readonly name?: string }>
    >;
  };
}

/** The contract of the service, bundled. */
export const contract = bundle as unknown as Contract;

/** An operation with its place in a contract. */
export interface Operation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** As the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** The names of its parameters in the query. */
  readonly query: readonly string[];
  /** The answers by their status; `default` and `5XX` stand for several (OpenAPI 3.1.1, section 4.8.16). */
  readonly answers: ReadonlyMap<string, DeclaredAnswer>;
}

/** What an operation declares for a status. */
export interface DeclaredAnswer {
  readonly headers: ReadonlyMap<string, Header>;
  /** The media type of the body; undefined where no body is declared. */
  readonly mediaType: string | undefined;
  readonly schema: Schema | undefined;
  /** The values of the examples by their names. */
  readonly examples: ReadonlyMap<string, unknown>;
}

/** The operations of a contract, in its order. */
export function operationsOf(document: Contract): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem).map(([method, { operationId, parameters = [], responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      query: parameters
        .map((parameter) => resolve(document, parameter))
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name),
      answers: new Map(
        Object.entries(responses).map(([status, response]) => [
          status,
          declared(document, resolve(document, response)),
        ]),
      ),
    })),
  );
}

function declared(document: Contract, { headers = {}, content = {} }: Response): DeclaredAnswer {
  const [mediaType, media] = Object.entries(content)[0] ?? [];
  return {
    headers: new Map(
      Object.entries(headers).map(([name, header]) => [name, resolve(document, header)]),
    ),
    mediaType,
    schema: media?.schema,
    examples: new Map(
      Object.entries(media?.examples ?? {}).map(([name, example]) => [
        name,
        resolve(document, example).value,
      ]),
    ),
  };
}

/**
 * What a reference within a document stands for (RFC 6901, section 6). What stands beside a reference to
 * a schema holds as well.
 */
export function resolve<T extends object>(document: Contract, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const { $ref, ...beside } = value;
  const steps = $ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return { ...resolve(document, target as T | Reference), ...beside };
}
