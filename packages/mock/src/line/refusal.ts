import type { OperationId, Violation } from '@agent-conversation/validators';
import { exampleOf } from '../contract.ts';
import type { Answer } from '../http/message.ts';
import { stepsOf } from '../pointer.ts';

/** Why a request is not carried out. */
export interface Refusal {
  readonly status: number;
  /** For people. */
  readonly reason: string;
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

/**
 * A refusal as an answer: in the form of the contract's example where the operation declares the status,
 * and else in the form of the errors of the path's generation.
 */
export function refuse(
  { status, reason, headers }: Refusal,
  path: string,
  operation?: OperationId,
): Answer {
  const shown = operation && (exampleOf(operation, status) as object | undefined);
  return json(status, shown ? withReason(shown, reason) : errorBody(path, reason), headers);
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

/** The answer to a request that breaks the contract: each place, and what is wrong there. */
export function refuseViolations(
  violations: readonly Violation[],
  parts: Readonly<Record<string, unknown>>,
): Answer {
  const detail = violations.map(({ part, pointer, message, keyword, params }) => ({
    loc: [part, ...locate(pointer, parts[part])],
    msg: message,
    type: keyword,
    ...(Object.keys(params).length > 0 ? { ctx: params } : {}),
  }));
  return json(422, { detail });
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
