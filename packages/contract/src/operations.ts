/** The operations of a document, as they are there and with what their references lead to. */
import { resolve } from './document.ts';
import {
  childOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
} from './json.ts';
import type { ContractOperation, Parameter } from './model.ts';

/** The methods that a path item may have (OpenAPI 3.1.1, section 4.8.9). */
export const methods: readonly string[] =
  'get put post delete options head patch trace'.split(' ');

/** An operation with its position in a document, which does not have to be valid. */
export interface Operation {
  readonly pointer: string;
  /** The operationId; method and path if there is none. */
  readonly id: string;
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly value: JsonObject;
  /** The path item that has it. */
  readonly item: JsonObject;
}

/** Returns the operations of a document, in its order. */
export function operationsOf(root: unknown): readonly Operation[] {
  return Object.entries(objectOf(childOf(root, 'paths'))).flatMap(
    ([path, item]) =>
      methods.flatMap((method) => {
        const value = childOf(item, method);
        if (!isObject(value) || !isObject(item)) return [];
        const { operationId } = value;
        const id =
          typeof operationId === 'string'
            ? operationId
            : `${method.toUpperCase()} ${path}`;
        return [
          {
            pointer: pointerTo('/paths', path, method),
            id,
            path,
            method,
            value,
            item,
          },
        ];
      }),
  );
}

/** Returns the operations of a valid contract, in its order. */
export function contractOperations(
  root: unknown,
): readonly ContractOperation[] {
  return operationsOf(root).map(({ pointer, path, method, value, item }) => {
    const { parameters: own, requestBody, responses } = value;
    const parameters = [item['parameters'], own].flatMap(listOf).map((it) => {
      const parameter = objectOf(
        resolve(root, it).value,
      ) as unknown as Parameter;
      return [`${parameter.in} ${parameter.name}`, parameter] as const;
    });
    const operation = {
      ...value,
      pointer,
      path,
      method,
      parameters: [...new Map(parameters).values()],
      requestBody: requestBody && messageOf(root, requestBody),
      responses: mapped(responses, (it) => messageOf(root, it)),
    };
    return operation as unknown as ContractOperation;
  });
}

function messageOf(root: unknown, node: Json | undefined) {
  const message = objectOf(resolve(root, node).value);
  const { headers, content } = message;
  const [[mediaType, media] = []] = Object.entries(objectOf(content));
  const examples = mapped(childOf(media, 'examples'), (it) =>
    childOf(resolve(root, it).value, 'value'),
  );
  return {
    ...message,
    mediaType,
    schema: childOf(media, 'schema'),
    headers: mapped(headers, (it) => resolve(root, it).value),
    examples: new Map(Object.entries(examples)),
  };
}

function mapped<T>(
  map: unknown,
  read: (it: Json | undefined) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(objectOf(map)).map(([name, it]) => [name, read(it)]),
  );
}

/** The resource and the verb of an operation: `client.<resource>.<verb>` calls it. */
export interface ClientMethod {
  readonly resource: string;
  readonly verb: string;
}

/**
 * Returns what calls an operation in the client. The resource is what the path begins with, or a plural below an id:
 * the files of `/sandboxes/{sandbox_id}/files`, but the sandboxes of `/sandboxes/{sandbox_id}/pause`.
 *
 * @returns undefined unless the path names a resource in kebab-case after `/api` and the version
 */
export function clientMethodOf(
  operationId: string,
  path: string,
): ClientMethod | undefined {
  const segments = path.replace(/^\/api\/(v\d+\/)?/, '').split('/');
  const nested = segments.findLast((segment, index) => {
    const isBelowId = segments[index - 1]?.startsWith('{') === true;
    return isBelowId && /(?<![sui])s$/.test(segment);
  });
  const resource = nested ?? segments[0] ?? '';
  if (!path.startsWith('/api/') || !/^[a-z]+(-[a-z]+)*$/.test(resource))
    return undefined;
  const [verb = ''] = /^[a-z]+/.exec(operationId) ?? [];
  return { resource: camelCase(resource), verb };
}

/** Turns kebab-case such as `app-conversations` into `appConversations`. */
function camelCase(words: string): string {
  return words.replaceAll(/-([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}
