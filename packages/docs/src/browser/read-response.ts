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

/** Validates a response against the contract, and redacts its secrets. */
export function readResponse(response: ReceivedResponse, validator: LoadedValidator): Reading {
  const { status, headers, text } = response;
  const body = jsonOf(text);
  const isMalformed = text !== '' && body === undefined;
  const contentType = headers.get('Content-Type');
  // Browsers hide most headers, so that a required one seems to be missing.
  const result = validator.validateResponse({ status, contentType, body });
  const json =
    body === undefined
      ? undefined
      : JSON.stringify(withoutSecrets(body, validator.secrets), null, 2);
  return { json, isMalformed, violations: result.valid ? [] : result.violations };
}

/** Redacts every property with the name of a secret, at any depth. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secrets.includes(name) && inner !== null ? '[secret]' : withoutSecrets(inner, secrets),
    ]),
  );
}
