/** Types of a bundled contract: OpenAPI 3.1.1 as far as it is used, with the extensions of openapi/README.md. */
import type { Json } from './json.ts';
import type { Provenance } from './provenance.ts';

type Table<T> = Readonly<Record<string, T>>;
type Optional<Names extends string, T> = { readonly [name in Names]?: T };

/** A reference to a component. What stands beside it applies as well. */
export interface Reference {
  readonly $ref: string;
}

/** An element that says where it comes from; observed and assumed ones name an entry of decisions.md. */
export interface Sourced {
  readonly description?: string;
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
  /** What is assumed of a documented or observed element, with the decision. */
  readonly 'x-assumed'?: Table<string>;
}

type NumberKeyword =
  | (
      | 'minimum'
      | 'maximum'
      | 'exclusiveMinimum'
      | 'exclusiveMaximum'
      | 'multipleOf'
    )
  | (
      | 'minLength'
      | 'maxLength'
      | 'minItems'
      | 'maxItems'
      | 'minProperties'
      | 'maxProperties'
    );

type SimpleKeywords = Optional<NumberKeyword, number> &
  Optional<'$ref' | 'title' | 'format' | 'pattern', string> &
  Optional<'deprecated' | 'readOnly' | 'writeOnly' | 'uniqueItems', boolean> &
  Optional<'x-secret', true | 'query'>;

/** A schema of JSON Schema 2020-12. Keywords beside a `$ref` apply as well. */
export interface Schema extends Sourced, SimpleKeywords {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Table<Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Table<string>;
  };
  readonly 'x-enumDescriptions'?: Table<string>;
  readonly 'x-lifecycle'?: Lifecycle;
}

/** The states of an enumeration, and what changes them (`x-lifecycle`). */
export interface Lifecycle extends Sourced {
  readonly initial: string;
  readonly final: readonly string[];
  readonly transitions: readonly Transition[];
  readonly unchanged: readonly Unchanged[];
  /** What a state rejects, with the name of the example of the response. */
  readonly rejected: readonly (Unchanged &
    Readonly<Record<'status' | 'example', string>>)[];
}

/** An operation that leaves a state as it is. */
interface Unchanged {
  readonly in: string;
  readonly operation: string;
  readonly description: string;
}

/** What changes a state without a request. */
export type Cause = 'time' | 'fault' | 'external';

/** A change of state, by an operation or by a cause. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly operation?: string;
  readonly cause?: Cause;
  readonly description: string;
}

export interface Example {
  readonly summary?: string;
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

export interface Header {
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** What can be called after a response (OpenAPI 3.1.1, section 4.8.20). */
export interface Link {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: Table<unknown>;
}

/** A request body or a response; references to it, its headers and examples are resolved. */
export interface Message extends Sourced {
  /** Whether a request must have the body. */
  readonly required?: boolean;
  readonly headers: Table<Header>;
  readonly content?: Table<MediaType>;
  readonly links?: Table<Link | Reference>;
  /** The first one; undefined if there is no body. */
  readonly mediaType: string | undefined;
  readonly schema: Schema | undefined;
  /** The values of the examples of the body by name. */
  readonly examples: ReadonlyMap<string, Json>;
}

export interface RequestMessage extends Message {
  readonly content: Table<MediaType>;
  readonly schema: Schema;
}

/** An operation; references to its parameters, body and responses are resolved. */
export interface ContractOperation extends Sourced {
  readonly pointer: string;
  readonly path: string;
  /** In lower case. */
  readonly method: Method;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security: readonly Table<readonly string[]>[];
  /** Its own, and those of its path that it does not replace. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestMessage | undefined;
  /** By status code, which may also be a range or `default`. */
  readonly responses: Table<Message>;
  readonly 'x-retry': 'safe' | 'unsent' | 'never';
  readonly 'x-codeSamples': readonly Readonly<
    Record<'lang' | 'label' | 'source', string>
  >[];
}

export type Method =
  'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** A bundled contract. The lint rules guarantee what is required here. */
export interface Contract {
  readonly info: Readonly<
    Record<'title' | 'version' | 'summary' | 'description', string>
  >;
  readonly tags: readonly {
    readonly name: string;
    readonly description?: string;
  }[];
  readonly servers?: readonly {
    url: string;
    variables?: Table<{ readonly default: string }>;
  }[];
  readonly paths: Table<Optional<Method, object>>;
  /** What operations require that do not say it themselves. */
  readonly security?: ContractOperation['security'];
  readonly components: {
    readonly schemas: Table<Schema>;
    readonly parameters?: Table<Parameter>;
    readonly responses?: Table<Sourced>;
    readonly examples?: Table<Example>;
    readonly securitySchemes: Table<
      Readonly<Record<'type' | 'name' | 'in' | 'description', string>>
    >;
  };
}
