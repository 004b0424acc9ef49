import { join } from 'node:path/posix';
import type { Method } from '../cli/options.ts';
import type { Sources } from './sources.ts';

interface Reference {
  readonly $ref: string;
}

interface Root {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Reference>>;
}

interface Content {
  readonly 'application/json'?: {
    readonly schema?: Partial<Reference>;
    readonly examples?: Readonly<Record<string, Partial<Reference>>>;
  };
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Partial<Reference>[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<
    Record<string, Partial<Reference> & { readonly content?: Content }>
  >;
}

/** An operation that the contract has. */
export interface KnownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string | undefined;
  /** The components that it refers to as its parameters. */
  readonly parameters: readonly string[];
  /** The component that is its answer 404. */
  readonly notFound: string | undefined;
  /** The bodies that are sent and answered, with the component that is their schema. */
  readonly bodies: readonly { readonly schema: string; readonly examples: readonly string[] }[];
}

/** What the contract has. */
export interface Contract {
  readonly version: string;
  readonly tags: readonly string[];
  readonly operations: readonly KnownOperation[];
}

/**
 * Reads the contract from its sources.
 *
 * @throws {ScaffoldError} when a file is not there, or is no YAML
 */
export function readContract(sources: Sources): Contract {
  const { info, tags, paths } = sources.yaml('openapi/openapi.yaml') as Root;
  return {
    version: info.version,
    tags: tags.map(({ name }) => name),
    operations: Object.entries(paths).flatMap(([path, { $ref }]) => {
      const methods = sources.yaml(join('openapi', $ref)) as Record<Method, OperationObject>;
      return Object.entries(methods).map(([method, it]) => knownOperation(path, method, it));
    }),
  };
}

function knownOperation(path: string, method: string, operation: OperationObject): KnownOperation {
  const { operationId, tags, parameters = [], requestBody, responses = {} } = operation;
  const contents = [requestBody?.content, ...Object.values(responses).map((it) => it.content)];
  return {
    id: operationId,
    method,
    path,
    tag: tags?.[0],
    parameters: parameters.flatMap(nameOf),
    notFound: nameOf(responses['404'] ?? {})[0],
    bodies: contents.flatMap((content) => {
      const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
      return nameOf(schema).map((name) => ({
        schema: name,
        examples: Object.values(examples).flatMap(nameOf),
      }));
    }),
  };
}

/** The name of the component that a reference leads to, as its file has it. */
function nameOf({ $ref }: Partial<Reference>): string[] {
  const name = $ref && /([^/]+)\.yaml$/.exec($ref)?.[1];
  return name ? [name] : [];
}
