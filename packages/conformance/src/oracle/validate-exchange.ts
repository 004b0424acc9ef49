import type { OperationId } from '@agent-conversation/validators';
import type { Exchange, Violation } from './exchange.ts';
import { type Route, routeOf } from './route.ts';
import { omissionRule, ruleAt } from './rules.ts';
import { secretViolations } from './secrets.ts';
import {
  acceptedViolations,
  violationOf,
  isUnlisted,
  requestViolations,
  responseViolations,
  securityViolations,
  type RuleViolation,
} from './violations.ts';

/** How exchanges are validated. */
export interface ValidateOptions {
  /**
   * The address of the server; its path is taken off.
   *
   * @default the origin of the request
   */
  readonly baseUrl?: string | undefined;
  /**
   * Whether properties and query parameters that the contract does not list are reported, as warnings.
   *
   * @default false
   */
  readonly closed?: boolean | undefined;
  /**
   * Whether what is assumed is binding: its violations are errors then, not warnings.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
}

/** What was called, and what is wrong with the exchange. */
export interface ExchangeResult {
  /** Undefined if the contract has no operation for the request. */
  readonly operation: OperationId | undefined;
  readonly violations: readonly Violation[];
}

/**
 * Validates an exchange. Violations with the side `request` are no fault of the server, if it rejects the request
 * with a declared status. An invalid request that the server accepts is a violation with the side `response` and the
 * keyword `accepted`. A request without a key is valid if the response is 401.
 *
 * @throws {TypeError} when the address of the request, or `baseUrl`, is not absolute
 *
 * @example
 * const { violations } = validateExchange(exchange, { closed: true });
 * for (const { part, pointer, message } of violations) console.error(`${part} ${pointer}: ${message}`);
 */
export function validateExchange(
  exchange: Exchange,
  options: ValidateOptions = {},
): ExchangeResult {
  const { baseUrl, closed = false, strict = false } = options;
  const route = routeOf(exchange.request, baseUrl);
  const operation = 'operation' in route ? route.operation : undefined;
  const id = operation?.operationId;
  const violations = [
    ...('operation' in route ? routed(route, exchange, closed) : unrouted(route, exchange)),
    ...secretViolations(operation, exchange),
  ];
  return { operation: id, violations: violations.map((it) => violationOf(it, id, strict)) };
}

function routed({ operation, path }: Route, exchange: Exchange, closed: boolean): RuleViolation[] {
  const { request, response } = exchange;
  const wrong = [
    ...securityViolations(operation, exchange),
    ...requestViolations(operation, path, request, closed),
  ];
  const { searchParams: query } = new URL(request.url);
  const assumed = omissionRule(operation, (name) => query.has(name));
  // HTTP itself has this status for a media type that is not accepted (RFC 9110, section 15.5.16).
  const isRejected =
    response.status === 415 && wrong.some(({ keyword }) => keyword === 'media-type');
  const found = responseViolations(operation, exchange, closed).filter(
    ({ part }) => part !== 'status' || !isRejected,
  );
  return [
    ...wrong,
    ...acceptedViolations(wrong, response.status),
    ...found.map(({ severity, ...violation }): RuleViolation => {
      if (assumed && !isUnlisted(violation)) return { ...violation, rule: assumed };
      return severity ? { ...violation, severity } : violation;
    }),
  ];
}

/** Responses to requests that call no operation are not described by the contract, but must not be 5xx. */
function unrouted(route: RuleViolation, { response: { status } }: Exchange): RuleViolation[] {
  if (status < 500) return [route];
  const message = 'must not be an error of the server';
  const rule = ruleAt('paths');
  return [
    route,
    { side: 'response', part: 'status', pointer: '', keyword: 'status', message, rule },
  ];
}
