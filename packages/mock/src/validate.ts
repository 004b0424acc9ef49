/** Validates requests and the mock's own responses, and states what is wrong. */
import { nearest } from '@agent-conversation/cli/names';
import {
  isList,
  isObject,
  pointerTo,
  redacted,
  redactProperties,
  stepsOf,
} from '@agent-conversation/contract';
import type {
  OperationId,
  Options,
  RequestParts,
  ResponseParts,
  Violation,
} from '@agent-conversation/validators';
import {
  type Operation,
  operationsById,
  parametersIn,
  propertiesAt,
  secretNames,
  secretQueryNames,
} from './contract.ts';
import type { Detail } from './editions/pydantic.ts';
import { errorBody, json, Rejection, type Reply } from './response.ts';
import type { Call, MockResponse } from './types.ts';

/** How many violations of a message are reported. A message with any number of them is not read on behind these. */
export const maxViolations = 100;

/**
 * Validates a request.
 *
 * @param strict whether it is rejected for what the contract does not list
 * @returns the decoded request, undefined if it is rejected; what breaks the schema, in a request that is not rejected
 * what the contract does not list, with the nearest known name. Deployments ignore such properties: the body lacks them
 */
export function validateRequest(
  operation: Operation,
  parts: RequestParts,
  strict: boolean,
) {
  // First without what is not listed: a large body that breaks the schema is not validated twice.
  const open = strict
    ? undefined
    : operation.validateRequest(parts, { maxViolations });
  if (open && !open.valid) {
    return {
      request: undefined,
      violations: withSuggestions(operation, open.violations),
    };
  }
  // All that is not listed is removed, so that it is found without a bound.
  const closed = operation.validateRequest(parts, {
    closed: true,
    ...(strict && { maxViolations }),
  });
  if (closed.valid) return { request: closed.request, violations: [] };
  return {
    request: open && withoutUnlisted(open.request, closed.violations),
    violations: withSuggestions(operation, closed.violations),
  };
}

/** Returns what breaks the schema in a request; otherwise what the contract does not list in it. */
export function violationsInRequest(
  operation: Operation,
  parts: RequestParts,
): readonly Violation[] {
  const open = operation.validateRequest(parts, { maxViolations });
  const all = open.valid
    ? operation.validateRequest(parts, { closed: true, maxViolations })
    : open;
  return all.valid ? [] : withSuggestions(operation, all.violations);
}

/** Returns violations as they are reported. */
function withSuggestions(
  operation: Operation,
  violations: readonly Violation[],
): Violation[] {
  const first = violations.slice(0, maxViolations);
  return first.map((violation) => withSuggestion(operation, violation));
}

function withSuggestion({ id }: Operation, violation: Violation): Violation {
  const { keyword, part, pointer, message } = violation;
  if (keyword !== 'additionalProperties') return violation;
  const steps = stepsOf(pointer);
  const name = steps.pop() ?? '';
  const known = part === 'query' ? queryNamesOf(id) : propertiesAt(id, steps);
  const longer = known.find(
    (candidate) => name.length > 2 && candidate.startsWith(name),
  );
  const suggested = longer ?? nearest(name, known);
  if (suggested === undefined) return violation;
  return { ...violation, message: `${message}; did you mean ${suggested}?` };
}

function queryNamesOf(id: OperationId): string[] {
  return parametersIn('query', id).map(({ name }) => name);
}

/** Reports violations, and returns the 422 with the location of each, and what is wrong there. */
export function invalidRequest(
  call: Call,
  violations: readonly Violation[],
  details: readonly Detail[],
): Rejection {
  report(call, 'request', violations);
  // Many details have the same input: the object that lacks a property.
  const shortInputs = new Map<unknown, unknown>();
  const detail = details.slice(0, maxViolations).map((entry) => {
    const { loc, input } = entry;
    const isSecret = loc.some((step) => secretNames.has(String(step)));
    if (isSecret && input !== null) return { ...entry, input: redacted };
    if (!shortInputs.has(input)) shortInputs.set(input, shortInput(input));
    return { ...entry, input: shortInputs.get(input) };
  });
  return new Rejection(422, 'The request is not valid', {}, { detail });
}

/** How many characters of a value a response repeats. */
const inputLimit = 1000;

/** Returns what was sent, without secrets; of a long text the start, and of large values only their type. */
function shortInput(input: unknown): unknown {
  if (typeof input === 'string') return input.slice(0, inputLimit);
  if (typeof input !== 'object' || input === null) return input;
  const isLarge = JSON.stringify(input).length > inputLimit;
  if (isLarge) return Array.isArray(input) ? [] : {};
  return redactProperties(input, secretNames, secretQueryNames);
}

/**
 * Returns a response of the mock's own; 500 if it breaks the contract, by default also with what the contract does not
 * list.
 */
export function validatedResponse(
  call: Call,
  reply: Reply,
  closed = true,
): MockResponse {
  const { id } = call.operation!;
  const { status, body, headers } = reply;
  const violations = violationsIn(id, { status, body }, { closed });
  if (violations.length === 0) return json(status, body, headers);
  report(call, 'response', violations);
  const problems = violations.map(
    ({ part, pointer, message }) => `${part} ${pointer || '/'}: ${message}`,
  );
  const reason = `The mock's own response to ${id} breaks the contract: ${problems.join('; ')}`;
  return json(500, errorBody(call.request.path, reason));
}

/** Returns what breaks the contract in a response of an operation, by default also what this does not list. */
export function violationsIn(
  id: OperationId,
  parts: ResponseParts,
  options: Options = {},
) {
  const response = { contentType: 'application/json', ...parts };
  const defaults = { closed: true, maxViolations };
  const result = operationsById[id].validateResponse(response, {
    ...defaults,
    ...options,
  });
  return result.valid ? [] : result.violations;
}

/** Adds violations to what the log says about a call. */
export function report(
  call: Call,
  side: 'request' | 'response',
  violations: readonly Violation[],
) {
  const added = violations.map((violation) => ({ side, ...violation }));
  call.violations = [...call.violations, ...added];
}

/** Adds what else the log says about a call. */
export function note(call: Call, text: string): void {
  call.notes = [...(call.notes ?? []), text];
}

/** Returns a message without the properties in its body that violations report as not listed. */
export function withoutUnlisted<T extends { readonly body: unknown }>(
  message: T,
  violations: readonly Violation[],
): T {
  const unlisted = violations.filter(
    ({ part, keyword }) =>
      part === 'body' && keyword === 'additionalProperties',
  );
  const pointers = new Set(unlisted.map(({ pointer }) => pointer));
  return { ...message, body: copyWithout(message.body, '', pointers) };
}

/** Copies a value without what is at some locations in it. To delete thousands of properties takes longer. */
function copyWithout(
  value: unknown,
  at: string,
  pointers: ReadonlySet<string>,
): unknown {
  if (isList(value)) {
    return value.map((item, index) =>
      copyWithout(item, pointerTo(at, index), pointers),
    );
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !pointers.has(pointerTo(at, name)),
  );
  const copied = kept.map(([name, item]) => {
    const copy = copyWithout(item, pointerTo(at, name), pointers);
    return [name, copy] as const;
  });
  return Object.fromEntries(copied);
}
