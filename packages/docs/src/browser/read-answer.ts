import type { Violation } from '@agent-conversation/validators';
import type { LoadedValidator } from './globals.ts';
import type { Answer } from './send.ts';

/** What can be shown of an answer. */
export interface Reading {
  /** The body as JSON with two spaces; undefined where there is none, or it is not JSON. */
  readonly json: string | undefined;
  readonly isMalformed: boolean;
  readonly violations: readonly Violation[];
}

/** Reads an answer, holds it against the contract, and takes the secrets out. */
export function readAnswer(answer: Answer, validator: LoadedValidator): Reading {
  const { status, contentType, text } = answer;
  const body = parse(text);
  const isMalformed = text !== '' && body === undefined;
  const { violations = [] } = validator.validateAnswer({ status, contentType, body });
  const json =
    body === undefined
      ? undefined
      : JSON.stringify(withoutSecrets(body, validator.secrets), null, 2);
  return { json, isMalformed, violations };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value in which every member with the name of a secret is masked, wherever it stands. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secrets.includes(name) && member !== null ? '[secret]' : withoutSecrets(member, secrets),
    ]),
  );
}
