/** A connection to the service: sends operations with retries, and reads their responses. */
import { ConnectionError, TimeoutError } from '../errors.ts';
import { retryAfterOf } from '../generated/retry-after.ts';
import { hidden } from '../hidden.ts';
import type { Input, Operation } from '../operation.ts';
import { parseJson, withoutSecret } from '../responses.ts';
import { type Config, configure, readOptions } from './config.ts';
import type { ReceivedResponse, CallOptions, ClientOptions } from './options.ts';
import { type CallRequest, requestOf, sendThrough, type Sent } from './request.ts';
import { deadlineOf, pause, withTimeout } from './timeout.ts';

/** Status and headers of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** A response, whatever its status. */
export interface Received {
  readonly operation: Operation;
  readonly response: ResponseInfo;
  /** The body as it came. */
  readonly text: string;
  /** The JSON of the body; undefined where it is empty or not JSON. */
  readonly body: unknown;
  /** Whether the contract has the response: as a success, as a failure, or not at all. */
  readonly kind: 'success' | 'failure' | 'unexpected';
  /** What was sent, which no message may repeat. It is a function, so that no log shows it. */
  readonly sent: () => readonly Sent[];
}

/** A connection to the service: what the operations are sent over. */
export interface Connection {
  /**
   * Sends an operation of the contract, and returns the response, whatever its status. For the functions; there
   * is no need to call it directly.
   */
  readonly send: (operation: Operation, input: Input, options?: CallOptions) => Promise<Received>;
}

/** Returns the configuration of a connection or a client; undefined for one that others have made. */
export function configOf(connection: Connection): Config | undefined {
  return hidden.get(connection.send);
}

/**
 * Makes a connection to the service, for the functions of `@agent-conversation/client/operations`.
 *
 * @throws {TypeError} when an option is missing or wrong; the message names it, and never has the key
 *
 * @example
 * const connection = connect({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const result = await pauseSandbox(connection, 'sbx-4kq7m2xw');
 */
export function connect(options: ClientOptions = {}): Connection {
  const shared = readOptions(options);
  const send: Connection['send'] = async (operation, input, callOptions) => {
    const config = callOptions ? configure(shared, callOptions) : shared;
    const request = requestOf(config, operation, input);
    return await sendWithRetry(config, operation, request);
  };
  hidden.set(send, shared);
  return { send };
}

/** Sends a request, retries it as the operation and the time allow, and returns the last response. */
export async function sendWithRetry(
  config: Config,
  operation: Operation,
  request: CallRequest,
): Promise<Received> {
  const { timeoutInMs = 60_000, attemptTimeoutInMs = 20_000, retries = 2, signal } = config;
  const { id, method, path } = operation;
  const sent: Sent[] = [];
  const call = deadlineOf('call', timeoutInMs);

  for (let attempt = 1; ; attempt++) {
    const context = { operation, signal, attempts: attempt };
    const began = performance.now();
    const own = deadlineOf('attempt', attemptTimeoutInMs);
    const deadline = own.end < call.end ? own : call;
    let error: unknown;
    let errorName: string | undefined;
    const response = await withTimeout(deadline, context, (ended) => {
      const outgoing = { ...request, operation: id, method, attempt, signal: ended };
      return sendThrough(config, outgoing, context, sent);
    }).catch((reason?: Error) => {
      error = reason;
      // Middleware may throw anything.
      errorName = reason?.name ?? 'Error';
      return undefined;
    });

    const now = performance.now();
    const delay = attempt > retries ? Infinity : retryDelay(operation, attempt, response, error);
    const retryInMs = now + delay < call.end ? delay : undefined;
    const requestId = response && withoutSecret(response.headers.get('x-request-id') ?? '', sent);
    config.log?.({
      operation: id,
      method,
      path,
      attempt,
      durationInMs: now - began,
      status: response?.status,
      requestId,
      error: errorName,
      retryInMs,
    });
    if (retryInMs === undefined) {
      if (!response) throw error;
      return receivedOf(operation, response, requestId, attempt, sent);
    }
    await pause(retryInMs, context);
  }
}

/** The shortest pause, in milliseconds, whatever the response asks for. */
const shortestPause = 100;
/** The shortest pause after status 429: limits are those of a second. */
const shortestLimit = 1_000;
/** Doubled with each attempt, this is the bound of the random part, in milliseconds. */
const jitterUnit = 250;
/** The longest random part, in milliseconds. */
const longestJitter = 8_000;

/**
 * Returns after how many milliseconds an operation may be retried; `Infinity` if it may not be. A part of the pause is
 * random, up to a bound that doubles (exponential backoff with jitter), so that many clients do not come back at once;
 * a response that asks for a longer one is honored. `Retry-After: 0`, which some deployments send with 429, is no
 * permission to retry at once. Status 429 states that nothing was done, as a connection error may do.
 */
function retryDelay(
  { retry }: Operation,
  attempt: number,
  response: ReceivedResponse | undefined,
  error: unknown,
): number {
  const isLimited = response?.status === 429;
  const isLost = error instanceof ConnectionError;
  const isLate = error instanceof TimeoutError && error.scope === 'attempt';
  const isUndone = isLimited || (isLost && error.unsent);
  const isTemporary = isLost || isLate || /^(408|50[0234])$/.test(String(response?.status));
  const mayRepeat = isUndone || (retry === 'safe' && isTemporary);
  if (retry === 'never' || !mayRepeat) return Infinity;
  const asked = response && retryAfterOf(response.headers);
  const shortest = isLimited ? shortestLimit : shortestPause;
  const jitter = Math.random() * Math.min(longestJitter, jitterUnit * 2 ** attempt);
  return Math.max(asked ?? 0, shortest + jitter);
}

/** Reads a response, in whose body a success has an object; a failure may also have a text, or none. */
function receivedOf(
  operation: Operation,
  { status, headers, text }: ReceivedResponse,
  requestId: string | undefined,
  attempts: number,
  sent: readonly Sent[],
): Received {
  const isJson = headers.get('content-type')?.match(/\bjson\b/i);
  const body = isJson ? parseJson(text) : undefined;
  const isFailure = status >= 300;
  const isText = typeof body === 'string' || text === '';
  const isObject = Object(body) === body;
  const isRight = isFailure
    ? isObject || isText
    : isObject && (!operation.isList || Array.isArray(body));
  const kind = isFailure ? 'failure' : 'success';
  return {
    operation,
    response: { status, headers, requestId, attempts },
    text,
    body,
    kind: isRight && operation.statuses.includes(status) ? kind : 'unexpected',
    sent: () => sent,
  };
}
