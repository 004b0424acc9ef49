/** Violations with the parts of the contract that are violated. */
import { deviationFor, type Edition } from './editions.ts';
import type { Exchange, Severity, Violation } from './exchange.ts';
import { type Rule, ruleOf } from './rules.ts';

/** What is wrong with an exchange, and the part of the contract that is violated. */
export interface RuleViolation extends Pick<
  Violation,
  'side' | 'part' | 'pointer' | 'keyword' | 'message'
> {
  readonly rule: Rule;
  /** Set if it does not follow from the provenance of the rule. */
  readonly severity?: Severity | undefined;
}

/**
 * Makes a violation.
 *
 * @param location a part of the message and, behind it, a JSON Pointer (RFC 6901), such as `body/items/0`
 */
export function wrong(
  side: Violation['side'],
  location: string,
  keyword: string,
  message: string,
  rule: Rule,
): RuleViolation {
  const part = location.split('/', 1)[0] as Violation['part'];
  return {
    side,
    part,
    pointer: location.slice(part.length),
    keyword,
    message,
    rule,
  };
}

/** Whether it is a property or parameter that the contract does not list, which is allowed (decision D22). */
export function isUnlisted({
  keyword,
}: Pick<RuleViolation, 'keyword'>): boolean {
  return keyword === 'additionalProperties';
}

/** Whether a secret is shown, which is an error whatever the contract's provenance is. */
export function isSecret({ keyword }: Pick<RuleViolation, 'keyword'>): boolean {
  return keyword === 'secret';
}

/**
 * Returns the severity of a violation: a warning where the contract is assumed or open, else an error.
 *
 * @param strict whether what is assumed is binding
 */
export function severityOf(
  violation: RuleViolation,
  strict: boolean,
): Severity {
  const { rule, severity } = violation;
  if (severity !== undefined) return severity;
  if (isUnlisted(violation)) return 'warning';
  const binds = strict || rule.provenance !== 'assumed' || isSecret(violation);
  return binds ? 'error' : 'warning';
}

/** Returns a violation with its severity, as {@link severityOf} decides. */
export function violationOf(
  found: RuleViolation,
  operation: Violation['operation'],
  strict: boolean,
): Violation {
  const { rule, ...violation } = found;
  const severity = severityOf(found, strict);
  return {
    operation,
    ...violation,
    severity,
    ...ruleOf(rule),
    deviation: undefined,
  };
}

/**
 * Returns a violation with what the edition is known to do, if that explains it.
 *
 * @param specs the ids of the sandbox specs that the server has listed, if any
 */
export function withDeviation(
  violation: Violation,
  exchange: Exchange | undefined,
  edition: Edition | undefined,
  specs: ReadonlySet<string> = new Set(),
): Violation {
  const deviation =
    edition && deviationFor(edition, violation, exchange, specs);
  if (!deviation) return violation;
  const { name, decision } = deviation;
  return { ...violation, severity: 'known', deviation: { name, decision } };
}
