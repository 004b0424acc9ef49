/** What is read of a response: its body, when to come back, its id, and the error if it is not a success. */
import type { ValidationErrorBody, ValidationErrorDetail } from '@agent-conversation/types';
import { errorClasses } from './error-classes.ts';
import * as errors from './errors.ts';
import { retryAfterOf } from './generated/retry-after.ts';
import type { Received } from './transport/connection.ts';
import type { Sent } from './transport/request.ts';

/** Returns the error for a response. @param surprise what the contract does not have in it, if anything */
export function errorOf(received: Received, surprise = surpriseIn(received)): errors.ApiError {
  const { operation, response, text, body, sent } = received;
  const { status, headers, attempts } = response;
  const redact = (shown: string) => redactSent(shown, sent());
  const violations = violationsIn(body);
  const reason = (surprise ?? reasonIn(body, violations)) || 'rejected without a reason';
  const Declared = errorClasses[status] ?? errors.ApiError;
  const Class = surprise === undefined ? Declared : errors.UnexpectedResponseError;
  return new Class(
    redact(reason),
    { operation, attempts, response: { body, text, headers, violations } },
    {
      status,
      requestId: response.requestId && redact(response.requestId),
      retryAfterInMs: retryAfterOf(headers),
    },
  );
}

function violationsIn(body: unknown): readonly ValidationErrorDetail[] {
  const { detail } = Object(body) as Partial<ValidationErrorBody>;
  return Array.isArray(detail) ? detail.filter((it) => typeof it?.msg === 'string') : [];
}

/** How many violations a message names. */
const named = 3;

/** Returns the message in the body of an error response, in whichever form deployments send it; empty if it has none. */
function reasonIn(body: unknown, violations: readonly ValidationErrorDetail[] = []): string {
  const lines = violations
    .slice(0, named)
    .map(({ loc, msg }) => `${[loc].flat().join('.')}: ${msg}`);
  if (violations.length > named) lines.push(`and ${violations.length - named} more`);
  const { detail, error, message } = Object(body) as Record<string, unknown>;
  const texts = [lines.join('; '), body, message, error, detail];
  return texts.find((it): it is string => typeof it === 'string' && it !== '') ?? '';
}

function surpriseIn({ operation, kind, response, text, body }: Received): string | undefined {
  if (kind !== 'unexpected') return undefined;
  const type = response.headers.get('content-type') ?? 'no content type';
  const size = `(${type}, ${text.length} characters)`;
  if (!operation.statuses.includes(response.status)) {
    const reason = reasonIn(body);
    return `the contract does not have this status ${size}${reason && `: ${reason}`}`;
  }
  if (text === '') return 'the response has no body';
  return `the body is not the JSON of the contract ${size}`;
}

/** Removes what was sent from a text of a response: the values of headers, above all the key, and of the body. */
function redactSent(text: string, sent: readonly Sent[]): string {
  const values = sent.flatMap(({ headers, body }) => {
    const { accept: _, 'content-type': __, ...own } = headers;
    return textsIn([own, parseJson(body ?? '') ?? body]);
  });
  const forms = values.flatMap((value) => [
    value,
    value.trim(),
    // As it is in JSON.
    JSON.stringify(value).slice(1, -1),
  ]);
  // A longer one may contain a shorter one.
  return forms
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, '…'), text);
}

/** Returns the id of the request, from a response; undefined if it repeats a header, which may be the key. */
export function requestIdOf(headers: Headers, sent: readonly Sent[]): string | undefined {
  const id = headers.get('x-request-id');
  if (id === null) return undefined;
  const values = sent.flatMap((request) => Object.values(request.headers));
  return values.some((value) => id.includes(value)) ? undefined : id;
}

/** Returns the value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts and numbers in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
