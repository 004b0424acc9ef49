/** Forwards requests to a service, and reports where requests and responses break the contract. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { readJson } from '@agent-conversation/contract';
import type { Part, Violation } from '@agent-conversation/validators';
import { isJson, limitProblem, ownTurn } from '../body.ts';
import {
  keyHeader,
  type Operation,
  operationsWithBody,
  route,
} from '../contract.ts';
import {
  elementsOf,
  isNamed,
  pairsOf,
  valuesOf,
} from '../http/header-pairs.ts';
import type { KeyReader } from '../keys.ts';
import {
  credentialsIn,
  headerPairsOf,
  type IsSecretHeader,
  secretHeadersOf,
} from '../redaction.ts';
import type {
  Call,
  HeaderPair,
  MockRequest,
  Observer,
  Pipeline,
  RawRequest,
} from '../types.ts';
import {
  note,
  report,
  violationsIn,
  violationsInRequest,
} from '../validate.ts';
import {
  ClientGone,
  createService,
  type ForwardedRequest,
  type Service,
} from './proxy-connection.ts';
import { BodyCopy, type Content } from './proxy-copy.ts';
import { transferEncoding, withoutConnectionHeaders } from './proxy-headers.ts';
import { forwardedTarget, prefixOf } from './proxy-target.ts';

/** How long the body of a request can be that has no connection. */
const bodyLimit = 64 * 1024 * 1024;

/**
 * Creates a pipeline that forwards every request to a service. Requests and responses are passed on as they come;
 * copies of their bodies are validated after the exchange.
 *
 * @param keyHeaders further headers with API keys
 */
export function createProxy(
  address: URL,
  keyOf: KeyReader,
  keyHeaders: readonly string[] = [],
  observe?: Observer,
): Pipeline {
  const prefix = prefixOf(address);
  const service = createService(address);
  const { origin } = address;
  const isSecretHeader = secretHeadersOf(keyHeaders);
  return async (call) => {
    const { request } = call;
    const startedAt = new Date();
    const start = performance.now();
    const key = keyOf(request);
    call.secrets = secretsOf(request, isSecretHeader, key);
    call.operation = route(request.path)?.operations.get(request.method);
    const sent = await readSent(prefix, request);
    const response = await sendTo(service, sent, call, key);
    if (!response) return { status: 0, headers: {}, body: '', broken: 'reset' };

    const received = new BodyCopy();
    response.on('data', (chunk: Uint8Array) => received.add(chunk));
    // Not before the stream is closed is it known whether everything has come.
    const closed = new Promise<void>(
      (resolve) => void response.once('close', resolve),
    );
    const leave = () => response.destroy();
    request.signal?.addEventListener('abort', leave, { once: true });
    const status = response.statusCode!;
    const reason = response.statusMessage!;
    const headers = pairsOf(response.rawHeaders);
    const ended = closed.then(async () => {
      request.signal?.removeEventListener('abort', leave);
      received.isComplete = response.complete;
      if (!response.complete) note(call, cutOffBy(request));
      try {
        const duration = performance.now() - start;
        const sentContent = await contentOf(sent.copy, sent.headers);
        await reportRequest(call, sentContent, key);
        const content = await contentOf(received, headers);
        await reportResponse(call, content, status, headers);
        const url = origin + sent.target;
        const exchange = {
          startedAt,
          duration,
          request: {
            method: sent.method,
            url,
            headers: sent.headers,
            body: sentContent.text,
          },
          response: { status, reason, headers, body: content.text },
        };
        // What was cut off is no exchange that can be repeated.
        if (response.complete) observe?.(exchange);
        return exchange;
      } finally {
        sent.copy.release();
        received.release();
      }
    });
    const forwarded = {
      reason,
      headers: responseHeaders(headers, status, request.method),
      body: response,
      trailers: () => pairsOf(response.rawTrailers),
      ended,
    };
    return { status, headers: {}, body: '', forwarded };
  };
}

/** Returns the response of the service; undefined if the client has gone before. */
async function sendTo(
  service: Service,
  sent: ForwardedRequest,
  call: Call,
  key: string | undefined,
): Promise<IncomingMessage | undefined> {
  try {
    return await service(sent);
  } catch (error) {
    await reportRequest(call, await contentOf(sent.copy, sent.headers), key);
    sent.copy.release();
    if (!(error instanceof ClientGone)) throw error;
    note(call, 'The client closed the connection before the response');
    return undefined;
  }
}

async function contentOf(
  copy: BodyCopy,
  headers: readonly HeaderPair[],
): Promise<Content> {
  return copy.read(elementsOf(headers, 'content-encoding'));
}

function cutOffBy({ signal }: MockRequest): string {
  return signal?.aborted
    ? 'The client closed the connection before the end of the response'
    : 'The service cut off its response';
}

/** Returns the credentials of a request, which a service can repeat in what is logged. */
function secretsOf(
  { headers }: MockRequest,
  isSecretHeader: IsSecretHeader,
  key: string | undefined,
): string[] {
  const credentials = credentialsIn(headerPairsOf(headers), isSecretHeader);
  return key === undefined ? credentials : [key, ...credentials];
}

/** Returns a request as it is forwarded. */
async function readSent(
  prefix: string,
  request: MockRequest,
): Promise<ForwardedRequest> {
  const { method, signal, raw = await readFetched(request) } = request;
  const { headers, trailers, inform } = raw;
  const target = forwardedTarget(prefix, method, raw.target);
  const hasBody =
    transferEncoding(headers) !== undefined ||
    Number(valuesOf(headers, 'content-length')[0]) > 0;
  const body = hasBody ? (raw.body as Readable) : undefined;
  const copy = new BodyCopy();
  return { method, target, headers, body, trailers, inform, signal, copy };
}

/** Reads a request of `fetch`, and returns it as if it had come over a connection. */
async function readFetched(request: MockRequest): Promise<RawRequest> {
  const { path, query } = request;
  const chunks = await request.read(bodyLimit);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { Readable: Stream } = process.getBuiltinModule('node:stream');
  return {
    target: query ? `${path}?${query}` : path,
    headers: fetchHeaders(request, length),
    body: Stream.from(chunks, { objectMode: false }),
    trailers: () => [],
    inform: () => undefined,
  };
}

/** Returns the headers of a request of `fetch`. No response is decoded for it, so that it asks for plain ones. */
function fetchHeaders({ headers }: MockRequest, length: number): HeaderPair[] {
  const isOwn = (name: string) =>
    name === 'accept-encoding' || name === 'content-length';
  const pairs = Object.entries(headers).flatMap(
    ([name, value]): HeaderPair[] =>
      value === undefined || isOwn(name) ? [] : [[name, value]],
  );
  pairs.push(['accept-encoding', 'identity']);
  if (length > 0) pairs.push(['content-length', String(length)]);
  return pairs;
}

/** Returns the headers of a response as they are sent on. */
function responseHeaders(
  headers: readonly HeaderPair[],
  status: number,
  method: string,
): HeaderPair[] {
  const kept = withoutConnectionHeaders(headers);
  const encoding = transferEncoding(headers);
  // Node rejects `Trailer` where there is no chunk that trailers could follow.
  const isBodiless = method === 'HEAD' || status === 204 || status === 304;
  if (isBodiless || !encoding)
    return kept.filter((pair) => !isNamed(pair, 'trailer'));
  return [...kept, encoding];
}

function violation(
  part: Part,
  keyword: string,
  message: string,
  pointer = '',
): Violation {
  return { part, pointer, keyword, message, params: {} };
}

const keyMissing = violation(
  'header',
  'required',
  'is missing',
  `/${keyHeader}`,
);
const wrongType = violation(
  'header',
  'media-type',
  'must be application/json',
  '/content-type',
);
const notJson = violation('body', 'json', 'is not JSON');

/** Reports what breaks the contract in a request. */
async function reportRequest(
  call: Call,
  content: Content,
  key: string | undefined,
): Promise<void> {
  const { request, operation } = call;
  const { method, path } = request;
  if (operation) {
    const violations = await violationsInContent(call, operation, content);
    const all = key ? violations : [keyMissing, ...violations];
    report(call, 'request', all);
    return;
  }
  if (method === 'OPTIONS') return;
  const message = route(path)
    ? `has no method ${method}`
    : 'is not a path of the contract';
  report(call, 'request', [violation('path', 'path', message)]);
}

async function violationsInContent(
  call: Call,
  operation: Operation,
  content: Content,
): Promise<readonly Violation[]> {
  const { path, query, headers } = call.request;
  const hasBody = operationsWithBody.has(operation.id);
  const body = await parse(call, 'request', hasBody ? content : { text: '' });
  if (!body) return [];
  const violations: Violation[] = [];
  if (hasBody && content.text !== '' && !isJson(headers['content-type'])) {
    violations.push(wrongType);
  }
  if (body.violation) return [...violations, body.violation];
  const { parameters } = route(path)!;
  const parts = {
    path: parameters,
    query: new URLSearchParams(query),
    body: body.value,
  };
  return [...violations, ...violationsInRequest(operation, parts)];
}

/** Reports what breaks the contract in a response. */
async function reportResponse(
  call: Call,
  content: Content,
  status: number,
  headerPairs: readonly HeaderPair[],
): Promise<void> {
  const { operation, request } = call;
  if (!operation || request.method === 'HEAD') return;
  const body = await parse(call, 'response', content);
  if (!body) return;
  if (body.violation) {
    report(call, 'response', [body.violation]);
    return;
  }
  const headers = new Headers(headerPairs as [string, string][]);
  const contentType = headers.get('content-type');
  const parts = { status, headers, contentType, body: body.value };
  report(
    call,
    'response',
    violationsIn(operation.id, parts, { closed: false }),
  );
}

/** From how many characters on a text is worked on in a turn of the event loop of its own. */
const longText = 8 * 1024;

/** Parses a body; undefined if it is not validated, which the log says. */
async function parse(
  call: Call,
  side: 'request' | 'response',
  { text, unknown, problem }: Content,
): Promise<
  { readonly value: unknown; readonly violation?: Violation } | undefined
> {
  if (problem !== undefined) {
    return {
      value: undefined,
      violation: violation('body', 'encoding', problem),
    };
  }
  const isLong = text !== undefined && text.length > longText;
  if (isLong) await ownTurn();
  const reason = unknown ?? limitProblem(text!);
  if (reason !== undefined) {
    note(call, `The ${side} was not validated: ${reason}`);
    return undefined;
  }
  if (isLong) await ownTurn();
  const { value, isBroken } = readJson(text);
  if (isBroken) return { value, violation: notJson };
  if (isLong) await ownTurn();
  return { value };
}
