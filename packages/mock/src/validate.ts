/** Validates requests and the mock's own responses, and states what is wrong. */
import { nearest } from '@agent-conversation/cli/names';
import { childOf, stepsOf } from '@agent-conversation/contract';
import type { OperationId, RequestParts, Violation } from '@agent-conversation/validators';
import { type Operation, operationsById, propertiesAt, queryNamesOf } from './contract.ts';
import type { Call, ExchangeViolation } from './log.ts';
import { errorBody, json, type MockResponse, Rejection, type Reply } from './response.ts';

/** How many violations of a request are reported. */
const reported = 100;

const closed = { closed: true };
const none: readonly Violation[] = [];

/**
 * Validates a request.
 *
 * @param strict whether it is rejected for what the contract does not list
 * @returns the decoded request, undefined if it is rejected; what breaks the schema, in a request that is not rejected
 * what the contract does not list, with the nearest known name
 */
export function validateRequest(operation: Operation, parts: RequestParts, strict: boolean) {
  const result = operation.validateRequest(parts, closed);
  if (result.valid) return { request: result.request, violations: none };
  const open = strict ? result : operation.validateRequest(parts);
  return {
    request: open.valid ? open.request : undefined,
    violations: (open.valid ? result : open).violations
      .slice(0, reported)
      .map((violation) => withSuggestion(operation, violation)),
  };
}

function withSuggestion(operation: Operation, violation: Violation): Violation {
  const { keyword, part, pointer, message } = violation;
  if (keyword !== 'additionalProperties') return violation;
  const steps = stepsOf(pointer);
  const name = steps.pop() ?? '';
  const known = part === 'query' ? queryNamesOf(operation.id) : propertiesAt(operation.id, steps);
  const longer = known.find((it) => name.length > 2 && it.startsWith(name));
  const meant = longer ?? nearest(name, known);
  if (meant === undefined) return violation;
  return { ...violation, message: `${message}; did you mean ${meant}?` };
}

/** Reports violations, and returns the 422 with the location of each, and what is wrong there. */
export function invalidRequest(
  call: Call,
  violations: readonly Violation[],
  body: unknown,
): Rejection {
  report(call, 'request', violations);
  const detail = violations.map(({ part, pointer, message, keyword, params }) => {
    let at = part === 'body' ? body : undefined;
    const steps = stepsOf(pointer).map((step, depth) => {
      const isPosition = part === 'query' ? depth > 0 : Array.isArray(at);
      at = (Object(at) as Readonly<Record<string, unknown>>)[step];
      return isPosition ? Number(step) : step;
    });
    const context = Object.keys(params).length > 0 && { ctx: params };
    return { loc: [part, ...steps], msg: message, type: keyword, ...context };
  });
  return new Rejection(422, 'The request breaks the contract', {}, { detail });
}

/** Returns a response of the mock's own; 500 if it breaks the contract, by default also with what this does not list. */
export function validatedResponse(
  call: Call,
  { status, body }: Reply,
  headers: Readonly<Record<string, string>> = {},
  isClosed = true,
): MockResponse {
  const { id, validateResponse } = call.operation!;
  const message = { status, contentType: 'application/json', body };
  const result = validateResponse(message, { closed: isClosed });
  if (result.valid) return json(status, body, headers);
  report(call, 'response', result.violations);
  const problems = result.violations.map((it) => `${it.part} ${it.pointer || '/'}: ${it.message}`);
  const reason = `The mock's own response to ${id} breaks the contract: ${problems.join('; ')}`;
  return json(500, errorBody(call.request.path, reason));
}

/** Returns the first violation of a body that a status of an operation could have; undefined if it has none. */
export function firstViolation(
  id: OperationId,
  status: number,
  body: unknown,
): Violation | undefined {
  const message = { status, contentType: 'application/json', body };
  const result = operationsById[id].validateResponse(message, closed);
  return result.valid ? undefined : result.violations[0];
}

/** Adds violations to what the log says about a call. */
export function report(
  call: Call,
  side: ExchangeViolation['side'],
  violations: readonly Violation[],
): void {
  call.violations = [...call.violations, ...violations.map((it) => ({ side, ...it }))];
}

/** Returns a body without the properties that violations report as not listed. */
export function withoutUnlisted<Body>(body: Body, violations: readonly Violation[]): Body {
  const unlisted = violations.filter(({ keyword }) => keyword === 'additionalProperties');
  if (unlisted.length === 0) return body;
  const copy = structuredClone(body);
  for (const { pointer } of unlisted) {
    const steps = stepsOf(pointer);
    const last = steps.pop()!;
    Reflect.deleteProperty(Object(steps.reduce<unknown>(childOf, copy)) as object, last);
  }
  return copy;
}
