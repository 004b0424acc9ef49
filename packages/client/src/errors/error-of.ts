import type { Received } from '../transport/received.ts';
import { ApiError } from './api-error.ts';
import { BadRequestError } from './bad-request-error.ts';
import { NotFoundError } from './not-found-error.ts';
import { UnauthorizedError } from './unauthorized-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';
import { ValidationError } from './validation-error.ts';

/** The error that an answer other than a success is thrown as. */
export function errorOf(received: Received): ApiError {
  if (received.kind === 'unexpected') {
    return new UnexpectedResponseError(surprise(received), received);
  }
  const reason = reasonOf(received.body);
  switch (received.response.status) {
    case 400:
      return new BadRequestError(reason, received);
    case 401:
      return new UnauthorizedError(reason, received);
    case 404:
      return new NotFoundError(reason, received);
    case 422:
      return new ValidationError(reason, received);
    default:
      return new ApiError(reason, received);
  }
}

/** The sentence for people in the body of an error, of either generation. */
function reasonOf(body: unknown): string {
  const { detail, error, message } = Object(body) as Record<string, unknown>;
  const reason = [message, error, detail].find((it) => typeof it === 'string');
  return reason ?? 'refused without a reason';
}

function surprise({ operation, response, text, body }: Received): string {
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!operation.statuses.includes(response.status)) {
    return `the contract does not have this status (${type}, ${text.length} characters)`;
  }
  if (text === '') return 'the answer has no body';
  const what = body === undefined ? 'is not the JSON' : 'is not the object';
  return `the body ${what} that the contract has (${type}, ${text.length} characters)`;
}
