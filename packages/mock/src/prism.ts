/** Prism: examples and generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { HttpMethod } from '@stoplight/types';
import { readBody } from './body.ts';
import { contract, examplesOf, type Operation } from './contract.ts';
import type { Pipeline } from './message.ts';
import { json, type Rejection, type Reply } from './response.ts';
import { route } from './router.ts';
import { withoutUnlisted } from './validate.ts';

const packages = Object.keys(packageJson.peerDependencies);

/** Returns how to install Prism, an optional peer dependency; undefined if it is installed. */
export function prismMissing(): string | undefined {
  // Only Node can look for a package before it imports it.
  if (typeof process !== 'object') return undefined;
  try {
    const { resolve } = process.getBuiltinModule('node:module').createRequire(import.meta.url);
    for (const name of packages) resolve(name);
    return undefined;
  } catch {
    const names = packages.map((name) => `${name}@5`).join(' ');
    return `This needs Prism, which is not installed. Install it with: npm install --save-dev ${names}`;
  }
}

/** Loads Prism and its view of the contract once. It takes half a second and 100 MB. */
async function load() {
  const [{ createInstance, getHttpOperationsFromSpec, ProblemJsonError }, core] = await Promise.all(
    [import('@stoplight/prism-http'), import('@stoplight/prism-core')],
  );
  const operations = await getHttpOperationsFromSpec(structuredClone(contract));
  const logger = core.createLogger('prism', { level: 'silent' });
  return { createInstance, operations, logger, ProblemJsonError };
}
let loaded: ReturnType<typeof load> | undefined;

/** Which of the declared responses is wanted. Default: the first example of the first 2xx. */
export interface Wish {
  /** A declared status. */
  readonly code?: number;
  /** The name of an example. It precedes `dynamic`. */
  readonly example?: string;
  /** Whether data is generated from the schema instead of taken from an example. */
  readonly dynamic?: boolean;
}

/** Returns an example or generated data; the same data for the same seed. */
export type ExamplePrism = (
  operation: Operation,
  path: string,
  wish: Wish,
  seed: string,
) => Promise<Reply>;

/** Starts Prism for responses that depend on nothing but the contract. It validates nothing. */
export async function startPrism(): Promise<ExamplePrism> {
  const { createInstance, operations, logger } = await (loaded ??= load());
  return async (operation, path, { code, example, dynamic = false }, seed) => {
    // A new configuration for each call: Prism writes the media types of one request into it.
    const mock = {
      dynamic,
      ...(code !== undefined && { code }),
      ...(example !== undefined && { exampleKey: example }),
      // Always there and never empty: without a seed, Prism goes on with that of another call.
      seed: `seed ${seed}`,
    };
    const checks = { checkSecurity: false, validateRequest: false, validateResponse: false };
    const config = {
      isProxy: false as const,
      mock,
      ...checks,
      errors: false,
      upstreamProxy: undefined,
    };
    // Without headers and body: it does not need them, and fails on some.
    const input = { method: operation.method.toLowerCase() as HttpMethod, url: { path } };
    const result = await createInstance(config, { logger }).request(input, operations)();
    if (result._tag === 'Left') throw result.left;
    const { statusCode: status, body } = result.right.output;
    // Prism returns the example itself, and generates properties that the contract does not list.
    const own = structuredClone(body);
    const message = { status, contentType: 'application/json', body: own };
    const listed = dynamic ? operation.validateAnswer(message, { closed: true }) : undefined;
    return {
      status,
      body: listed?.valid === false ? withoutUnlisted(own, listed.violations) : own,
    };
  };
}

/** Serves the contract with plain Prism, as its own server does. */
export function createPlainPrism(): Pipeline {
  return async (request, trace) => {
    const { createInstance, operations, logger, ProblemJsonError } = await (loaded ??= load());
    const { method, path, query } = request;
    trace.operation = route(path)?.operations.get(method)?.id;
    const read = await readBody(request);
    if ('rejection' in read) return json(read.rejection.status, { detail: read.rejection.reason });
    const wishes = wishesIn(request.header('prefer') ?? '');
    const [code, example] = [wishes.get('code'), wishes.get('example')];
    const mock = {
      dynamic: wishes.get('dynamic') === 'true',
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && { exampleKey: example }),
    };
    const checks = { checkSecurity: true, validateRequest: true, validateResponse: true };
    const config = {
      isProxy: false as const,
      mock,
      ...checks,
      errors: false,
      upstreamProxy: undefined,
    };
    const input = {
      method: method.toLowerCase() as HttpMethod,
      url: { path, query: valuesOf(new URLSearchParams(query)) },
      headers: Object.fromEntries(request.headers()),
      body: read.body,
    };
    const result = await createInstance(config, { logger }).request(input, operations)();
    if (result._tag === 'Left') {
      const problem = ProblemJsonError.toProblemJson(result.left);
      return json(problem.status, problem, { 'Content-Type': 'application/problem+json' });
    }
    const { statusCode, headers = {}, body } = result.right.output;
    return { status: statusCode, headers, body: body === undefined ? '' : JSON.stringify(body) };
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

/**
 * Reads the preferences `code=404`, `example=SandboxUnknown` and `dynamic=true`. Others are ignored.
 *
 * @returns the wish, with the text of `Preference-Applied`; why it is rejected; undefined if there is none of the three
 */
export function readPreference(
  header: string,
  { id, statuses: all }: Operation,
): { readonly wish: Wish; readonly applied: string } | Rejection | undefined {
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
  const chosen = status ?? owner;
  return {
    wish: {
      ...(chosen !== undefined && { code: chosen }),
      ...(example !== undefined && { example }),
      dynamic: ['true', ''].includes(wishes.get('dynamic') ?? 'false'),
    },
    applied: applied.map((name) => `${name}=${wishes.get(name)}`).join(', '),
  };
}

function impossible(preference: string, reason: string): Rejection {
  return { status: 400, reason: `Prefer: ${preference} is not possible: ${reason}` };
}
