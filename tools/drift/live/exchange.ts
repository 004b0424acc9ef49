import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Exchange } from '@agent-conversation/conformance';

interface Body {
  readonly content: {
    readonly 'application/json': { readonly examples: Readonly<Record<string, { $ref: string }>> };
  };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const paths = bundle.paths as unknown as Paths;
const examples = bundle.components.examples as Readonly<Record<string, { value: unknown }>>;

/**
 * A call of an operation that is as the contract wants it, and an answer to it.
 *
 * @throws {Error} when the contract has no such operation
 */
export function exchangeOf(operation: string, answer: Exchange['answer']): Exchange {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
      if (operationId === operation) {
        return { request: requestOf(method, path, requestBody), answer };
      }
    }
  }
  throw new Error(`The contract has no operation ${operation}`);
}

function requestOf(method: string, path: string, body: Body | undefined): Exchange['request'] {
  const headers = new Headers({ 'X-Session-API-Key': 'a-key-of-drift' });
  if (body) headers.set('Content-Type', 'application/json');
  return {
    method: method.toUpperCase(),
    // The contract has one kind of parameters that are needed: ids in the path.
    url: `http://127.0.0.1${path.replaceAll(/\{\w+\}/g, 'an-id')}`,
    headers,
    body: body && JSON.stringify(firstExample(body)),
  };
}

function firstExample({ content }: Body): unknown {
  const [first] = Object.values(content['application/json'].examples);
  const name = first!.$ref.slice('#/components/examples/'.length);
  return examples[name]?.value;
}
