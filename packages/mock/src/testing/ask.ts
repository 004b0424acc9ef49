import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { type OperationId, operations } from '@agent-conversation/validators';
import { resolve } from '../contract.ts';
import type { Mock } from '../mock.ts';

/** What a test sends besides method and path. */
export interface Extra {
  /** The API key; none is sent if it is null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

/** An answer as a test looks at it. */
export interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, undefined where there is none. */
  readonly body: Body;
}

/** Asks a mock as a client does. */
export async function ask<Body = unknown>(
  { fetch }: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  extra: Extra = {},
): Promise<Answered<Body>> {
  const response = await send({ fetch }, method, path, extra);
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, text, body };
}

/** As `ask`, with the answer as `fetch` gives it. */
export async function send(
  { fetch }: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  { key = 'ada', headers = {}, body }: Extra = {},
): Promise<Response> {
  return fetch(`http://mock${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { 'X-Session-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean } & {
  readonly example?: unknown;
};

/** A valid request of each operation of the contract, with the id `a` in its path. */
export const requests: readonly (readonly [
  id: OperationId,
  method: string,
  path: string,
  body: unknown,
])[] = Object.values(document.paths).flatMap((item) =>
  Object.values(item as unknown as Record<string, OperationObject>).map((operation) => {
    const { operationId: id, parameters = [] } = operation;
    const { method, path } = operations[id];
    const query = parameters
      .map((it) => resolve<Parameter>(it))
      .filter((it) => it.in === 'query' && it.required)
      .map((it) => `${it.name}=${encodeURIComponent(String(it.example))}`);
    const target = [path.replaceAll(/\{.*?\}/g, 'a'), ...query].join('?');
    return [id, method, target, bodyOf(operation)] as const;
  }),
);

interface OperationObject {
  readonly operationId: OperationId;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly examples: object }> };
}

/** An empty body if the operation accepts one, else its first example. */
function bodyOf({ operationId, requestBody }: OperationObject): unknown {
  if (!requestBody) return undefined;
  const result = operations[operationId].validateRequest({ body: {} });
  if (result.valid || result.violations.every(({ part }) => part !== 'body')) return {};
  const [example] = Object.values(resolve(requestBody).content['application/json']!.examples);
  return resolve<{ value?: unknown }>(example as object).value;
}

/** The status of success that an operation declares. */
export function successOf(id: OperationId): number {
  return operations[id].statuses.find((status) => status < 300)!;
}
