/** Responses of the contract's own examples, for requests that prefer one. */
import { examplesOf, type Operation, successOf } from '../contract.ts';
import { Rejection } from '../response.ts';
import type { Call, MockResponse } from '../types.ts';
import { validatedResponse } from '../validate.ts';

/** What a request prefers, as it is written (RFC 7240). */
export type Preferences = {
  readonly [name in 'code' | 'example' | 'dynamic']?: string;
};

/** Reads the known preferences of a header `Prefer`; undefined if it has none. The first one applies (section 2). */
export function preferencesIn(header = ''): Preferences | undefined {
  const preferences: { -readonly [name in keyof Preferences]: string } = {};
  for (const preference of header.split(/[,;]/)) {
    const [name = '', value = ''] = preference.split('=');
    const known = preferenceNames.find(
      (it) => it === name.trim().toLowerCase(),
    );
    if (known === undefined || known in preferences) continue;
    preferences[known] = value.trim().replaceAll(/^"|"$/g, '');
  }
  const isEmpty = Object.keys(preferences).length === 0;
  return isEmpty ? undefined : preferences;
}

const preferenceNames = ['code', 'example', 'dynamic'] as const;

/** Whether a request prefers generated data. */
export function isGenerated({ dynamic = 'false' }: Preferences): boolean {
  return ['true', ''].includes(dynamic);
}

/**
 * Returns the status and the name of the example that a request prefers. Default: the first one of the success.
 *
 * @throws {Rejection} if the contract declares no such response
 */
export function declaredExample(
  preferences: Preferences,
  { id, statuses }: Operation,
) {
  const { code, example: name } = preferences;
  const preferred = code === undefined ? undefined : Number(code);
  if (preferred !== undefined && !statuses.includes(preferred)) {
    throw impossible(`code=${code}`, `${id} declares ${statuses.join(', ')}`);
  }
  if (name === undefined) {
    return { status: preferred ?? successOf(id), name };
  }
  const possible = preferred === undefined ? statuses : [preferred];
  const status = possible.find((candidate) =>
    examplesOf(id, candidate).has(name),
  );
  if (status === undefined) {
    const names = possible.flatMap((candidate) => [
      ...examplesOf(id, candidate).keys(),
    ]);
    throw impossible(`example=${name}`, `the examples are ${names.join(', ')}`);
  }
  return { status, name };
}

function impossible(preference: string, reason: string): Rejection {
  return new Rejection(400, `Prefer: ${preference} is not possible: ${reason}`);
}

/** Returns the headers of a preferred response. */
export function headersOf(
  preferences: Preferences,
  status: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = preferenceNames.filter((name) => name in preferences);
  const applied = names.map((name) => `${name}=${preferences[name]}`);
  if (applied.length > 0) {
    headers['Preference-Applied'] = applied.join(', ');
  }
  if (status === 429) {
    headers['Retry-After'] = '1';
  }
  return headers;
}

/** Responds with an example. */
export function respondWithExample(
  call: Call,
  preferences: Preferences,
): MockResponse {
  const operation = call.operation!;
  const { status, name } = declaredExample(preferences, operation);
  const examples = examplesOf(operation.id, status);
  const [first] = examples.values();
  const body = name === undefined ? first : examples.get(name);
  return validatedResponse(call, {
    status,
    headers: headersOf(preferences, status),
    body,
  });
}
