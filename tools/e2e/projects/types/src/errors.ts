/** The errors and the values, as the compiler sees them. */
import {
  ApiError,
  isAbortedError,
  isApiError,
  isBadRequestError,
  isClientError,
  isConnectionError,
  isNotFoundError,
  isRedirectError,
  isTimeoutError,
  isUnauthorizedError,
  isUnexpectedResponseError,
  isValidationError,
  isWaitError,
  known,
  redact,
  type Sandbox,
  sandboxStatusValues,
} from '@agent-conversation/client';

export function explain(error: unknown): string {
  if (isValidationError(error)) return error.violations.map(({ msg }) => msg).join();
  if (isUnexpectedResponseError(error)) return error.text;
  if (isBadRequestError(error) || isUnauthorizedError(error) || isNotFoundError(error)) {
    return `${error.status} ${error.requestId ?? ''} ${error.retryAfterInMs ?? ''}`;
  }
  if (isApiError(error)) return error.headers.get('date') ?? '';
  if (isTimeoutError(error)) return error.scope;
  if (isConnectionError(error)) return String(error.unsent);
  if (isRedirectError(error)) return error.location ?? 'elsewhere';
  if (isWaitError(error)) return error.failure;
  if (isAbortedError(error)) return String(error.cause);
  if (isClientError(error)) return `${error.operation} ${error.method} ${error.path}`;
  return error instanceof ApiError ? error.message : 'another error';
}

/** The compiler knows that all values are dealt with. */
export function describe(sandbox: Sandbox): string {
  console.log(redact(sandbox).id);
  let description: string;
  switch (known(sandboxStatusValues, sandbox.status)) {
    case 'RUNNING':
      description = 'ready';
      break;
    case 'STARTING':
    case 'PAUSED':
      description = 'not yet';
      break;
    case 'ERROR':
    case 'MISSING':
      description = 'lost';
      break;
    case undefined:
      description = `new to this program: ${sandbox.status}`;
  }
  return description;
}
