import { jsonOf } from '@agent-conversation/contract';
import type { Violation } from '@agent-conversation/validators';
import type { LoadedValidator } from './globals.ts';
import type { ReceivedResponse } from './send.ts';

/** What can be shown of a response. */
export interface Reading {
  /** The body as JSON with two spaces; undefined if there is none, or it is not JSON. */
  readonly json: string | undefined;
  readonly isMalformed: boolean;
  readonly violations: readonly Violation[];
}

/** Validates a response, and redacts properties with the name of a secret, at any depth. */
export function readResponse(
  { status, headers, text }: ReceivedResponse,
  validator: LoadedValidator,
  secrets: readonly string[],
): Reading {
  const body = jsonOf(text);
  const redact = (name: string, value: unknown) =>
    secrets.includes(name) && value !== null ? '[secret]' : value;
  // Browsers hide most headers, so that a required one seems to be missing.
  const contentType = headers.get('Content-Type');
  const result = validator.validateResponse({ status, contentType, body });
  return {
    json: body === undefined ? undefined : JSON.stringify(body, redact, 2),
    isMalformed: text !== '' && body === undefined,
    violations: result.valid ? [] : result.violations,
  };
}
