/** What `fetch` of the mock is called with. */
import { tooLarge } from '../body.ts';
import { Rejection } from '../response.ts';
import type { MockRequest } from '../types.ts';
import { isForeign, networkError } from './fetch-response.ts';

type Input = Parameters<typeof globalThis.fetch>[0];

/** A request that is sent to the mock. */
export interface SentRequest {
  readonly url: URL;
  /** Whether it, or a request that was redirected to it, goes to another origin than the caller's. */
  readonly isForeign: boolean;
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SentBody;
  readonly redirect: Request['redirect'];
  readonly signal: AbortSignal | undefined;
}

/** The body of a request, which can be read more than once, for redirects. */
export interface SentBody {
  /** Whether the caller gave a stream, which cannot be sent again. */
  readonly isStream: boolean;
  /** Rejects with the error of `fetch` if the body cannot be read. */
  readonly failure: Promise<never>;
  readonly read: (limit: number) => Promise<readonly Uint8Array[]>;
}

/** The options of `fetch` that matter without a network. The signal is not among them: see `readRequest`. */
const optionNames = [
  'method',
  'headers',
  'body',
  'duplex',
  'redirect',
] as const;

type Options = Pick<
  RequestInit,
  Exclude<(typeof optionNames)[number], 'duplex'>
>;

/**
 * Reads what `fetch` was called with. `Request` and `Headers` can be those of another realm or library, such as jsdom
 * or happy-dom.
 *
 * @throws {TypeError} as `fetch` does, if they are no request
 */
export async function readRequest(
  input: Input,
  init: RequestInit | undefined,
): Promise<SentRequest> {
  const signal = signalOf(input, init);
  const options = optionsOf(init ?? {});
  // Without the signal: a `Request` follows it weakly, and rejects those of other libraries.
  const request = isRequest(input)
    ? await requestLike(input, options)
    : new Request(absolute(String(input)), options);
  const url = new URL(request.url);
  if (!/^https?:$/.test(url.protocol)) throw networkError('unknown scheme');
  return {
    url,
    isForeign: isForeign(url),
    method: request.method,
    headers: headersOf(request),
    body: createBody(request, options.body),
    redirect: request.redirect,
    signal,
  };
}

/** Returns the signal of a call, which is not that of a `Request` if the options have another one or null. */
function signalOf(
  input: Input,
  init: RequestInit = {},
): AbortSignal | undefined {
  const inherited = isRequest(input) ? input.signal : undefined;
  const signal =
    (init.signal === undefined ? inherited : init.signal) ?? undefined;
  // Of any library. The constructor of `Request` says best what is wrong with anything else.
  const isSignal =
    signal === undefined || typeof signal.addEventListener === 'function';
  if (!isSignal) void new Request('http://mock', { signal });
  return signal;
}

/** Copies options one by one: they can be a `Request`, whose properties are inherited. */
function optionsOf(init: RequestInit): Options {
  const entries = optionNames.map(
    (name) => [name, init[name as keyof Options]] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isRequest(input: Input): input is Request {
  return typeof input === 'object' && 'url' in input && 'headers' in input;
}

async function requestLike(input: Request, options: Options): Promise<Request> {
  const isOfThisRealm = input instanceof Request;
  if (isOfThisRealm) return new Request(input, { ...options, signal: null });
  const { url, method, headers, redirect } = input as Request;
  const hasBody =
    method !== 'GET' && method !== 'HEAD' && options.body === undefined;
  const body = hasBody ? await (input as Request).arrayBuffer() : undefined;
  const isEmpty = body === undefined || body.byteLength === 0;
  return new Request(url, {
    method,
    headers: [...headers],
    redirect,
    ...(!isEmpty && { body }),
    ...options,
  });
}

/** Resolves a URL against that of the page, if there is one. */
function absolute(url: string): string {
  const { document, location } = globalThis as {
    readonly document?: { readonly baseURI: string };
    readonly location?: { readonly href: string };
  };
  const base = document?.baseURI ?? location?.href;
  return base === undefined ? url : (URL.parse(url, base)?.href ?? url);
}

/** Returns the headers of a request. Not every library has their names in lower case. */
function headersOf(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    const lowerCase = name.toLowerCase();
    const before = headers[lowerCase];
    headers[lowerCase] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

/**
 * Creates the body of a request; an empty one without a request.
 *
 * @param source what the caller gave as the body
 */
export function createBody(request?: Request, source?: unknown): SentBody {
  let fail: (error: unknown) => void;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It is of no importance if nobody waits for the response any longer.
  failure.catch(() => {});
  let chunks: Promise<readonly Uint8Array[]> | undefined;
  async function readOnce(limit: number): Promise<readonly Uint8Array[]> {
    try {
      return await readChunks(request, limit);
    } catch (error) {
      if (error instanceof Rejection) throw error;
      fail(networkError(error as Error));
      throw new Rejection(400, (error as Error).message);
    }
  }
  return {
    isStream: source instanceof ReadableStream,
    failure,
    read: async (limit) => (chunks ??= readOnce(limit)),
  };
}

async function readChunks(
  request: Request | undefined,
  limit: number,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  if (!request) return chunks;
  // Not every browser has the body of a request as a stream.
  if (request.body === undefined)
    chunks.push(new Uint8Array(await request.arrayBuffer()));
  const reader = request.body?.getReader();
  let length = chunks[0]?.length ?? 0;
  for (;;) {
    if (length > limit) {
      void reader?.cancel().catch(() => {});
      throw tooLarge(limit);
    }
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return chunks;
    const chunk = bytesOf(value);
    chunks.push(chunk);
    length += chunk.length;
  }
}

/** @throws {TypeError} if a chunk of a stream is neither bytes nor a text */
function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (!ArrayBuffer.isView(chunk))
    throw new TypeError('Received non-Uint8Array chunk');
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

export function toMock({
  url,
  method,
  headers,
  body,
  signal,
}: SentRequest): MockRequest {
  return {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    origin: url.origin,
    read: body.read,
    ...(signal && { signal }),
  };
}
