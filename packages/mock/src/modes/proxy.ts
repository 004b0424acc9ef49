/** Forwards requests to a service, and reports where requests and responses break the contract. */
import { readJson } from '@agent-conversation/contract';
import type { Part, Violation } from '@agent-conversation/validators';
import { decode, isJson } from '../body.ts';
import { keyHeader, type Operation, operationsWithBody, route } from '../contract.ts';
import type { KeyReader } from '../keys.ts';
import { Rejection } from '../response.ts';
import type { MockRequest, Pipeline } from '../types.ts';
import { report, validateRequest, violationsIn } from '../validate.ts';

/** Headers of one connection (RFC 9110, section 7.6.1), and those that are written again; of both sides. */
const connectionHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-auth.*|te|trailer|transfer-encoding|upgrade)$/;

const timeoutInMs = 30_000;

const bodyLimit = 64 * 1024 * 1024;

/** Creates a pipeline that forwards every request to a service. Requests and responses are not changed. */
export function createProxy(target: URL, keyOf: KeyReader): Pipeline {
  const base = target.href.replace(/\/$/, '');
  return async (call) => {
    const { request } = call;
    const { method, path, query, headers } = request;
    const chunks = ['GET', 'HEAD'].includes(method) ? [] : await request.read(bodyLimit);
    const found = route(path);
    const operation = found?.operations.get(method);
    call.operation = operation;
    if (operation) {
      const problems = inRequest(operation, request, found!.parameters, chunks);
      report(call, 'request', keyOf(request) ? problems : [keyMissing, ...problems]);
    } else if (method !== 'OPTIONS') {
      const message = found ? `has no method ${method}` : 'is not a path of the contract';
      report(call, 'request', [violation('path', 'path', message)]);
    }

    const sent = Object.entries(headers as Record<string, string>);
    try {
      const response = await fetch(`${base}${path}${query && `?${query}`}`, {
        method,
        headers: sent.filter(([name]) => !connectionHeaders.test(name)),
        ...(chunks.length > 0 && { body: new Blob([...chunks] as never[]) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutInMs),
      });
      const body = await response.text();
      if (operation && method !== 'HEAD') {
        report(call, 'response', inResponse(operation, response, body));
      }
      return { status: response.status, headers: forwardedHeaders(method, response), body };
    } catch (error) {
      const { name, message, cause } = error as Error;
      const service = `The service at ${target.origin} did not respond`;
      if (name === 'TimeoutError') throw new Rejection(504, `${service} within ${timeoutInMs} ms`);
      throw new Rejection(502, `${service}: ${(cause as Error | undefined)?.message ?? message}`);
    }
  };
}

function violation(part: Part, keyword: string, message: string, pointer = ''): Violation {
  return { part, pointer, keyword, message, params: {} };
}

const keyMissing = violation('header', 'required', 'is missing', `/${keyHeader}`);
const wrongType = violation('header', 'media-type', 'must be application/json', '/content-type');
const notJson = violation('body', 'json', 'is not JSON');

function inRequest(
  operation: Operation,
  { headers, query }: MockRequest,
  path: Readonly<Record<string, string>>,
  chunks: readonly Uint8Array[],
): readonly Violation[] {
  const text = operationsWithBody.has(operation.id) ? decode(chunks) : '';
  const { value: body, isBroken } = readJson(text);
  const parts = { path, query: new URLSearchParams(query), body };
  return [
    ...(text && !isJson(headers['content-type']) ? [wrongType] : []),
    ...(isBroken ? [notJson] : validateRequest(operation, parts, false).violations),
  ];
}

function inResponse({ id }: Operation, { status, headers }: Response, text: string) {
  const { value: body, isBroken } = readJson(text);
  if (isBroken) return [notJson];
  const contentType = headers.get('content-type');
  return violationsIn(id, { status, headers, contentType, body }, false);
}

/** Returns the headers of a response, without those that no longer fit. */
function forwardedHeaders(method: string, { headers }: Response): Record<string, string> {
  const own = /^(content-encoding|vary|access-control-.*)$/;
  // The length of a body that was not sent cannot be measured.
  const isKept = (name: string) =>
    name === 'content-length'
      ? method === 'HEAD'
      : !connectionHeaders.test(name) && !own.test(name);
  return Object.fromEntries([...headers].filter(([name]) => isKept(name)));
}
