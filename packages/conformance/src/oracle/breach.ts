import type { OperationId, Violation } from '@agent-conversation/validators';
import type { Finding, Severity } from './finding.ts';
import type { Rule } from './rule.ts';

/** What is wrong with an exchange, and the part of the contract that it breaks. */
export interface Breach extends Pick<Finding, 'side' | 'part' | 'pointer' | 'keyword' | 'message'> {
  readonly rule: Rule;
  /** How much it weighs, where that does not follow from where the rule comes from. */
  readonly severity?: Severity;
}

/** What a validator has found, as a breach. */
export function breachOf(
  side: Finding['side'],
  { part, pointer, keyword, message }: Violation,
  rule: Rule,
): Breach {
  const found = { side, part, pointer, keyword, message, rule };
  return isUnlisted(found) ? { ...found, severity: 'warning' } : found;
}

/** Whether it is something that the contract does not list, which is in order all the same (decision D22). */
export function isUnlisted({ keyword }: Pick<Breach, 'keyword'>): boolean {
  return keyword === 'additionalProperties';
}

/**
 * A breach, weighed: an error where the interface document is broken, else a warning.
 *
 * @param strict whether what is only observed or assumed binds, too
 */
export function findingOf(
  { rule, severity, ...found }: Breach,
  operation: OperationId | undefined,
  strict: boolean,
): Finding {
  const binds = strict || rule.provenance === 'documented';
  return { operation, ...found, severity: severity ?? (binds ? 'error' : 'warning'), ...rule };
}
