import type { OperationId, Violation as SchemaViolation } from '@agent-conversation/validators';
import type { Finding, Severity } from './finding.ts';
import type { Rule } from './rule.ts';

/** What is wrong with an exchange, and the part of the contract that is violated. */
export interface Violation extends Pick<
  Finding,
  'side' | 'part' | 'pointer' | 'keyword' | 'message'
> {
  readonly rule: Rule;
  /** Set if it does not follow from the provenance of the rule. */
  readonly severity?: Severity;
}

/** A violation that a validator has found. */
export function violationOf(
  side: Finding['side'],
  { part, pointer, keyword, message }: SchemaViolation,
  rule: Rule,
): Violation {
  const found = { side, part, pointer, keyword, message, rule };
  return isUnlisted(found) ? { ...found, severity: 'warning' } : found;
}

/** Whether it is a property or parameter that the contract does not list, which is allowed (decision D22). */
export function isUnlisted({ keyword }: Pick<Violation, 'keyword'>): boolean {
  return keyword === 'additionalProperties';
}

/** Whether a secret is shown, which is an error whatever the contract's provenance is. */
export function isSecret({ keyword }: Pick<Violation, 'keyword'>): boolean {
  return keyword === 'secret';
}

/**
 * A violation with its severity: a warning where the contract is assumed, else an error.
 *
 * @param strict whether what is assumed is binding
 */
export function findingOf(
  { rule, severity, ...found }: Violation,
  operation: OperationId | undefined,
  strict: boolean,
): Finding {
  const binds = strict || rule.provenance !== 'assumed' || isSecret(found);
  return { operation, ...found, severity: severity ?? (binds ? 'error' : 'warning'), ...rule };
}
