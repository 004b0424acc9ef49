/** Validates requests, and suggests the names that misspelt ones mean. */
import { childOf, stepsOf } from '@agent-conversation/contract';
import type { RequestParts, Violation } from '@agent-conversation/validators';
import { type Operation, propertiesAt, queryNamesOf } from './contract.ts';
import { nearest } from './router.ts';

/** How many violations of a request are reported. */
const reported = 100;

const closed = { closed: true };
const none: readonly Violation[] = [];

/** The result of the validation of a request. */
export interface Validated {
  /** The decoded request; undefined if it is rejected. */
  readonly request: { readonly query: object; readonly body: unknown } | undefined;
  /** What breaks the schema. In a request that is not rejected: what the contract does not list. */
  readonly violations: readonly Violation[];
}

/**
 * Validates a request. Properties and query parameters that the contract does not list are reported with the nearest
 * known name.
 *
 * @param strict whether they are rejected
 */
export function validateRequest(
  operation: Operation,
  parts: RequestParts,
  strict: boolean,
): Validated {
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
