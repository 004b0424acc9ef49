import type { RequestParts, Violation } from '@agent-conversation/validators';
import { propertiesAt, queryNamesOf } from '../contract.ts';
import { nearest } from '../nearest.ts';
import { stepsOf } from '../pointer.ts';
import type { Operation } from './router.ts';

/** How many violations of a request are reported. */
const reported = 100;

const closed = { closed: true };

/** What validation has found in a request. */
export interface Checked {
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
export function checkRequest(operation: Operation, parts: RequestParts, strict: boolean): Checked {
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

const none: readonly Violation[] = [];

function withSuggestion(operation: Operation, violation: Violation): Violation {
  const { keyword, part, pointer, message } = violation;
  if (keyword !== 'additionalProperties') return violation;
  const steps = stepsOf(pointer);
  const name = steps.pop() ?? '';
  const known = part === 'query' ? queryNamesOf(operation.id) : propertiesAt(operation.id, steps);
  const longer = known.find((it) => name.length > 2 && it.startsWith(name));
  const meant = longer ?? nearest(name, known);
  return meant === undefined
    ? violation
    : { ...violation, message: `${message}; did you mean ${meant}?` };
}
