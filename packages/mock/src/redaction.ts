/** Removes secrets from exchanges that are kept. */
import {
  credentialHeaders,
  isList,
  isObject,
  readJson,
  redacted,
  redactUrl,
} from '@agent-conversation/contract';
import { keyHeader, secretNames, secretQueryNames } from './contract.ts';

/** What stands for a body that is not JSON: it can have secrets anywhere. */
export const notJson = '[not JSON]';

/** Returns the headers that contain secrets, in lower case. @param keyHeaders further headers with API keys */
export function secretHeadersOf(keyHeaders: readonly string[]): ReadonlySet<string> {
  const names = [keyHeader, ...keyHeaders, ...credentialHeaders];
  return new Set(names.map((name) => name.toLowerCase()));
}

/**
 * Returns a body without secrets. The types of values stay, so that it still follows the contract.
 *
 * @param redact replaces secrets in a text, whatever its name is
 */
export function redactBody(text: string, redact: (text: string) => string = String): string {
  const { value, isBroken } = readJson(text);
  if (isBroken) return notJson;
  if (value === undefined) return '';
  const clean = JSON.stringify(value, (name, property: unknown) => {
    if (secretNames.has(name)) return placeholderFor(property);
    if (isObject(property)) return withNames(property, redact);
    if (typeof property !== 'string') return property;
    return redact(secretQueryNames.has(name) ? redactUrl(property) : property);
  });
  // Where there is nothing to hide, the text stays with its numbers and spaces.
  return clean === JSON.stringify(value) ? text : clean;
}

/** Returns an object in which secrets are replaced in the names of properties. */
function withNames(value: object, redact: (text: string) => string): object {
  const entries = Object.entries(value);
  const isClean = entries.every(([name]) => redact(name) === name);
  if (isClean) return value;
  const clean = entries.map(([name, property]) => [redact(name), property] as const);
  return Object.fromEntries(clean);
}

/** Returns a value of the same type that is no secret. */
function placeholderFor(value: unknown): unknown {
  if (typeof value === 'string') return redacted;
  if (typeof value === 'number') return 0;
  if (isList(value)) return [];
  return isObject(value) ? {} : value;
}
