/** What the mock reports about each request. */
import { excerpt } from '@agent-conversation/cli/text';
import {
  createRedactor,
  jsonOf,
  listOf,
  objectOf,
  redactQuery,
} from '@agent-conversation/contract';
import { isSecretParameter } from './redaction.ts';
import type { Call, Exchange, MockRequest, MockResponse } from './types.ts';

export function exchangeOf(
  call: Call,
  response: MockResponse,
  duration: number,
): Exchange {
  const { status, body } = response;
  const { request, operation, violations, fault, notes } = call;
  const isExplained = status < 400 || (status === 422 && violations.length > 0);
  const exchange = {
    time: new Date().toISOString(),
    method: request.method,
    path: request.path,
    query: queryOf(request),
    operation: operation?.id,
    status,
    duration,
    reason: isExplained ? undefined : (call.reason ?? reasonOf(body)),
    violations,
    fault,
    ...(notes && { notes }),
  };
  if (call.secrets) return withoutSecrets(exchange, call.secrets);
  return { ...exchange, reason: exchange.reason?.slice(0, longestReason) };
}

/** Returns the query without secrets. Most have no text that the name of one could have. */
function queryOf({ query }: MockRequest): string {
  return isSecretParameter(query)
    ? redactQuery(query, isSecretParameter)
    : query;
}

/** Returns an exchange without credentials, wherever a client or a service repeats them. */
function withoutSecrets(
  exchange: Exchange,
  secrets: readonly string[],
): Exchange {
  const redact = createRedactor(secrets);
  // Of a text that is written by others. More than its start is read: no secret is recognized that is cut in two.
  const startOf = (text: string, length: number) =>
    redact(text.slice(0, 50 * length)).slice(0, length);
  const { path, query, reason, violations } = exchange;
  return {
    ...exchange,
    path: redact(path),
    query: redact(query),
    reason: reason === undefined ? undefined : startOf(reason, longestReason),
    // Their params are what the contract states.
    violations: violations.map((violation) => ({
      ...violation,
      pointer: startOf(violation.pointer, longest),
      message: startOf(violation.message, longest),
    })),
  };
}

/** How many characters of a reason are logged. */
const longestReason = 200;

/** Returns what the body of an error response says, which a service can have written. */
function reasonOf(body: string): string | undefined {
  const value = jsonOf(body);
  const { detail, error, message } = objectOf(value);
  const { msg } = objectOf(listOf(detail)[0]);
  return [value, detail, error, message, msg].find(
    (it) => typeof it === 'string',
  );
}

/** Colors a text; `styleText` of `node:util` is such a function. */
export type Style = (
  format: 'dim' | 'green' | 'yellow' | 'red',
  text: string,
) => string;

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
export function formatExchange(
  exchange: Exchange,
  style: Style = (_, text) => text,
): string {
  const {
    time,
    method,
    path,
    query,
    operation = '-',
    status,
    duration,
    fault,
  } = exchange;
  const result = status === 0 ? 'reset' : String(status);
  const clockTime = new Date(time).toTimeString().slice(0, 8);
  const search = query ? `?${query}` : '';
  const target = excerpt(path + search, longest);
  const parts = [
    `${style('dim', clockTime)} ${method} ${target}`,
    operation,
    style(colorOf(status), result),
    style('dim', `${duration.toFixed(0)} ms`),
  ];
  if (fault !== undefined) parts.push(style('dim', `fault: ${fault}`));
  const { reason, violations, notes = [] } = exchange;
  const details = violations
    .slice(0, violationLimit)
    .map(({ side, part, pointer, message }) => {
      const location = [side, part, pointer].filter(Boolean).join(' ');
      return `${location}: ${message}`;
    });
  if (reason !== undefined) details.unshift(reason);
  const more = violations.length - violationLimit;
  if (more > 0) details.push(`and ${more} more`);
  details.push(...notes);
  const lines = details.map((detail) =>
    style('red', excerpt(`  ${detail}`, longest)),
  );
  return [parts.join('  '), ...lines].join('\n');
}

function colorOf(status: number): 'green' | 'yellow' | 'red' {
  if (status === 0 || status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

export type LogForm = 'lines' | 'json';

/** Where a log is written. Its type is not that of Node, as public declarations load without the types of Node. */
interface LogStream {
  write(text: string): unknown;
}

/**
 * Creates a log. Lines that follow each other within 10 ms are written together, because a write takes longer than many
 * a response; `flush` writes those that wait.
 */
export function createLog(stream: LogStream, form: LogForm) {
  // Not imported, because browsers have no such module.
  const { styleText } = process.getBuiltinModule('node:util');
  // Once for all lines: to check the stream takes longer than many a response, too.
  const isColored =
    styleText('red', 'x', { stream: stream as NodeJS.WriteStream }) !== 'x';
  const style: Style = (format, part) =>
    isColored ? styleText(format, part, { validateStream: false }) : part;
  let text = '';
  const flush = (): void => {
    if (text !== '') stream.write(text);
    text = '';
  };
  const print = (exchange: Exchange): void => {
    if (text === '') setTimeout(flush, 10);
    const line =
      form === 'json'
        ? JSON.stringify(exchange)
        : formatExchange(exchange, style);
    text += `${line}\n`;
  };
  return { print, flush };
}
