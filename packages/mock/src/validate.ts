/** Validates requests and the mock's own responses, and states what is wrong. */
import { nearest } from '@agent-conversation/cli/names';
import { childOf, stepsOf } from '@agent-conversation/contract';
import type {
  OperationId,
  RequestParts,
  ResponseParts,
  Violation,
} from '@agent-conversation/validators';
import { type Operation, operationsById, parametersIn, propertiesAt } from './contract.ts';
import type { Call } from './log.ts';
import { errorBody, json, type MockResponse, Rejection, type Reply } from './response.ts';

/** How many violations of a request are reported. */
const reported = 100;

/**
 * Validates a request.
 *
 * @param strict whether it is rejected for what the contract does not list
 * @returns the decoded request, undefined if it is rejected; what breaks the schema, in a request that is not rejected
 * what the contract does not list, with the nearest known name. Deployments ignore such properties: the body lacks them
 */
export function validateRequest(operation: Operation, parts: RequestParts, strict: boolean) {
  const closed = operation.validateRequest(parts, { closed: true });
  if (closed.valid) return { request: closed.request, violations: [] };
  const open = strict ? closed : operation.validateRequest(parts);
  const violations = (open.valid ? closed : open).violations.slice(0, reported);
  return {
    request: open.valid ? withoutUnlisted(open.request, closed.violations) : undefined,
    violations: violations.map((violation) => withSuggestion(operation, violation)),
  };
}

function withSuggestion({ id }: Operation, violation: Violation): Violation {
  const { keyword, part, pointer, message } = violation;
  if (keyword !== 'additionalProperties') return violation;
  const steps = stepsOf(pointer);
  const name = steps.pop() ?? '';
  const known =
    part === 'query' ? parametersIn('query', id).map((it) => it.name) : propertiesAt(id, steps);
  const longer = known.find((it) => name.length > 2 && it.startsWith(name));
  const meant = longer ?? nearest(name, known);
  return meant ? { ...violation, message: `${message}; did you mean ${meant}?` } : violation;
}

/** Reports violations, and returns the 422 with the location of each, and what is wrong there. */
export function invalidRequest(call: Call, violations: readonly Violation[], body: unknown) {
  report(call, 'request', violations);
  const detail = violations.map(({ part, pointer, message, keyword, params }) => {
    let at: unknown = part === 'body' ? body : undefined;
    const steps = stepsOf(pointer).map((step, depth) => {
      const isPosition = part === 'query' ? depth > 0 : Array.isArray(at);
      at = childOf(at, step);
      return isPosition ? Number(step) : step;
    });
    const context = Object.keys(params).length > 0 && { ctx: params };
    return { loc: [part, ...steps], msg: message, type: keyword, ...context };
  });
  return new Rejection(422, 'The request breaks the contract', {}, { detail });
}

/** Returns a response of the mock's own; 500 if it breaks the contract, by default also with what this does not list. */
export function validatedResponse(call: Call, reply: Reply, closed = true): MockResponse {
  const { id } = call.operation!;
  const { status, body, headers } = reply;
  const violations = violationsIn(id, { status, body }, closed);
  if (violations.length === 0) return json(status, body, headers);
  report(call, 'response', violations);
  const problems = violations.map((it) => `${it.part} ${it.pointer || '/'}: ${it.message}`);
  const reason = `The mock's own response to ${id} breaks the contract: ${problems.join('; ')}`;
  return json(500, errorBody(call.request.path, reason));
}

/** Returns what breaks the contract in a response of an operation, by default also what this does not list. */
export function violationsIn(id: OperationId, parts: ResponseParts, closed = true) {
  const message = { contentType: 'application/json', ...parts };
  const result = operationsById[id].validateResponse(message, { closed });
  return result.valid ? [] : result.violations;
}

/** Adds violations to what the log says about a call. */
export function report(call: Call, side: 'request' | 'response', violations: readonly Violation[]) {
  call.violations = [...call.violations, ...violations.map((it) => ({ side, ...it }))];
}

/** Returns a message without the properties in its body that violations report as not listed. */
export function withoutUnlisted<T extends { readonly body: unknown }>(
  message: T,
  violations: readonly Violation[],
): T {
  const body = structuredClone(message.body);
  for (const { part, keyword, pointer } of violations) {
    if (part !== 'body' || keyword !== 'additionalProperties') continue;
    const steps = stepsOf(pointer);
    const last = steps.pop()!;
    Reflect.deleteProperty(Object(steps.reduce<unknown>(childOf, body)) as object, last);
  }
  return { ...message, body };
}
