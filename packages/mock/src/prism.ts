/** Prism: examples and generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { IHttpNameValues, IHttpOperationConfig, IHttpRequest } from '@stoplight/prism-http';
import { contract, examplesOf, type Operation, route } from './contract.ts';
import type { Call } from './log.ts';
import { type MockRequest, readBody } from './request.ts';
import type { Pipeline } from './responder.ts';
import { json, type MockResponse, Rejection } from './response.ts';
import { validatedResponse, violationsIn, withoutUnlisted } from './validate.ts';

const packages = Object.keys(packageJson.peerDependencies);

/** Returns how to install Prism, an optional peer dependency; undefined if it is installed. */
export function prismMissing(): string | undefined {
  // Only Node can look for a package before it imports it.
  if (typeof process !== 'object') return undefined;
  const { resolve } = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  try {
    for (const name of packages) resolve(name);
    return undefined;
  } catch {
    const names = packages.map((name) => `${name}@5`).join(' ');
    return `This needs Prism, which is not installed. Install it with: npm install --save-dev ${names}`;
  }
}

/** Loads Prism and its view of the contract once. It takes half a second and 100 MB. */
async function load() {
  const http = await import('@stoplight/prism-http');
  const { createLogger } = await import('@stoplight/prism-core');
  const operations = await http.getHttpOperationsFromSpec(structuredClone(contract));
  return { ...http, operations, logger: createLogger('prism', { level: 'silent' }) };
}
let loaded: ReturnType<typeof load> | undefined;

/** What a request prefers, as it is written (RFC 7240). */
type Preferences = { readonly [name in 'code' | 'example' | 'dynamic']?: string };

/** Reads the known preferences of a header `Prefer`; undefined if it has none. The first of a kind applies (section 2). */
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

/** Returns what Prism is asked for. Default: the first example of the first 2xx. */
function wishOf({ code, example, dynamic = 'false' }: Preferences): IHttpOperationConfig {
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    dynamic: ['true', ''].includes(dynamic),
  };
}

/** @throws {Rejection} if the contract declares no such response */
function declaredWish(preferences: Preferences, { id, statuses }: Operation): IHttpOperationConfig {
  const wish = wishOf(preferences);
  const { code, exampleKey } = wish;
  const impossible = (name: keyof Preferences, reason: string) =>
    new Rejection(400, `Prefer: ${name}=${preferences[name]} is not possible: ${reason}`);
  if (code !== undefined && !statuses.includes(code)) {
    throw impossible('code', `${id} declares ${statuses.join(', ')}`);
  }
  if (exampleKey === undefined) return wish;
  const possible = code === undefined ? statuses : [code];
  const status = possible.find((it) => examplesOf(id, it).has(exampleKey));
  // Prism needs the status of an example.
  if (status !== undefined) return { ...wish, code: status };
  const names = possible.flatMap((it) => [...examplesOf(id, it).keys()]);
  throw impossible('example', `the examples are ${names.join(', ')}`);
}

/** Sends a request to Prism, with a new configuration each time: Prism writes the media types of one request into it. */
async function callPrism(
  { method, path, query, headers }: MockRequest,
  body: unknown,
  wish: IHttpOperationConfig,
  isChecked: boolean,
) {
  const { createInstance, operations, logger } = await (loaded ??= load());
  const config = {
    isProxy: false as const,
    upstreamProxy: undefined,
    mock: { ...wish },
    checkSecurity: isChecked,
    validateRequest: isChecked,
    validateResponse: isChecked,
    errors: false,
  };
  const { parse } = process.getBuiltinModule('node:querystring');
  const request = {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: parse(query) as IHttpNameValues },
    headers: headers as Record<string, string>,
    body,
  };
  const result = await createInstance(config, { logger }).request(request, operations)();
  if (result._tag === 'Left') throw result.left;
  return result.right.output;
}

/** Responds with an example or generated data, the same for the same seed. */
export async function respondWithPrism(
  call: Call,
  preferences: Preferences,
  seed: string,
): Promise<MockResponse> {
  const operation = call.operation!;
  // The seed is never empty, because Prism would continue with that of another call.
  const wish = { ...declaredWish(preferences, operation), seed: `seed ${seed}` };
  const missing = prismMissing();
  if (missing) throw new Rejection(400, missing);
  // Without headers and body: Prism does not need them, and fails on some.
  const request = { ...call.request, method: operation.method, query: '', headers: {} };
  const { statusCode: status, body } = await callPrism(request, undefined, wish, false);
  const applied = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
  const headers = {
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
    ...(status === 429 && { 'Retry-After': '1' }),
  };
  // Prism generates properties that the contract does not list.
  const unlisted = wish.dynamic ? violationsIn(operation.id, { status, body }) : [];
  const reply = withoutUnlisted({ status, headers, body }, unlisted);
  // Where several schemas are allowed, there are also properties that none of them lists.
  return validatedResponse(call, reply, false);
}

/** Serves the contract with plain Prism, as its own server does. */
export function createPlainPrism(): Pipeline {
  return async (call) => {
    const { method, path, headers } = call.request;
    call.operation = route(path)?.operations.get(method);
    const body = await readBody(call.request);
    try {
      const wish = wishOf(preferencesIn(headers['prefer']) ?? {});
      const output = await callPrism(call.request, body, wish, true);
      const text = output.body === undefined ? '' : JSON.stringify(output.body);
      return { status: output.statusCode, headers: output.headers ?? {}, body: text };
    } catch (error) {
      const { ProblemJsonError } = await loaded!;
      const problem = ProblemJsonError.toProblemJson(error as Error);
      return json(problem.status, problem, { 'Content-Type': 'application/problem+json' });
    }
  };
}
