/** Sends calls within the bounds of a run: its budget, its rate, and what the server asks for. */
import { isUtf8 } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import { retryAfterOf } from '@agent-conversation/contract';
import { withKey } from '../contract.ts';
import type { EncodingFault } from '../oracle/exchange.ts';
import { isDeeper } from '../oracle/json-text.ts';
import type { Call } from '../requests/calls.ts';
import type { Settings } from './options.ts';
import type { RecordedExchange } from './run.ts';

/** The bounds of the run were reached. */
export class BudgetSpent extends Error {}

/** Why there is no response that can be used. */
interface Failure {
  /** For programs. */
  readonly keyword:
    | 'unreachable'
    | 'tls'
    | 'broken'
    | 'timeout'
    | 'not-http'
    | 'size'
    | 'depth';
  /** For people: what follows `There is no response:`. */
  readonly message: string;
  /** Whether the connection was reset, which may have happened before the request arrived. */
  readonly isReset?: boolean;
}

/** What came of a request. If the body is too large, the exchange has its beginning. */
type Sent =
  | {
      readonly exchange: RecordedExchange;
      readonly failure?: Failure | undefined;
    }
  | { readonly exchange?: undefined; readonly failure: Failure };

/** The result of a call. */
export type Delivered = Sent & {
  /** Exchanges before, in which the server asked for time (429, 503). */
  readonly postponed: readonly RecordedExchange[];
};

/** How often a request is sent again when the server asks for time. */
const mostRetries = 4;

/** Sends requests until the budget is spent, or the signal aborted: then its methods throw. */
export class Sender {
  readonly settings: Settings;
  readonly #end: number;
  #next = 0;
  signal: AbortSignal;
  /** How many requests, and with them a tenth of the time, are kept to clean up at the end. */
  kept = 0;
  /** How many requests were sent. */
  sent = 0;
  /** How many responses were 429. */
  rateLimited = 0;
  /** How many calls in a row got no response that can be used, or exceeded the rate limit. */
  silence = 0;

  /** The time of the budget begins. */
  constructor(settings: Settings, signal: AbortSignal) {
    this.settings = settings;
    this.signal = signal;
    this.#end = performance.now() + settings.budget.milliseconds;
  }

  /** The time that is left, without what is kept to clean up and to report, in milliseconds; never below 0. */
  get #timeLeft(): number {
    const share = Math.min(10_000, this.settings.budget.milliseconds / 10);
    const kept = this.kept > 0 ? 2 * share : share;
    return Math.max(0, this.#end - performance.now() - kept);
  }

  #demand(requests: number): void {
    const { requests: most, milliseconds } = this.settings.budget;
    if (this.#timeLeft === 0) {
      throw new BudgetSpent(
        `the ${milliseconds / 1000} seconds of the budget are over`,
      );
    }
    if (this.sent + requests + this.kept > most) {
      throw new BudgetSpent(`the ${most} requests of the budget are used up`);
    }
  }

  /** Sends a call, and again when the server asks for time. */
  async deliver(call: Call): Promise<Delivered> {
    for (const postponed: RecordedExchange[] = []; ;) {
      const sent = await this.#onOpenConnection(call);
      const { exchange, failure } = sent;
      const isLimited = exchange?.response.status === 429;
      if (isLimited) this.rateLimited += 1;
      const delay = exchange && requestedDelay(exchange, postponed.length);
      // A delay that would not end within the budget is pointless: this response is the last.
      if (
        delay === undefined ||
        postponed.length === mostRetries ||
        delay >= this.#timeLeft
      ) {
        // Some servers cut the connection at a method that they do not know, and respond to others.
        const isOfMethod =
          failure?.isReset === true && call.method !== undefined;
        if (!isOfMethod)
          this.silence = failure || isLimited ? this.silence + 1 : 0;
        return { ...sent, postponed };
      }
      postponed.push(exchange!);
      await this.wait(delay);
    }
  }

  /** Waits some milliseconds, or less if the budget ends before. */
  async wait(milliseconds: number): Promise<void> {
    await setTimeout(Math.min(milliseconds, this.#timeLeft), undefined, {
      signal: this.signal,
    });
  }

  /**
   * Sends a call, and once again when its connection was reset: a server may close one that is kept alive at any time
   * (RFC 9112, section 9.5). One that breaks each connection is found the second time.
   */
  async #onOpenConnection(call: Call): Promise<Sent> {
    const sent = await this.#once(call);
    return sent.failure?.isReset ? this.#once(call) : sent;
  }

  async #once(call: Call): Promise<Sent> {
    const { rate, timeoutInMs } = this.settings;
    this.#demand(1);
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + 1000 / rate;
    // Timers are late by a millisecond, which would make a high rate a low one.
    if (at - now >= 1) await this.wait(at - now);
    this.#demand(1);
    this.sent += 1;
    const timeout = Math.min(timeoutInMs, Math.max(1, this.#timeLeft));
    const sent = await this.#send(call, timeout);
    // It is not the server's fault if the run has no time left.
    if (sent.failure?.keyword === 'timeout') this.#demand(0);
    return sent;
  }

  /** Sends a request and reads the response to its end. Redirects are not followed. */
  async #send(call: Call, timeout: number): Promise<Sent> {
    const { baseUrl, apiKey, keyHeader } = this.settings;
    const {
      operation,
      path = operation.path,
      query = [],
      key = apiKey,
      body,
    } = call;
    const { method = operation.method.toUpperCase() } = call;
    const userAgent = 'agent-conversation-conformance';
    const headers = new Headers({
      Accept: 'application/json',
      'User-Agent': userAgent,
    });
    for (const [name, value] of Object.entries(call.headers ?? {}))
      headers.set(name, value);
    if (key !== null) headers.set(keyHeader, withKey(keyHeader, key));
    const url = `${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    const startedAt = new Date();
    const start = performance.now();
    const deadline = AbortSignal.timeout(Math.ceil(timeout));
    try {
      const signal = AbortSignal.any([this.signal, deadline]);
      const init = {
        method,
        headers,
        redirect: 'manual',
        signal,
        body: body ?? null,
      } as const;
      const received = await fetch(url, init);
      const { text, encodingFaults, failure } = await readBody(received);
      const request = { method, url, headers, body };
      // A copy, because `fetch` keeps the whitespace behind a value, which is no part of it (RFC 9110, section 5.5).
      const responseHeaders = new Headers([...received.headers]);
      const { status } = received;
      const response = {
        status,
        headers: responseHeaders,
        body: text,
        encodingFaults,
      };
      const duration = performance.now() - start;
      return { exchange: { request, response, startedAt, duration }, failure };
    } catch (error) {
      this.signal.throwIfAborted();
      if (!deadline.aborted) return { failure: failureOf(error, new URL(url)) };
      const seconds = Number((timeout / 1000).toFixed(1));
      const message = `it was not complete after ${seconds} seconds`;
      return { failure: { keyword: 'timeout', message } };
    }
  }
}

/** How long to wait before the next try, in milliseconds; undefined if the response asks for none. */
function requestedDelay(
  { response }: RecordedExchange,
  tries: number,
): number | undefined {
  const asked = retryAfterOf(response.headers);
  // A 503 without the header, or with one that asks for nothing, is a response like any other.
  if (response.status === 503) return asked;
  return response.status === 429 ? (asked ?? 1000 * 2 ** tries) : undefined;
}

/** How much of a body is read, in bytes, and how much is kept of a larger one, in characters. */
const bodyLimit = { read: 1024 * 1024, kept: 2000 };

/** How many levels of objects and lists are read; no schema of the contract has a tenth of them. */
const mostLevels = 500;

interface ReadBody {
  readonly text: string;
  readonly encodingFaults?: readonly EncodingFault[];
  readonly failure?: Failure;
}

async function readBody({ body }: Response): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size <= bodyLimit.read) continue;
    const message = 'is larger than 1 MiB, which is more than is read of one';
    const start = new TextDecoder().decode(
      Buffer.concat(chunks, 4 * bodyLimit.kept),
    );
    return { text: beginningOf(start), failure: { keyword: 'size', message } };
  }
  const bytes = Buffer.concat(chunks);
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const hasMark = decoded.startsWith('\ufeff');
  const text = hasMark ? decoded.slice(1) : decoded;
  if (isDeeper(text, mostLevels)) {
    const message = `is nested more than ${mostLevels} levels deep, which is more than is read of one`;
    return { text: beginningOf(text), failure: { keyword: 'depth', message } };
  }
  const encodingFaults: EncodingFault[] = [];
  if (hasMark) encodingFaults.push('byte-order-mark');
  if (!isUtf8(bytes)) encodingFaults.push('utf-8');
  return encodingFaults.length > 0 ? { text, encodingFaults } : { text };
}

/** Returns the beginning of a body that is too large to be kept. */
export function beginningOf(text: string): string {
  // A copy: a slice would keep the whole text in memory.
  return Buffer.from(text.slice(0, bodyLimit.kept)).toString();
}

const broken = 'the connection broke before it was complete';

/** What the code of an error of `fetch` means, or its name and message if it has no code. */
const failures: readonly (readonly [
  RegExp,
  keyword: Failure['keyword'],
  message: string,
])[] = [
  [/^ECONNREFUSED$/, 'unreachable', 'nothing listens on {host}'],
  [/^ENOTFOUND$/, 'unreachable', 'there is no host {hostname}'],
  [/^EAI_AGAIN$/, 'unreachable', 'the name {hostname} cannot be looked up now'],
  [/UNREACH$|^EADDRNOTAVAIL$/, 'unreachable', 'there is no route to {host}'],
  [
    /^ETIMEDOUT|CONNECT_TIMEOUT$/,
    'unreachable',
    '{host} does not accept connections',
  ],
  [/: bad port$/, 'unreachable', 'port {port} is not one for HTTP'],
  [
    /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED)/,
    'tls',
    'the certificate is invalid ({code})',
  ],
  [
    /^(UNABLE_TO|HOSTNAME_MISMATCH)/,
    'tls',
    'the certificate is invalid ({code})',
  ],
  [/^(ERR_SSL|EPROTO)/, 'tls', 'the server does not speak TLS ({code})'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'not-http', 'its headers are too large'],
  [/^HTTPParserError|^HPE_/, 'not-http', 'it is not HTTP'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$|: /,
    'broken',
    broken,
  ],
  [/^/, 'broken', `${broken} ({code})`],
];

/** What it means that `fetch` throws an error for an address. */
function failureOf(error: unknown, { host, hostname, port }: URL): Failure {
  const { code = '', name, message: text } = rootCause(error);
  const cause = code || `${name}: ${text}`;
  const [, keyword, message] = failures.find(([pattern]) =>
    pattern.test(cause),
  )!;
  const values: Readonly<Record<string, string>> = {
    host,
    hostname,
    port,
    code,
  };
  const isReset = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code);
  return {
    keyword,
    message: message.replace(/\{(\w+)\}/, (_, it: string) => values[it]!),
    isReset,
  };
}

function rootCause(error: unknown): NodeJS.ErrnoException {
  const { cause } = error as Error;
  return cause instanceof Error
    ? rootCause(cause)
    : (error as NodeJS.ErrnoException);
}
