/** Prism: examples and generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { IHttpRequest } from '@stoplight/prism-http';
import { contract, examplesOf, type Operation } from './contract.ts';
import type { Call } from './log.ts';
import { readBody } from './request.ts';
import type { Pipeline } from './responder.ts';
import { json, type MockResponse, Rejection } from './response.ts';
import { route } from './router.ts';
import { validatedResponse, withoutUnlisted } from './validate.ts';

const packages = Object.keys(packageJson.peerDependencies);

let isFound: boolean | undefined;

/** Returns how to install Prism, an optional peer dependency; undefined if it is installed. */
export function prismMissing(): string | undefined {
  isFound ??= findPrism();
  if (isFound) return undefined;
  const names = packages.map((name) => `${name}@5`).join(' ');
  return `This needs Prism, which is not installed. Install it with: npm install --save-dev ${names}`;
}

function findPrism(): boolean {
  // Only Node can look for a package before it imports it.
  if (typeof process !== 'object') return true;
  try {
    const { resolve } = process.getBuiltinModule('node:module').createRequire(import.meta.url);
    for (const name of packages) resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Loads Prism and its view of the contract once. It takes half a second and 100 MB. */
async function load() {
  const [http, core] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-core'),
  ]);
  const operations = await http.getHttpOperationsFromSpec(structuredClone(contract));
  return { ...http, operations, logger: core.createLogger('prism', { level: 'silent' }) };
}
let loaded: ReturnType<typeof load> | undefined;

/** Which of the declared responses is wanted. Default: the first example of the first 2xx. */
interface Wish {
  readonly code?: number | undefined;
  /** The name of an example. It precedes `dynamic`. */
  readonly example?: string | undefined;
  /** Whether data is generated from the schema instead of taken from an example. */
  readonly dynamic?: boolean;
}

/** Sends a request to Prism, with a new configuration each time: Prism writes the media types of one request into it. */
async function callPrism(
  { method, ...input }: Omit<IHttpRequest, 'method'> & { readonly method: string },
  { code, example, dynamic = false }: Wish,
  isChecked: boolean,
  seed?: string,
) {
  const { createInstance, operations, logger } = await (loaded ??= load());
  const mock = {
    dynamic,
    ...(code !== undefined && { code }),
    ...(example !== undefined && { exampleKey: example }),
    ...(seed !== undefined && { seed }),
  };
  const checks = {
    checkSecurity: isChecked,
    validateRequest: isChecked,
    validateResponse: isChecked,
  };
  const config = { isProxy: false as const, mock, ...checks, errors: false };
  const request = { ...input, method: method.toLowerCase() as IHttpRequest['method'] };
  const prism = createInstance({ ...config, upstreamProxy: undefined }, { logger });
  return prism.request(request, operations)();
}

/**
 * Responds with an example or generated data, the same for the same seed.
 *
 * @throws {Rejection} 400 if Prism is not installed
 */
export async function respondWithPrism(
  call: Call,
  preference: Preference | undefined,
  seed: string,
): Promise<MockResponse> {
  const missing = prismMissing();
  if (missing) throw new Rejection(400, missing);
  const { wish = {}, applied } = preference ?? {};
  const { method, validateAnswer } = call.operation!;
  // Without headers and body: Prism does not need them, and fails on some. The seed is never empty, because Prism
  // would continue with that of another call.
  const input = { method, url: { path: call.request.path } };
  const response = await callPrism(input, wish, false, `seed ${seed}`);
  if (response._tag === 'Left') throw response.left;
  const { statusCode: status, body: shared } = response.right.output;
  // Prism returns the example itself, and generates properties that the contract does not list.
  const body = structuredClone(shared);
  const message = { status, contentType: 'application/json', body };
  const listed = wish.dynamic ? validateAnswer(message, { closed: true }) : undefined;
  const reply = {
    status,
    body: listed?.valid === false ? withoutUnlisted(body, listed.violations) : body,
  };
  const headers = {
    ...(applied !== undefined && { 'Preference-Applied': applied }),
    ...(status === 429 && { 'Retry-After': '1' }),
  };
  // Where several schemas are allowed, there are also properties that none of them lists.
  return validatedResponse(call, reply, headers, false);
}

/** Serves the contract with plain Prism, as its own server does. */
export function createPlainPrism(): Pipeline {
  return async (call) => {
    const { request } = call;
    const { method, path } = request;
    call.operation = route(path)?.operations.get(method);
    const wishes = wishesIn(request.headers['prefer'] ?? '');
    const code = wishes.get('code');
    const wish = {
      code: code === undefined ? undefined : Number(code),
      example: wishes.get('example'),
      dynamic: wishes.get('dynamic') === 'true',
    };
    const query = valuesOf(new URLSearchParams(request.query));
    const headers = request.headers as Record<string, string>;
    const input = { method, url: { path, query }, headers, body: await readBody(request) };
    const result = await callPrism(input, wish, true);
    if (result._tag === 'Left') {
      const problem = (await loaded!).ProblemJsonError.toProblemJson(result.left);
      return json(problem.status, problem, { 'Content-Type': 'application/problem+json' });
    }
    const { statusCode: status, headers: sent = {}, body } = result.right.output;
    return { status, headers: sent, body: body === undefined ? '' : JSON.stringify(body) };
  };
}

function valuesOf(query: URLSearchParams): Record<string, string | string[]> {
  const entries = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name);
    return [name, values.length === 1 ? values[0]! : values] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads the header `Prefer` (RFC 7240). Of a preference that occurs twice, the first applies (section 2). */
function wishesIn(header: string): Map<string, string> {
  const preferences = header.split(/[,;]/).map((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return [name.trim().toLowerCase(), value.trim().replaceAll(/^"|"$/g, '')] as const;
  });
  return new Map(preferences.toReversed());
}

/** A wish, with the text of `Preference-Applied`. */
interface Preference {
  readonly wish: Wish;
  readonly applied: string;
}

/**
 * Reads the preferences `code=404`, `example=SandboxUnknown` and `dynamic=true`. Others are ignored.
 *
 * @throws {Rejection} 400 if the contract has no such response
 */
export function readPreference(
  header: string | undefined,
  { id, statuses: all }: Operation,
): Preference | undefined {
  if (header === undefined) return undefined;
  const wishes = wishesIn(header);
  const applied = ['code', 'example', 'dynamic'].filter((name) => wishes.has(name));
  if (applied.length === 0) return undefined;

  const [code, example] = [wishes.get('code'), wishes.get('example')];
  const status = code === undefined ? undefined : Number(code);
  if (status !== undefined && !all.includes(status)) {
    throw impossible(`code=${code}`, `${id} declares ${all.join(', ')}`);
  }
  const statuses = status === undefined ? all : [status];
  const owner = statuses.find((it) => example !== undefined && examplesOf(id, it).has(example));
  if (example !== undefined && owner === undefined) {
    const names = statuses.flatMap((it) => [...examplesOf(id, it).keys()]);
    throw impossible(`example=${example}`, `the examples are ${names.join(', ')}`);
  }
  const dynamic = ['true', ''].includes(wishes.get('dynamic') ?? 'false');
  return {
    wish: { code: status ?? owner, example, dynamic },
    applied: applied.map((name) => `${name}=${wishes.get(name)}`).join(', '),
  };
}

function impossible(preference: string, reason: string): Rejection {
  return new Rejection(400, `Prefer: ${preference} is not possible: ${reason}`);
}
