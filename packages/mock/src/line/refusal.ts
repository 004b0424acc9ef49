import type { OperationId, Violation } from '@agent-conversation/validators';
import { exampleOf } from '../contract.ts';
import type { Answer } from '../http/message.ts';
import { stepsOf } from '../pointer.ts';

/** Why a request is rejected. */
export interface Refusal {
  readonly status: number;
  /** Human-readable. */
  readonly reason: string;
  /** The whole body of the response; one of the declared form with the reason if it is left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** A refusal of what is not a request of any operation. */
export function refuse({ status, reason, headers }: Refusal, path: string): Answer {
  return json(status, errorBody(path, reason), headers);
}

/**
 * The body of a refusal: in the form of the contract's example where the operation declares the status, and
 * else in the form of the errors of the path's generation.
 */
export function refusalBody(
  { status, reason, body }: Refusal,
  path: string,
  id: OperationId,
): unknown {
  if (body !== undefined) return body;
  const shown = exampleOf(id, status) as object | undefined;
  return shown ? withReason(shown, reason) : errorBody(path, reason);
}

/** An error body that gives another reason. */
function withReason(body: object, reason: string): object {
  const member = ['detail', 'error', 'message'].find((name) => name in body);
  return member === undefined ? body : { ...body, [member]: reason };
}

/** An error in the form of its generation: legacy paths begin with `/api/`, without `v1`. */
export function errorBody(path: string, reason: string): object {
  return /^\/api\/(?!v1(\/|$))/.test(path) ? { error: reason } : { detail: reason };
}

/** The body of the refusal of a request that breaks the contract: each place, and what is wrong there. */
export function violationsBody(
  violations: readonly Violation[],
  parts: Readonly<Record<string, unknown>>,
): object {
  const detail = violations.map(({ part, pointer, message, keyword, params }) => ({
    loc: [part, ...(part === 'query' ? inQuery(pointer) : locate(pointer, parts[part]))],
    msg: message,
    type: keyword,
    ...(Object.keys(params).length > 0 ? { ctx: params } : {}),
  }));
  return { detail };
}

/** The steps to a query parameter, or to one of its values. */
function inQuery(pointer: string): (string | number)[] {
  const [name = '', ...positions] = stepsOf(pointer);
  return [name, ...positions.map(Number)];
}

/** The steps to a place; positions in arrays are numbers. */
function locate(pointer: string, value: unknown): (string | number)[] {
  let at = value;
  return stepsOf(pointer).map((step) => {
    const here = Array.isArray(at) ? Number(step) : step;
    at = Object(at)[here];
    return here;
  });
}
