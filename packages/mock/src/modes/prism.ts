/** Prism: generated data for the mock, and a plain Prism to compare the mock with. */
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type {
  IHttpNameValues,
  IHttpOperationConfig,
  IHttpRequest,
} from '@stoplight/prism-http';
import { readBody } from '../body.ts';
import { contract, route } from '../contract.ts';
import { json, Rejection } from '../response.ts';
import type { Call, MockRequest, MockResponse, Pipeline } from '../types.ts';
import {
  validatedResponse,
  violationsIn,
  withoutUnlisted,
} from '../validate.ts';
import {
  declaredExample,
  headersOf,
  isGenerated,
  type Preferences,
  preferencesIn,
} from './examples.ts';

const packages = Object.keys(packageJson.peerDependencies);

/** Loads Prism and its view of the contract; undefined if it is missing. It takes half a second and 100 MB. */
async function load() {
  try {
    // In a `try` statement, bundlers do not insist on it.
    const http = await import('@stoplight/prism-http');
    const { createLogger } = await import('@stoplight/prism-core');
    const operations = await http.getHttpOperationsFromSpec(
      structuredClone(contract),
    );
    return {
      ...http,
      operations,
      logger: createLogger('prism', { level: 'silent' }),
    };
  } catch (error) {
    if (isMissing(error as NodeJS.ErrnoException)) return undefined;
    throw error;
  }
}
let loaded: ReturnType<typeof load> | undefined;

/** Whether an import has failed because Prism itself is not installed: of ECMAScript modules, or of CommonJS. */
function isMissing({ code = '', message }: NodeJS.ErrnoException): boolean {
  if (!/^(ERR_)?MODULE_NOT_FOUND$/.test(code)) return false;
  // Without quotation marks, it can be a part of the path of what imports something else.
  return packages.some(
    (name) => message.includes(`'${name}'`) || message.includes(`"${name}"`),
  );
}

/** Returns how to install Prism, an optional peer dependency; undefined if it is installed. */
export async function prismMissing(): Promise<string | undefined> {
  if (await (loaded ??= load())) return undefined;
  const names = packages.map((name) => `${name}@5`).join(' ');
  return `This needs Prism, which is not installed. Install it with: npm install --save-dev ${names}`;
}

/** @throws {Rejection} naming how to install Prism, if it is not installed */
async function loadOrReject() {
  const missing = await prismMissing();
  if (missing !== undefined) throw new Rejection(400, missing);
  return (await loaded)!;
}

/**
 * Sends a request to Prism, with a new configuration each time: Prism writes the media types of one request into it.
 */
async function callPrism(
  { method, path, query, headers }: MockRequest,
  body: unknown,
  wish: IHttpOperationConfig,
  isChecked: boolean,
) {
  const { createInstance, operations, logger } = await loadOrReject();
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
  const result = await createInstance(config, { logger }).request(
    request,
    operations,
  )();
  if (result._tag === 'Left') throw result.left;
  return result.right.output;
}

/** Responds with generated data, the same for the same seed. */
export async function respondWithPrism(
  call: Call,
  preferences: Preferences,
  seed: string,
): Promise<MockResponse> {
  const operation = call.operation!;
  const { status } = declaredExample(preferences, operation);
  const { code, example } = preferences;
  const isChosen = code !== undefined || example !== undefined;
  // The seed is never empty, because Prism would continue with that of another call.
  const wish = {
    ...(isChosen && { code: status }),
    ...(example !== undefined && { exampleKey: example }),
    dynamic: true,
    seed: `seed ${seed}`,
  };
  // Without headers and body: Prism does not need them, and fails on some.
  const request = {
    ...call.request,
    method: operation.method,
    query: '',
    headers: {},
  };
  const { statusCode, body } = await callPrism(request, undefined, wish, false);
  // Prism generates properties that the contract does not list.
  const generated = { status: statusCode, body };
  const unlisted = violationsIn(operation.id, generated, {
    maxViolations: Infinity,
  });
  const headers = headersOf(preferences, statusCode);
  const reply = withoutUnlisted(
    { status: statusCode, headers, body },
    unlisted,
  );
  // Where several schemas are allowed, there are also properties that none of them lists.
  return validatedResponse(call, reply, false);
}

/** Returns what plain Prism is asked for. */
function wishOf(preferences: Preferences = {}): IHttpOperationConfig {
  const { code, example } = preferences;
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    dynamic: isGenerated(preferences),
  };
}

/** Serves the contract with plain Prism, as its own server does. */
export function createPlainPrism(): Pipeline {
  return async (call) => {
    const { method, path, headers } = call.request;
    call.operation = route(path)?.operations.get(method);
    const body = await readBody(call.request);
    const { ProblemJsonError } = await loadOrReject();
    try {
      const wish = wishOf(preferencesIn(headers['prefer']));
      const output = await callPrism(call.request, body, wish, true);
      const text = output.body === undefined ? '' : JSON.stringify(output.body);
      return {
        status: output.statusCode,
        headers: output.headers ?? {},
        body: text,
      };
    } catch (error) {
      const problem = ProblemJsonError.toProblemJson(error as Error);
      return json(problem.status, problem, {
        'Content-Type': 'application/problem+json',
      });
    }
  };
}
