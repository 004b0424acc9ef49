import { operations as validators, type OperationId } from '@agent-conversation/validators';
import type { Exchange } from '../oracle/exchange.ts';
import { mediaTypeOf, readBody } from '../oracle/message.ts';
import { isRoute, routeOf } from '../oracle/route.ts';
import type { Content, OperationShape } from './operation-shape.ts';

/** An exchange as one of an operation. What breaks the contract is undefined. */
export interface ReadExchange {
  readonly shape: OperationShape;
  /** Who asked, and whom: ids mean the same thing only between the same two. */
  readonly between: string;
  /** The request, where it was valid and the answer says that it was carried out. */
  readonly carriedOut: ReadRequest | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly status: string;
  /** What the contract has for the status and the media type of the answer. */
  readonly content: Content | undefined;
  readonly answer: ReadBody | undefined;
}

/** A valid request. */
export interface ReadRequest {
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** What the contract has for the media type. */
  readonly content: Content | undefined;
  readonly body: ReadBody | undefined;
}

/** A valid body, parsed. */
export interface ReadBody {
  readonly value: unknown;
}

/**
 * Reads exchanges as those of operations; undefined where it is of none.
 *
 * @param baseUrl the address of the server; its path is taken off. Default: the origin of the request
 */
export function exchangeReader(
  shapes: readonly OperationShape[],
  baseUrl: string | undefined,
): (exchange: Exchange) => ReadExchange | undefined {
  const byId = new Map(shapes.map((shape) => [shape.operation.operationId, shape]));
  return (exchange) => {
    const route = routeOf(exchange.request, baseUrl);
    const shape = isRoute(route) ? byId.get(route.operation.operationId) : undefined;
    return shape && isRoute(route) ? read(exchange, shape, route.path) : undefined;
  };
}

function read(
  { request, answer }: Exchange,
  shape: OperationShape,
  path: Readonly<Record<string, string>>,
): ReadExchange {
  const { origin, searchParams: query } = new URL(request.url);
  const validator = validators[shape.operation.operationId as OperationId];
  const status = `${answer.status}`;

  const sent = bodyOf(request);
  const asked = validator.validateRequest({
    path,
    query,
    headers: request.headers,
    body: sent?.value,
  });
  const wasDone = answer.status >= 200 && answer.status < 300;

  const contentType = answer.headers.get('content-type');
  const got = bodyOf(answer);
  const told = validator.validateAnswer({ ...answer, contentType, body: got?.value });
  const declared = shape.answers.find((it) => it.status === status)?.contents ?? [];
  return {
    shape,
    between: `${origin} ${request.headers.get('x-session-api-key')}`,
    path,
    carriedOut:
      asked.valid && wasDone
        ? {
            query,
            headers: request.headers,
            content: contentOf(shape.request?.contents ?? [], request),
            body: sent,
          }
        : undefined,
    status,
    content: contentOf(declared, answer),
    answer: told.valid ? got : undefined,
  };
}

function contentOf(
  contents: readonly Content[],
  { headers }: { readonly headers: Headers },
): Content | undefined {
  const type = mediaTypeOf(headers);
  return contents.find(({ mediaType }) => mediaType === type);
}

function bodyOf({ body }: { readonly body: string | undefined }): ReadBody | undefined {
  const { value } = readBody(body);
  return value === undefined ? undefined : { value };
}
