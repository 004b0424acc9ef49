/** Prism: examples and generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { IHttpOperationConfig, IHttpRequest } from '@stoplight/prism-http';
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
  const [http, core] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-core'),
  ]);
  const operations = await http.getHttpOperationsFromSpec(structuredClone(contract));
  return { ...http, operations, logger: core.createLogger('prism', { level: 'silent' }) };
}
let loaded: ReturnType<typeof load> | undefined;

/** Which of the declared responses is wanted. Default: the first example of the first 2xx. */
type Wish = Pick<IHttpOperationConfig, 'code' | 'exampleKey' | 'dynamic' | 'seed'>;

/** Sends a request to Prism, with a new configuration each time: Prism writes the media types of one request into it. */
async function callPrism(
  { method, path, query, headers }: MockRequest,
  body: unknown,
  wish: Wish,
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
  const values = new URLSearchParams(query);
  const entries = [...values.keys()].map((name) => {
    const all = values.getAll(name);
    return [name, all.length === 1 ? all[0]! : all] as const;
  });
  const request = {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: Object.fromEntries(entries) },
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
  { wish, applied }: Partial<Preference>,
  seed: string,
): Promise<MockResponse> {
  const missing = prismMissing();
  if (missing) throw new Rejection(400, missing);
  const { id, method } = call.operation!;
  // Without headers and body: Prism does not need them, and fails on some.
  const request = { ...call.request, method, query: '', headers: {} };
  // The seed is never empty, because Prism would continue with that of another call.
  const wished = { dynamic: false, ...wish, seed: `seed ${seed}` };
  const { statusCode: status, body } = await callPrism(request, undefined, wished, false);
  const headers = {
    ...(applied !== undefined && { 'Preference-Applied': applied }),
    ...(status === 429 && { 'Retry-After': '1' }),
  };
  // Prism generates properties that the contract does not list.
  const unlisted = wished.dynamic ? violationsIn(id, { status, body }) : [];
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
      const wish = wishOf(preferencesIn(headers['prefer'] ?? ''));
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

/** Reads the header `Prefer` (RFC 7240). Of a preference that occurs twice, the first applies (section 2). */
function preferencesIn(header: string): Map<string, string> {
  const preferences = header.split(/[,;]/).map((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return [name.trim().toLowerCase(), value.trim().replaceAll(/^"|"$/g, '')] as const;
  });
  return new Map(preferences.toReversed());
}

function wishOf(preferences: ReadonlyMap<string, string>): Wish {
  const [code, exampleKey] = [preferences.get('code'), preferences.get('example')];
  return {
    dynamic: ['true', ''].includes(preferences.get('dynamic') ?? 'false'),
    ...(code !== undefined && { code: Number(code) }),
    ...(exampleKey !== undefined && { exampleKey }),
  };
}

interface Preference {
  readonly wish: Wish;
  /** The value of the header `Preference-Applied`. */
  readonly applied: string;
}

/** Reads the preferences `code=404`, `example=SandboxUnknown` and `dynamic=true`. Others are ignored. */
export function readPreference(
  header: string,
  { id, statuses }: Operation,
): Preference | undefined {
  const preferences = preferencesIn(header);
  const applied = ['code', 'example', 'dynamic'].filter((name) => preferences.has(name));
  if (applied.length === 0) return undefined;

  const wish = wishOf(preferences);
  const { code, exampleKey } = wish;
  const impossible = (name: string, reason: string) =>
    new Rejection(400, `Prefer: ${name}=${preferences.get(name)} is not possible: ${reason}`);
  if (code !== undefined && !statuses.includes(code)) {
    throw impossible('code', `${id} declares ${statuses.join(', ')}`);
  }
  // Prism needs the status of an example.
  if (exampleKey !== undefined) {
    const possible = code === undefined ? statuses : [code];
    const names = possible.flatMap((status) => [...examplesOf(id, status).keys()]);
    wish.code = possible.find((status) => examplesOf(id, status).has(exampleKey))!;
    if (!names.includes(exampleKey)) {
      throw impossible('example', `the examples are ${names.join(', ')}`);
    }
  }
  return { wish, applied: applied.map((name) => `${name}=${preferences.get(name)}`).join(', ') };
}
