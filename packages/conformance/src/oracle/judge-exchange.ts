import type { OperationId } from '@agent-conversation/validators';
import { responseViolations } from './response-violations.ts';
import { findingOf, isUnlisted, type Violation } from './violation.ts';
import type { Exchange } from './exchange.ts';
import type { Finding } from './finding.ts';
import { acceptedViolations, omissionRule, requestViolations } from './request-violations.ts';
import { isRoute, type Route, routeOf } from './route.ts';
import { type Rule, ruleAt } from './rule.ts';
import { secretViolations } from './secrets.ts';
import { securityViolations } from './security.ts';

/** How exchanges are validated. */
export interface JudgeOptions {
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
export interface Judgement {
  /** Undefined where the contract has no operation for the request. */
  readonly operation: OperationId | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Validates an exchange. Findings with the side `request` are no fault of the server, if it rejects the request
 * with a declared status. An invalid request that the server accepts is a finding with the side `answer` and the
 * keyword `accepted`. A request without a key is valid if the response is 401.
 *
 * @throws {TypeError} when the address of the request, or `baseUrl`, is not absolute
 *
 * @example
 * const { findings } = judgeExchange(exchange, { closed: true });
 * for (const { part, pointer, message } of findings) console.error(`${part} ${pointer}: ${message}`);
 */
export function judgeExchange(exchange: Exchange, options: JudgeOptions = {}): Judgement {
  const { baseUrl, closed = false, strict = false } = options;
  const route = routeOf(exchange.request, baseUrl);
  const operation = isRoute(route) ? route.operation : undefined;
  const id = operation?.operationId as OperationId | undefined;
  const violations = [
    ...(isRoute(route) ? routed(route, exchange, closed) : [route, ...failure(exchange)]),
    ...secretViolations(operation, exchange),
  ];
  return {
    operation: id,
    findings: violations.map((violation) => findingOf(violation, id, strict)),
  };
}

function routed(route: Route, exchange: Exchange, closed: boolean): Violation[] {
  const { request, answer } = exchange;
  const asked = [
    ...securityViolations(route.operation, exchange),
    ...requestViolations(route, request, closed),
  ];
  const answered = responseViolations(route.operation, exchange, closed);
  // HTTP itself has this status for a media type that is not accepted (RFC 9110, section 15.5.16).
  const assumed = omissionRule(route, request);
  const isRejected = answer.status === 415 && asked.some(({ keyword }) => keyword === 'media-type');
  return [
    ...asked,
    ...acceptedViolations(asked, answer.status),
    ...answered
      .filter(({ part }) => part !== 'status' || !isRejected)
      .map((it) => (assumed && !isUnlisted(it) ? withRule(it, assumed) : it)),
  ];
}

function withRule({ side, part, pointer, keyword, message }: Violation, rule: Rule): Violation {
  return { side, part, pointer, keyword, message, rule };
}

/** Responses to requests that call no operation are not described by the contract, but must not be 5xx. */
function failure({ answer: { status } }: Exchange): Violation[] {
  if (status < 500) return [];
  const message = 'must not be an error of the server';
  const place = { side: 'answer', part: 'status', pointer: '', keyword: 'status' } as const;
  return [{ ...place, message, rule: ruleAt('paths') }];
}
