/** What is read of a response: its body, when to come back, its id, and the error if it is not a success. */
import type { ValidationErrorDetail } from '@agent-conversation/types';
import { errorClasses } from './error-classes.ts';
import * as errors from './errors.ts';
import { excerpt } from './excerpt.ts';
import type { Received, Sent } from './exchange.ts';
import { redacted, withBase64 } from './generated/redaction.ts';
import { retryAfterOf } from './generated/retry-after.ts';
import type { Operation } from './operation.ts';
import type { ReceivedResponse } from './transport/options.ts';

/** Reads a response, in whose body a success has an object; a failure may also have a text, or none. */
export function receivedOf(
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

/** Returns the error for a response. @param surprise what the contract does not have in it, if anything */
export function errorOf(
  received: Received,
  surprise?: string,
): errors.ApiError {
  const { operation, kind, response, text, body, sent } = received;
  const { status, requestId, ...others } = response;
  const { detail, error, message } = Object(body) as Record<string, unknown>;

  const type = others.headers.get('content-type') ?? 'no type';
  const difference = operation.statuses.includes(status) ? 'body' : 'status';
  const what = surprise ?? (kind === 'unexpected' && difference);
  const unexpected =
    what &&
    `the contract does not have this ${what} (${withoutSent(type, sent())}, ${text.length} characters)`;

  const violations: ValidationErrorDetail[] = Array.isArray(detail)
    ? detail.filter((violation) => typeof violation?.msg === 'string')
    : [];
  const lines = violations.map(({ loc, msg }) => {
    const steps = [loc].flat().filter((step) => Object(step) !== step);
    return `${steps.join('.')}: ${msg}`;
  });
  // Deployments send the reason in various forms.
  const candidates = [lines.join('; '), body, message, error, detail];
  const reason = candidates.find(
    (candidate) => candidate && typeof candidate === 'string',
  );
  const explained = withoutSent((reason ?? '') as string, sent());

  const reasons = [unexpected, explained].filter(Boolean);
  const Class = what
    ? errors.UnexpectedResponseError
    : (errorClasses[status] ?? errors.ApiError);
  return new Class(
    reasons.join(': ') || 'rejected without a reason',
    { ...received, ...others, violations },
    { status, requestId, retryAfterInMs: retryAfterOf(others.headers) },
  );
}

/** How many characters of a text of the service are read, and how many of these the form of a secret may have. */
const read = 4000;
const longestForm = 2000;

/** A shorter text is no secret. */
const minWordLength = 4;
/** A word that is percent-encoded, or escaped as in JSON, XML or HTML. */
const withEscapes = '(?<!\\S)\\S*(?:%[\\da-fA-F]{2}|&#?\\w+;|\\\\)\\S*';

/**
 * Returns the beginning of a text of the service, for a message, without what was sent: secrets in headers, also in
 * Base64; whole headers and the values of the body, as words of their own; and words with escapes, which may be any of
 * these.
 */
function withoutSent(text: string, sent: readonly Sent[]): string {
  const start = text.slice(0, read);
  const values = [
    headersIn(sent),
    sent.map(({ body }) => parseJson(body!) ?? body),
  ];
  const words = formsIn(values).filter(
    (word) =>
      word.length >= minWordLength &&
      start.includes(word.slice(0, longestForm)),
  );
  const secrets = secretsIn(sent).flatMap(withBase64);
  // The boundaries stand there once: their compilation is what takes time.
  const bounded = `(?<![\\p{L}\\p{N}_])(?:(?!)${anyOf(words)})(?![\\p{L}\\p{N}_])`;
  const pattern = new RegExp(
    `${withEscapes}${anyOf(secrets)}|${bounded}`,
    'gu',
  );
  const clean = start.replaceAll(pattern, redacted);
  // Its end may be the beginning of a secret.
  const shown =
    text === start ? clean : clean.slice(0, -longestForm) || redacted;
  return excerpt(shown);
}

/** Adds texts to a pattern, as alternatives. */
function anyOf(texts: readonly string[]): string {
  // From the end, so that a longer text comes before one that it begins with.
  return texts.toSorted().reduceRight((pattern, text) => {
    // Of a text that may not end within what is read, all that follows is taken for it.
    const escaped = excerpt(text, longestForm, /[^]/gu, '[^]*');
    return `${pattern}|${escaped}`;
  }, '');
}

/** The values of headers that may be secrets. */
function headersIn(sent: readonly Sent[]): string[] {
  return sent.flatMap(({ headers }) => {
    const {
      accept: _,
      'content-type': __,
      'x-request-id': ___,
      ...others
    } = headers;
    return Object.values(others);
  });
}

/** The parts of headers that are long enough to be found anywhere, such as that behind `Bearer`. */
function secretsIn(sent: readonly Sent[]): string[] {
  return (
    headersIn(sent)
      .join(' ')
      .match(/[!-\xff]{8,}/g) ?? []
  );
}

/** Returns a text; undefined if it is empty, or repeats a header, which may be the key, as it was sent. */
export function withoutSecret(
  text: string,
  sent: readonly Sent[],
): string | undefined {
  if (!text) return undefined;
  // A host is written in lower case.
  const lower = text.toLowerCase();
  const isSecret = secretsIn(sent).some((secret) =>
    lower.includes(secret.toLowerCase()),
  );
  return isSecret ? undefined : text;
}

/** Returns the value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts and numbers in a value, as they are and as JSON has them. */
function formsIn(value: unknown): string[] {
  if (Object(value) === value)
    return Object.values(value as object).flatMap(formsIn);
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? [`${value}`, JSON.stringify(`${value}`).slice(1, -1)] : [];
}
