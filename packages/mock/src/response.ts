/** Makes responses: those of handlers, and errors in the form that the contract declares. */
import { stepsOf } from '@agent-conversation/contract';
import type { OperationId, Violation } from '@agent-conversation/validators';
import { exampleNamed, exampleOf } from './contract.ts';
import type { MockResponse } from './message.ts';

/** The response of a handler, before it is validated and written. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** Replies with the contract's example of a status. */
export function declared(id: OperationId, status: number): Reply {
  return { status, body: exampleOf(id, status) };
}

/** Replies to an operation that the state of a resource does not allow. */
export function notAllowed(rejected: { readonly status: number; readonly example: string }): Reply {
  return { status: rejected.status, body: exampleNamed(rejected.example) };
}

/** Why a request is rejected. */
export interface Rejection {
  readonly status: number;
  /** Human-readable. */
  readonly reason: string;
  /** The whole body of the response. Default: one of the declared form, with the reason. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a response with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): MockResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns the response to a request that calls no operation. */
export function rejectPath({ status, reason, headers }: Rejection, path: string): MockResponse {
  return json(status, errorBody(path, reason), headers);
}

/**
 * Returns the body of an error response: in the form of the contract's example if the operation declares the status,
 * else in the form of the errors of the path's generation.
 */
export function rejectionBody(
  { status, reason, body }: Rejection,
  path: string,
  id: OperationId,
): unknown {
  if (body !== undefined) return body;
  const example = exampleOf(id, status) as object | undefined;
  if (!example) return errorBody(path, reason);
  const name = ['detail', 'error', 'message'].find((it) => it in example);
  return name === undefined ? example : { ...example, [name]: reason };
}

/** Returns an error in the form of its generation: legacy paths begin with `/api/`, without `v1`. */
export function errorBody(path: string, reason: string): object {
  return /^\/api\/(?!v1(\/|$))/.test(path) ? { error: reason } : { detail: reason };
}

/** Returns the body of a 422: the location of each violation, and what is wrong there. */
export function violationsBody(violations: readonly Violation[], body: unknown): object {
  const detail = violations.map(({ part, pointer, message, keyword, params }) => ({
    loc: [
      part,
      ...(part === 'query'
        ? inQuery(pointer)
        : locate(pointer, part === 'body' ? body : undefined)),
    ],
    msg: message,
    type: keyword,
    ...(Object.keys(params).length > 0 ? { ctx: params } : {}),
  }));
  return { detail };
}

/** Returns the steps to a query parameter, or to one of its values. */
function inQuery(pointer: string): (string | number)[] {
  const [name = '', ...positions] = stepsOf(pointer);
  return [name, ...positions.map(Number)];
}

/** Returns the steps of a pointer; positions in arrays are numbers. */
function locate(pointer: string, value: unknown): (string | number)[] {
  let at = value;
  return stepsOf(pointer).map((step) => {
    const here = Array.isArray(at) ? Number(step) : step;
    at = Object(at)[here];
    return here;
  });
}
