/** Responses of the contract's own examples, for requests that prefer one. */
import { examplesOf, type Operation, successOf } from '../contract.ts';
import { Rejection } from '../response.ts';
import type { Call, MockResponse } from '../types.ts';
import { validatedResponse } from '../validate.ts';

/** What a request prefers, as it is written (RFC 7240). */
export type Preferences = { readonly [name in 'code' | 'example' | 'dynamic']?: string };

/** Reads the known preferences of a header `Prefer`; undefined if it has none. The first one applies (section 2). */
export function preferencesIn(header = ''): Preferences | undefined {
  const pairs = header.split(/[,;]/).map((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return [name.trim().toLowerCase(), value.trim().replaceAll(/^"|"$/g, '')] as const;
  });
  const given = new Map(pairs.toReversed());
  const known = ['code', 'example', 'dynamic'].filter((name) => given.has(name));
  if (known.length === 0) return undefined;
  return Object.fromEntries(known.map((name) => [name, given.get(name)!]));
}

/** Whether a request prefers generated data. */
export function isGenerated({ dynamic = 'false' }: Preferences): boolean {
  return ['true', ''].includes(dynamic);
}

/**
 * Returns the status and the name of the example that a request prefers. Default: the first one of the success.
 *
 * @throws {Rejection} if the contract declares no such response
 */
export function declaredExample(preferences: Preferences, { id, statuses }: Operation) {
  const { code, example: name } = preferences;
  const impossible = (preference: keyof Preferences, reason: string) => {
    const written = `${preference}=${preferences[preference]}`;
    return new Rejection(400, `Prefer: ${written} is not possible: ${reason}`);
  };
  const wanted = code === undefined ? undefined : Number(code);
  if (wanted !== undefined && !statuses.includes(wanted)) {
    throw impossible('code', `${id} declares ${statuses.join(', ')}`);
  }
  if (name === undefined) return { status: wanted ?? successOf(id), name };
  const possible = wanted === undefined ? statuses : [wanted];
  const status = possible.find((it) => examplesOf(id, it).has(name));
  if (status !== undefined) return { status, name };
  const names = possible.flatMap((it) => [...examplesOf(id, it).keys()]);
  throw impossible('example', `the examples are ${names.join(', ')}`);
}

/** Returns the headers of a preferred response. */
export function headersOf(preferences: Preferences, status: number): Record<string, string> {
  const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
  return {
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
    ...(status === 429 && { 'Retry-After': '1' }),
  };
}

/** Responds with an example. */
export function respondWithExample(call: Call, preferences: Preferences): MockResponse {
  const operation = call.operation!;
  const { status, name } = declaredExample(preferences, operation);
  const examples = examplesOf(operation.id, status);
  const [first] = examples.values();
  const body = name === undefined ? first : examples.get(name);
  return validatedResponse(call, { status, headers: headersOf(preferences, status), body });
}
