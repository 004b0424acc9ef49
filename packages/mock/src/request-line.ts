import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { type Contract, type Operation, operationsOf } from './contract.ts';
import type { Prism, Violation } from './prism.ts';

/** One request and its answer, for a log. The key and the bodies are left out. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The operationId, where the contract has an operation for the request. */
  readonly operation: string | undefined;
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly duration: number;
}

const keyHeader = 'X-Session-API-Key';

/**
 * The line that every request passes through, in this order: cross-origin preflight, route (404, 405),
 * key (401), body (415, 400), validation (422), and the example of the contract as the answer.
 *
 * @param prism called when the first request gets as far as validation
 */
export function createRequestLine(
  contract: Contract,
  prism: () => Promise<Prism>,
  onExchange: (exchange: Exchange) => void,
): Hono {
  const app = new Hono();
  const operations = operationsOf(contract);
  const ids = new Map<string, string>();

  app.use(async (context, next) => {
    const start = performance.now();
    await next();
    const { method, path, routePath } = context.req;
    onExchange({
      method,
      path,
      operation: ids.get(`${method === 'HEAD' ? 'GET' : method} ${routePath}`),
      status: context.res.status,
      duration: performance.now() - start,
    });
  });
  app.use(async (context, next) => {
    if (isEncoded(context.req.path)) return next();
    return context.json({ detail: 'The path is not percent-encoded as it should be' }, 400);
  });
  app.use(cors({ origin: (origin) => origin, credentials: true }));

  for (const operation of operations) {
    const route = routeOf(operation.path);
    ids.set(`${operation.method} ${route}`, operation.id);
    app.on(operation.method, route, (context) => answer(context, operation, prism));
  }
  for (const path of Object.keys(contract.paths)) {
    const allow = allowedMethods(operations.filter((operation) => operation.path === path));
    app.all(routeOf(path), (context) =>
      context.json({ detail: `Method not allowed; allowed here: ${allow}` }, 405, { Allow: allow }),
    );
  }
  app.notFound((context) => context.json({ detail: 'The contract has no such path' }, 404));
  app.onError((error, context) =>
    context.json({ detail: `The mock failed: ${error.message}` }, 500),
  );
  return app;
}

async function answer(
  context: Context,
  operation: Operation,
  prism: () => Promise<Prism>,
): Promise<Response> {
  const { req } = context;
  if (!req.header(keyHeader)) return declared(context, operation, 401);

  let body: unknown;
  if (operation.takesBody) {
    const text = await req.text();
    if (text && !isJson(req.header('content-type'))) {
      return context.json({ detail: 'Send the body as application/json' }, 415);
    }
    try {
      body = text ? JSON.parse(text) : undefined;
    } catch {
      return declared(context, operation, 400);
    }
  }

  // Prism takes null for a missing body. No operation of the contract takes it for a body.
  if (body === null) {
    return refused([
      { location: ['body'], kind: 'type', message: 'Request body must not be null' },
    ]);
  }

  const ask = await prism();
  const { method } = operation;
  const result = await ask({ method, url: new URL(req.url), body });
  if (result.requestViolations.length > 0) return refused(result.requestViolations);
  if (result.answerViolations.length > 0) {
    const faults = result.answerViolations.map(
      ({ location, message }) => `/${location.join('/')}: ${message}`,
    );
    throw new Error(`the example of ${operation.id} breaks the contract at ${faults.join('; ')}`);
  }
  return json(result.status, result.body);
}

/** The answer that the contract gives as the first example of a status. */
function declared(context: Context, operation: Operation, status: 400 | 401): Response {
  const example = operation.examples.get(status);
  if (example === undefined) {
    return context.json({ detail: `${operation.id} declares no answer ${status}` }, status);
  }
  return json(status, example);
}

/** The declared answer to a request that breaks the contract, with the places in which it does. */
function refused(violations: readonly Violation[]): Response {
  const detail = violations.map(({ location, message, kind }) => ({
    loc: location,
    msg: message,
    type: kind,
  }));
  return json(422, { detail });
}

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

/** A path template as a route: `{sandbox_id}` becomes `:sandbox_id`. */
function routeOf(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1');
}

function allowedMethods(operations: readonly Operation[]): string {
  const methods = operations.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Whether a path is percent-encoded UTF-8 throughout (RFC 3986, section 2.5). */
function isEncoded(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}
