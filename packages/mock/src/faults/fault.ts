import { type OperationId, operations } from '@agent-conversation/validators';

/** What a fault is told about a request, to decide whether it strikes. */
export interface FaultyRequest {
  readonly operation: OperationId;
  readonly key: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** How a connection or an answer may break. */
export type Breakage = 'reset' | 'truncated' | 'malformed';

/**
 * Something that goes wrong, on purpose. Without `operation`, `key` and `when` it strikes every request
 * that is in order; with several of them, those that meet all.
 */
export interface Fault {
  /** The operation that it strikes. */
  readonly operation?: OperationId;
  /** The API key whose requests it strikes. */
  readonly key?: string;
  /** Whether it strikes a request. */
  readonly when?: (request: FaultyRequest) => boolean;
  /**
   * How many requests it strikes.
   *
   * @default Infinity
   */
  readonly times?: number;
  /** By how much the answer is late, in milliseconds. */
  readonly delay?: number;
  /** The status of the answer; the operation is not carried out. */
  readonly status?: number;
  /**
   * The body of the answer, with `status`.
   *
   * @default the first example of the status, or a short error where the contract declares none
   */
  readonly body?: unknown;
  /** Headers of the answer, with `status`, such as `{ 'Retry-After': '2' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How the answer breaks: the connection is reset without an answer, is cut in the middle of one, or
   * the answer is not JSON. Except for a reset, the operation is carried out.
   */
  readonly break?: Breakage;
}

const breakages: readonly string[] = ['reset', 'truncated', 'malformed'] satisfies Breakage[];
const members: readonly string[] = [
  'operation',
  'key',
  'when',
  'times',
  'delay',
  'status',
  'body',
  'headers',
  'break',
] satisfies (keyof Fault)[];

/**
 * Looks whether a fault can be: it comes from a program, a command line or a request.
 *
 * @throws {TypeError} naming the member that is wrong; also where the body breaks what the contract
 * declares for the status
 */
export function checkFault(fault: Fault): void {
  if (typeof fault !== 'object' || fault === null) throw new TypeError('A fault is an object');
  const unknown = Object.keys(fault).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`A fault has no member '${unknown}', but ${members.join(', ')}`);
  }
  const { operation, key, when, times = 1, delay = 0, status, body, headers } = fault;
  if (operation !== undefined && !Object.hasOwn(operations, operation)) {
    const known = Object.keys(operations).join(', ');
    throw new TypeError(`There is no operation '${operation}', but ${known}`);
  }
  if (key !== undefined && typeof key !== 'string') throw new TypeError('A key is a text');
  if (when !== undefined && typeof when !== 'function') throw new TypeError('when is a function');
  if (!(times === Infinity || Number.isInteger(times)) || times < 1) {
    throw new TypeError(`A fault strikes 1 or more times, not ${times}`);
  }
  if (!Number.isFinite(delay) || delay < 0 || delay > maximalDelay) {
    throw new TypeError(`A delay is 0 to ${maximalDelay} milliseconds, not ${delay}`);
  }
  if (fault.break !== undefined && !breakages.includes(fault.break)) {
    throw new TypeError(`An answer breaks by ${breakages.join(', ')}, not '${fault.break}'`);
  }
  if (status === undefined) {
    const alone = body !== undefined ? 'body' : headers !== undefined ? 'headers' : undefined;
    if (alone) throw new TypeError(`A fault's ${alone} needs a status`);
    if (fault.delay === undefined && fault.break === undefined) {
      throw new TypeError('A fault needs a status, a delay or a break');
    }
    return;
  }
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`A status is 200 to 599, not ${status}`);
  }
  checkHeaders(headers);
  if (body !== undefined && operation !== undefined) checkBody(operation, status, body);
}

/** What a timer can wait for, in milliseconds. */
const maximalDelay = 2 ** 31 - 1;

function checkHeaders(headers: unknown = {}): void {
  const isMembers = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  if (!isMembers) throw new TypeError('headers are names with values');
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string')
      throw new TypeError(`The header ${name} has no text as its value`);
    try {
      // What it refuses, no server can send.
      new Headers().set(name, value);
    } catch {
      throw new TypeError(`headers cannot have '${name}' with this value`);
    }
  }
}

function checkBody(id: OperationId, status: number, body: unknown): void {
  const operation = operations[id];
  if (!operation.statuses.includes(status)) return;
  const answer = { status, contentType: 'application/json', body };
  const result = operation.validateAnswer(answer, { closed: true });
  if (result.valid) return;
  const [{ pointer, message }] = result.violations as [(typeof result.violations)[0]];
  throw new TypeError(`The body breaks ${id} ${status} at ${pointer || 'its root'}: ${message}`);
}
