import { join } from 'node:path/posix';
import { isObject, list, methods, object } from '../../lint/spectral/lib/document.js';
import { demanded, isText } from './demanded.ts';
import type { Sources } from './sources.ts';

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
  readonly paths: readonly string[];
  readonly operations: readonly KnownOperation[];
}

const rootFile = 'openapi/openapi.yaml';

/**
 * Reads the contract from its sources.
 *
 * @throws {ScaffoldError} when a file is not there, is no YAML, or lacks what every contract has
 */
export function readContract(sources: Sources): Contract {
  const root = sources.yaml(rootFile);
  const paths = Object.keys(demanded(rootFile, root, ['paths'], isObject));
  return {
    version: demanded(rootFile, root, ['info', 'version'], isText),
    tags: demanded(rootFile, root, ['tags'], isList).flatMap((tag) => texts(object(tag)['name'])),
    paths,
    operations: paths.flatMap((path) => {
      const file = join('openapi', demanded(rootFile, root, ['paths', path, '$ref'], isText));
      const item = sources.yaml(file);
      return methods
        .filter((method) => method in item)
        .map((method) => ({
          id: demanded(file, item, [method, 'operationId'], isText),
          method,
          path,
          ...partsOf(object(item[method])),
        }));
    }),
  };
}

function partsOf({ tags, parameters, requestBody, responses }: Record<string, unknown>) {
  const bodies = [requestBody, ...Object.values(object(responses))];
  return {
    tag: list(tags).flatMap(texts)[0],
    parameters: list(parameters).flatMap(nameOf),
    notFound: nameOf(object(responses)['404'])[0],
    bodies: bodies.flatMap((body) => {
      const { schema, examples } = object(object(object(body)['content'])['application/json']);
      return nameOf(schema).map((name) => ({
        schema: name,
        examples: Object.values(object(examples)).flatMap(nameOf),
      }));
    }),
  };
}

/** The name of the component that a reference leads to, as its file has it. */
function nameOf(reference: unknown): string[] {
  return texts(object(reference)['$ref']).flatMap((ref) => texts(/([^/]+)\.yaml$/.exec(ref)?.[1]));
}

function texts(value: unknown): string[] {
  return isText(value) ? [value] : [];
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
