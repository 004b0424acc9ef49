import { attempt, type Attempted } from './attempt.ts';
import { ClientError, isClientError } from './errors/client-error.ts';
import type { Input, Operation } from './operation.ts';
import type { Config } from './options.ts';
import { urlOf } from './request.ts';
import { pauseAfter } from './retry.ts';
import { pause, within } from './within.ts';

/**
 * Carries a call to the service and its answer back: attempt after attempt, as far as the contract and the
 * time allow.
 *
 * @throws {ClientError} when there is no answer in the end
 * @throws {TypeError} when the call cannot be sent as it is
 */
export async function carry(
  operation: Operation,
  input: Input,
  config: Config,
  signal: AbortSignal | undefined,
): Promise<Attempted & { readonly attempts: number }> {
  const { timeoutInMs, attemptTimeoutInMs, retries, log } = config;
  const { id, method, path } = operation;
  const url = urlOf(config.baseUrl, operation, input);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const headers = {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...config.headers,
  };
  const began = performance.now();

  for (let attempts = 1; ; attempts++) {
    const context = { operation, attempts };
    const sent = performance.now();
    const left = timeoutInMs - (sent - began);
    const isLast = left <= attemptTimeoutInMs;
    const limits = {
      signal,
      timeoutInMs: isLast ? left : attemptTimeoutInMs,
      scope: isLast ? 'call' : 'attempt',
      scopeInMs: isLast ? timeoutInMs : attemptTimeoutInMs,
    } as const;
    const outcome = await within(limits, context, (ended) =>
      attempt(
        config,
        { operation: id, attempt: attempts, method, url, headers, body, signal: ended },
        context,
      ),
    ).catch(asOutcome);

    const now = performance.now();
    const delay = attempts > retries ? undefined : pauseAfter(operation, outcome, attempts);
    const retryInMs = delay !== undefined && now + delay < began + timeoutInMs ? delay : undefined;
    const answer = outcome instanceof ClientError ? undefined : outcome;
    log?.({
      operation: id,
      method,
      path,
      attempt: attempts,
      durationInMs: now - sent,
      status: answer?.status,
      requestId: answer?.headers.get('x-request-id') ?? undefined,
      error: outcome instanceof ClientError ? outcome.name : undefined,
      retryInMs,
    });
    if (retryInMs !== undefined) await pause(retryInMs, signal, context);
    else if (answer) return { ...answer, attempts };
    else throw outcome;
  }
}

/** Errors that are none of ours come from a middleware, and go through. */
function asOutcome(error: unknown): ClientError {
  if (isClientError(error)) return error;
  throw error;
}
