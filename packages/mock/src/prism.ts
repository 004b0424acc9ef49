/** Prism: examples and generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { IHttpRequest } from '@stoplight/prism-http';
import { readBody } from './body.ts';
import { contract, examplesOf, type Operation } from './contract.ts';
import type { Pipeline } from './message.ts';
import { json, type Rejection, type Reply } from './response.ts';
import { route } from './router.ts';
import { withoutUnlisted } from './validate.ts';

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
export interface Wish {
  /** A declared status. */
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

/** Returns an example or generated data, the same for the same seed. */
export async function replyFromPrism(
  { method, validateAnswer }: Operation,
  path: string,
  wish: Wish,
  seed: string,
): Promise<Reply> {
  // Without headers and body: Prism does not need them, and fails on some. The seed is never empty, because Prism
  // would continue with that of another call.
  const result = await callPrism({ method, url: { path } }, wish, false, `seed ${seed}`);
  if (result._tag === 'Left') throw result.left;
  const { statusCode: status, body: shared } = result.right.output;
  // Prism returns the example itself, and generates properties that the contract does not list.
  const body = structuredClone(shared);
  const message = { status, contentType: 'application/json', body };
  const listed = wish.dynamic ? validateAnswer(message, { closed: true }) : undefined;
  return {
    status,
    body: listed?.valid === false ? withoutUnlisted(body, listed.violations) : body,
  };
}

/** Serves the contract with plain Prism, as its own server does. */
export function createPlainPrism(): Pipeline {
  return async (request, trace) => {
    const { method, path } = request;
    trace.operation = route(path)?.operations.get(method)?.id;
    const read = await readBody(request);
    if ('rejection' in read) return json(read.rejection.status, { detail: read.rejection.reason });
    const wishes = wishesIn(request.header('prefer') ?? '');
    const code = wishes.get('code');
    const wish = {
      code: code === undefined ? undefined : Number(code),
      example: wishes.get('example'),
      dynamic: wishes.get('dynamic') === 'true',
    };
    const query = valuesOf(new URLSearchParams(request.query));
    const headers = Object.fromEntries(request.headers());
    const input = { method, url: { path, query }, headers, body: read.body };
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

/** A wish with the text of `Preference-Applied`, or why it is rejected. */
export type Preference = { readonly wish: Wish; readonly applied: string } | Rejection;

/** Reads the preferences `code=404`, `example=SandboxUnknown` and `dynamic=true`. Others are ignored. */
export function readPreference(
  header: string,
  { id, statuses: all }: Operation,
): Preference | undefined {
  const wishes = wishesIn(header);
  const applied = ['code', 'example', 'dynamic'].filter((name) => wishes.has(name));
  if (applied.length === 0) return undefined;

  const [code, example] = [wishes.get('code'), wishes.get('example')];
  const status = code === undefined ? undefined : Number(code);
  if (status !== undefined && !all.includes(status)) {
    return impossible(`code=${code}`, `${id} declares ${all.join(', ')}`);
  }
  const statuses = status === undefined ? all : [status];
  const owner = statuses.find((it) => example !== undefined && examplesOf(id, it).has(example));
  if (example !== undefined && owner === undefined) {
    const names = statuses.flatMap((it) => [...examplesOf(id, it).keys()]);
    return impossible(`example=${example}`, `the examples are ${names.join(', ')}`);
  }
  const dynamic = ['true', ''].includes(wishes.get('dynamic') ?? 'false');
  return {
    wish: { code: status ?? owner, example, dynamic },
    applied: applied.map((name) => `${name}=${wishes.get(name)}`).join(', '),
  };
}

function impossible(preference: string, reason: string): Rejection {
  return { status: 400, reason: `Prefer: ${preference} is not possible: ${reason}` };
}
