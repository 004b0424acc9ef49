import type { ValidationErrorBody, ValidationErrorDetail } from '@agent-conversation/types';
import type { Received } from '../transport/received.ts';
import { ApiError } from './api-error.ts';
import { isKind } from './client-error.ts';

/** How many violations the message names. */
const named = 3;

/** Status 422: the request is not what the contract asks for. */
export class ValidationError extends ApiError {
  static {
    this.prototype.name = 'ValidationError';
  }

  /** @param reason what the answer says for people, if it names no places */
  constructor(reason: string, received: Received) {
    super(describe(violationsOf(received.body)) || reason, received);
  }

  /** The places in which the request is wrong. They may repeat what was sent, and are not shown with the error. */
  get violations(): readonly ValidationErrorDetail[] {
    return violationsOf(this.body);
  }
}

/** Whether a value is an answer with status 422. */
export function isValidationError(value: unknown): value is ValidationError {
  return isKind(value, 'ValidationError');
}

function violationsOf(body: unknown): readonly ValidationErrorDetail[] {
  const { detail } = Object(body) as Partial<ValidationErrorBody>;
  return Array.isArray(detail) ? detail.filter((it) => typeof it?.msg === 'string') : [];
}

function describe(violations: readonly ValidationErrorDetail[]): string {
  const rest = violations.length - named;
  const lines = violations
    .slice(0, named)
    .map(({ loc, msg }) => `${[loc].flat().join('.')}: ${msg}`);
  if (rest > 0) lines.push(`and ${rest} more`);
  return lines.join('; ');
}
