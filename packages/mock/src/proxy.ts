import type { Violation } from '@agent-conversation/validators';
import type { Finding } from './exchange.ts';
import { BodyTooLarge, type Call } from './http/message.ts';
import { isJson } from './line/body.ts';
import type { Line } from './line/handler.ts';
import { errorBody, json } from './line/refusal.ts';
import { type Operation, route } from './line/router.ts';
import { checkRequest } from './line/unlisted.ts';
import { keyHeader, takesBody } from './contract.ts';

/** Headers that belong to one connection (RFC 9110, section 7.6.1), or that are made anew; of both sides. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** How long the service may take to answer, in milliseconds. */
const patience = 30_000;

/** How many bytes the body of a request may have. */
const bodyLimit = 64 * 1024 * 1024;

/**
 * Forwards every request to a service, and reports where the request or the response breaks the contract. Neither is
 * changed.
 *
 * @param target scheme, host and port of the service; a path is kept
 */
export function createProxy(target: URL): Line {
  const base = target.href.replace(/\/$/, '');
  return async (call, trace) => {
    const findings: Finding[] = [];
    trace.findings = findings;
    const bytes = await bodyOf(call);
    if (bytes === tooLarge) {
      const detail = `The body is longer than ${bodyLimit} bytes, and was not passed on`;
      return json(413, errorBody(call.path, detail), { Connection: 'close' });
    }
    const operation = operationOf(call, findings);
    trace.operation = operation?.id;
    if (operation) findings.push(...inRequest(operation, call, bytes));

    let response: Response;
    let body: string;
    try {
      response = await fetch(`${base}${call.path}${call.query && `?${call.query}`}`, {
        method: call.method,
        headers: [...call.headers()]
          .filter(([name]) => !ownHeaders.has(name))
          .map(([name, value]) => [name, value]),
        ...(bytes && bytes.length > 0 ? { body: new Uint8Array(bytes) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      });
      body = await response.text();
    } catch (error) {
      const { name, message, cause } = error as Error;
      const late = name === 'TimeoutError';
      const reason = late ? `within ${patience} ms` : String(Object(cause).message ?? message);
      const detail = `The service at ${target.origin} did not answer${late ? '' : ':'} ${reason}`;
      return json(late ? 504 : 502, errorBody(call.path, detail));
    }
    if (operation) findings.push(...inAnswer(operation, call, response, body));
    return { status: response.status, headers: headersOf(call, response), body };
  };
}

const tooLarge = Symbol('too large');

async function bodyOf(call: Call): Promise<Uint8Array | typeof tooLarge | undefined> {
  if (['GET', 'HEAD'].includes(call.method)) return undefined;
  try {
    return await call.read(bodyLimit);
  } catch (error) {
    if (error instanceof BodyTooLarge) return tooLarge;
    throw error;
  }
}

function operationOf(call: Call, findings: Finding[]): Operation | undefined {
  const target = routeIn(call.path);
  const method = call.method === 'HEAD' ? 'GET' : call.method;
  const operation = target?.operations.get(method);
  if (!operation && method !== 'OPTIONS') {
    const message = target ? `has no method ${method}` : 'is not a path of the contract';
    findings.push({ side: 'request', ...wholePath, message });
  }
  return operation;
}

function routeIn(path: string): ReturnType<typeof route> {
  try {
    return route(path);
  } catch {
    return undefined;
  }
}

const wholePath = { part: 'path', pointer: '', keyword: 'path', params: {} } as const;

function inRequest(operation: Operation, call: Call, bytes: Uint8Array | undefined): Finding[] {
  const found: Violation[] = [];
  if (!call.header(keyHeader)) {
    const place = { part: 'header', pointer: `/${keyHeader}`, params: {} } as const;
    found.push({ ...place, keyword: 'required', message: 'is missing' });
  }
  const text = bytes && takesBody(operation.id) ? new TextDecoder().decode(bytes) : '';
  const body = parse(text);
  if (text && !isJson(call.header('content-type'))) {
    const place = { part: 'header', pointer: '/content-type', params: {} } as const;
    found.push({ ...place, keyword: 'media-type', message: 'must be application/json' });
  }
  if (body === malformed) {
    found.push({ ...wholeBody, keyword: 'json', message: 'is not JSON' });
  } else {
    const path = routeIn(call.path)?.parameters ?? {};
    const query = new URLSearchParams(call.query);
    found.push(...checkRequest(operation, { path, query, body }, false).violations);
  }
  return found.map((violation) => ({ side: 'request', ...violation }));
}

function inAnswer(operation: Operation, call: Call, response: Response, text: string): Finding[] {
  const body = parse(text);
  if (call.method === 'HEAD') return [];
  if (body === malformed) {
    return [{ side: 'answer', ...wholeBody, keyword: 'json', message: 'is not JSON' }];
  }
  const { status, headers } = response;
  const answer = { status, headers, contentType: headers.get('content-type'), body };
  const result = operation.validateAnswer(answer);
  if (result.valid) return [];
  return result.violations.map((violation) => ({ side: 'answer', ...violation }));
}

const wholeBody = { part: 'body', pointer: '', params: {} } as const;
const malformed = Symbol('not JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

/** The headers of the service's answer, without those that do not fit any more. */
function headersOf({ method }: Call, { headers }: Response): Record<string, string> {
  const changed = new Set(['content-encoding', 'vary']);
  return Object.fromEntries(
    [...headers].filter(([name]) => {
      // The length of a body that was not sent cannot be made anew.
      if (name === 'content-length') return method === 'HEAD';
      return !ownHeaders.has(name) && !changed.has(name) && !name.startsWith('access-control-');
    }),
  );
}
