import { attempt, type Sent } from './attempt.ts';
import type { Answer } from './middleware.ts';
import type { Input, Operation } from '../operation.ts';
import type { Config } from './config.ts';
import { requestIdOf } from './request-id.ts';
import { urlOf } from './request.ts';
import { pauseAfter } from './retry.ts';
import { pause, within } from './within.ts';

/** What has come of a call. */
export interface Carried {
  readonly answer: Answer;
  readonly attempts: number;
  readonly sent: readonly Sent[];
}

/**
 * Sends a call, attempt after attempt, as far as the contract and the time allow, and returns the last
 * response.
 *
 * @throws {ClientError} when there is no response in the end
 * @throws {TypeError} when the call cannot be sent as it is
 */
export async function carry(
  operation: Operation,
  input: Input,
  config: Config,
  signal: AbortSignal | undefined,
): Promise<Carried> {
  const { timeoutInMs, attemptTimeoutInMs, retries } = config;
  const { id, method, path } = operation;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const request = {
    operation: id,
    method,
    url: urlOf(config.baseUrl, operation, input),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...config.headers,
    },
    body,
  };
  const sent: Sent[] = [];
  const end = performance.now() + timeoutInMs;

  for (let attempts = 1; ; attempts++) {
    const context = { operation, attempts };
    const began = performance.now();
    const left = end - began;
    const limits =
      left > attemptTimeoutInMs
        ? ({
            timeoutInMs: attemptTimeoutInMs,
            scope: 'attempt',
            scopeInMs: attemptTimeoutInMs,
          } as const)
        : ({ timeoutInMs: left, scope: 'call', scopeInMs: timeoutInMs } as const);
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await within({ signal, ...limits }, context, (ended) =>
        attempt(config, { ...request, attempt: attempts, signal: ended }, context, sent),
      );
    } catch (reason) {
      error = reason;
    }

    const now = performance.now();
    const delay = attempts > retries ? undefined : pauseAfter(operation, attempts, answer, error);
    const retryInMs = delay !== undefined && now + delay < end ? delay : undefined;
    config.log?.({
      operation: id,
      method,
      path,
      attempt: attempts,
      durationInMs: now - began,
      status: answer?.status,
      requestId: answer && requestIdOf(answer.headers, sent),
      error: answer ? undefined : nameOf(error),
      retryInMs,
    });
    if (retryInMs !== undefined) await pause(retryInMs, signal, context);
    else if (answer) return { answer, attempts, sent };
    else throw error;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}
