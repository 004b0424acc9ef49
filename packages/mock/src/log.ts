/** What the mock reports about each request. */
import { excerpt } from '@agent-conversation/cli/text';
import { jsonOf, listOf, objectOf, redacted } from '@agent-conversation/contract';
import type { OperationId, OperationValidator, Violation } from '@agent-conversation/validators';
import type { MockRequest } from './request.ts';
import type { MockResponse } from './response.ts';
import type { Account } from './state/store.ts';

/** What breaks the contract in a request or, as `response`, in a response. */
export interface ExchangeViolation extends Violation {
  readonly side: 'request' | 'response';
}

/** A request, with what becomes known about it while it is processed. */
export interface Call {
  readonly request: MockRequest;
  // Not as contract.ts has it: public declarations must not lead to private packages.
  operation?: OperationValidator<OperationId> | undefined;
  /** The state of its API key. */
  account?: Account;
  violations: readonly ExchangeViolation[];
  fault?: string;
}

/** One request and its response, without the key and the bodies. */
export interface Exchange {
  /** The time of the response: RFC 3339, by the clock of this machine. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark; secrets are redacted. */
  readonly query: string;
  /** The operationId, if the contract has an operation for the request. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  /** How long the response took, in milliseconds. */
  readonly duration: number;
  /** What an error response says, unless `violations` say it. */
  readonly reason: string | undefined;
  /** What breaks the contract, and what the contract does not list in a request; of a proxy, also in the response. */
  readonly violations: readonly ExchangeViolation[];
  /** The fault that was applied, such as `reset`. */
  readonly fault: string | undefined;
}

export function exchangeOf(call: Call, response: MockResponse, duration: number): Exchange {
  const { request, operation, violations, fault } = call;
  const { status } = response;
  const isExplained = status < 400 || (status === 422 && violations.length > 0);
  return {
    time: new Date().toISOString(),
    method: request.method,
    path: request.path,
    query: redactQuery(request.query),
    operation: operation?.id,
    status,
    duration,
    reason: isExplained ? undefined : reasonOf(response),
    violations,
    fault,
  };
}

/** Returns the start of what the body of an error response says, which a service can have written. */
function reasonOf({ body }: MockResponse): string | undefined {
  const value = jsonOf(body);
  const { detail, error, message } = objectOf(value);
  const { msg } = objectOf(listOf(detail)[0]);
  const text = [value, detail, error, message, msg].find((it) => typeof it === 'string');
  return text?.slice(0, 200);
}

/** The names of parameters that can be secrets, also in disguise. */
const secretName = /key|token|secret|passw|auth|%/i;

/** Returns a query in which every parameter is redacted that has the name of a secret. */
function redactQuery(query: string): string {
  if (!secretName.test(query)) return query;
  return query.replaceAll(/[^&]+/g, (parameter) => {
    const [name = '', value] = parameter.split('=', 2);
    return value !== undefined && secretName.test(name) ? `${name}=${redacted}` : parameter;
  });
}

/** Colors a text; `styleText` of `node:util` is such a function. */
export type Style = (format: 'dim' | 'green' | 'yellow' | 'red', text: string) => string;

const violationLimit = 10;
/** How many characters of a line are written. */
const longest = 1000;

/**
 * Returns an exchange as one line, followed by a line for each reason and violation.
 *
 * @param style colors it; plain text by default
 * @example
 * createMock({ onExchange: (exchange) => console.log(formatExchange(exchange)) });
 * // 09:14:07 POST /api/v1/sandboxes  startSandbox  200  1 ms
 */
export function formatExchange(exchange: Exchange, style: Style = (_, text) => text): string {
  const { time, method, path, query, operation = '-', status, duration, fault } = exchange;
  const color = status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const clockTime = new Date(time).toTimeString().slice(0, 8);
  const parts = [
    `${style('dim', clockTime)} ${method} ${excerpt(`${path}${query && `?${query}`}`, longest)}`,
    operation,
    style(color, status === 0 ? 'reset' : String(status)),
    style('dim', `${duration.toFixed(0)} ms`),
  ];
  if (fault !== undefined) parts.push(style('dim', `fault: ${fault}`));
  const { reason, violations } = exchange;
  const details = violations
    .slice(0, violationLimit)
    .map((it) => `${it.side} ${it.part}${it.pointer && ` ${it.pointer}`}: ${it.message}`);
  if (reason !== undefined) details.unshift(reason);
  const more = violations.length - violationLimit;
  if (more > 0) details.push(`and ${more} more`);
  const lines = details.map((detail) => style('red', excerpt(`  ${detail}`, longest)));
  return [parts.join('  '), ...lines].join('\n');
}

export type LogForm = 'lines' | 'json';

/**
 * Creates a log. Lines that follow each other within 10 ms are written together, because a write takes longer than many
 * a response; `flush` writes those that wait.
 */
export function createLog(stream: NodeJS.WriteStream, form: LogForm) {
  // Not imported, because browsers have no such module.
  const { styleText } = process.getBuiltinModule('node:util');
  // Once for all lines: to check the stream takes longer than many a response, too.
  const isColored = styleText('red', 'x', { stream }) !== 'x';
  const style: Style = (format, part) =>
    isColored ? styleText(format, part, { validateStream: false }) : part;
  let text = '';
  const flush = (): void => {
    if (text !== '') stream.write(text);
    text = '';
  };
  const print = (exchange: Exchange): void => {
    if (text === '') setTimeout(flush, 10);
    text += `${form === 'json' ? JSON.stringify(exchange) : formatExchange(exchange, style)}\n`;
  };
  return { print, flush };
}
