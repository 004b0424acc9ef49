import type { OperationId } from '@agent-conversation/validators';
import { acceptedBreaches } from './accepted.ts';
import { answerBreaches } from './answer-breaches.ts';
import { type Breach, findingOf } from './breach.ts';
import type { Exchange } from './exchange.ts';
import type { Finding } from './finding.ts';
import { requestBreaches } from './request-breaches.ts';
import { isRoute, type Route, routeOf } from './route.ts';
import { ruleAt } from './rule.ts';
import { secretBreaches } from './secrets.ts';
import { securityBreaches } from './security.ts';

/** How exchanges are judged. */
export interface JudgeOptions {
  /**
   * The address of the server; its path is taken off.
   *
   * @default the origin of the request
   */
  readonly baseUrl?: string | undefined;
  /**
   * Whether members and query parameters that the contract does not list are told, too, as warnings.
   *
   * @default false
   */
  readonly closed?: boolean | undefined;
  /**
   * Whether what is only observed or assumed binds, too: what is a warning is an error then, save for what
   * is not listed.
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
 * Holds an exchange against the contract. What is wrong with the request is told with the side `request`
 * and is no fault of the server, if it refuses the request by a status that is declared. One that it carries
 * out all the same is told with the side `answer` and the keyword `accepted`. A request without a key that is
 * answered with 401 is in order.
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
  const breaches = [
    ...(isRoute(route) ? routedBreaches(route, exchange, closed) : [route, ...failure(exchange)]),
    ...secretBreaches(operation, exchange),
  ];
  return { operation: id, findings: breaches.map((breach) => findingOf(breach, id, strict)) };
}

function routedBreaches(route: Route, exchange: Exchange, closed: boolean): Breach[] {
  const { request, answer } = exchange;
  const asked = [
    ...securityBreaches(route.operation, exchange),
    ...requestBreaches(route, request, closed),
  ];
  const answered = answerBreaches(route.operation, exchange, closed);
  // HTTP itself says so of a media type that is not taken (RFC 9110, section 15.5.16).
  const isRefused = answer.status === 415 && asked.some(({ keyword }) => keyword === 'media-type');
  return [
    ...asked,
    ...acceptedBreaches(asked, answer.status),
    ...answered.filter(({ part }) => part !== 'status' || !isRefused),
  ];
}

/** What others than the operations answer is not the contract's matter, unless the server fails at it. */
function failure({ answer: { status } }: Exchange): Breach[] {
  if (status < 500) return [];
  const message = 'must not be an error of the server';
  const place = { side: 'answer', part: 'status', pointer: '', keyword: 'status' } as const;
  return [{ ...place, message, rule: ruleAt('paths') }];
}
