/** Sends requests within the bounds of a run: its budget, its rate, and what the server asks for. */
import { setTimeout } from 'node:timers/promises';
import type { Settings } from './options.ts';
import type { RecordedExchange } from './run.ts';

/** The bounds of the run were reached. */
export class BudgetSpent extends Error {}

/** A request to be sent. */
export interface Outgoing {
  /** In capitals. */
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Why there is no response. */
export interface Failure {
  /** For programs. */
  readonly keyword: 'unreachable' | 'tls' | 'broken' | 'timeout' | 'not-http';
  /** For people: what follows `There is no response:`. */
  readonly message: string;
}

type Sent =
  | {
      readonly exchange: RecordedExchange;
      /** Whether the body is larger than what is read of one; the exchange has its beginning then. */
      readonly isCut: boolean;
    }
  | { readonly failure: Failure };

/** The result of a request. */
export type Delivered = Sent & {
  /** Exchanges before, in which the server asked for time (429, 503). */
  readonly postponed: readonly RecordedExchange[];
};

/** How often a request is sent again when the server asks for time. */
const mostRetries = 4;

export class Sender {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  readonly #end: number;
  /** Requests that are kept for the end. */
  #kept = 0;
  #next = 0;
  /** How many requests were sent. */
  sent = 0;
  /** How many responses were 429. */
  rateLimited = 0;
  /** Whether the signal has no effect any more. */
  isFinal = false;

  /** The time of the budget begins. */
  constructor(settings: Settings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
    this.#end = performance.now() + settings.budget.milliseconds;
  }

  /** The time that is left, without what is kept, in milliseconds; never below 0. */
  get timeLeft(): number {
    const { milliseconds } = this.#settings.budget;
    const kept = this.#kept > 0 ? Math.min(10_000, milliseconds / 10) : 0;
    return Math.max(0, this.#end - performance.now() - kept);
  }

  /** Keeps requests, and a tenth of the time, to clean up at the end; 0 releases both. */
  keep(requests: number): void {
    this.#kept = requests;
  }

  /**
   * Demands that the budget has so many requests left.
   *
   * @throws {BudgetSpent} if it has not
   */
  demand(requests: number): void {
    const { requests: most, milliseconds } = this.#settings.budget;
    if (this.timeLeft === 0) {
      throw new BudgetSpent(`the ${milliseconds / 1000} seconds of the budget are over`);
    }
    if (this.sent + requests + this.#kept > most) {
      throw new BudgetSpent(`the ${most} requests of the budget are used up`);
    }
  }

  /**
   * Sends a request, and again when the server asks for time.
   *
   * @throws {BudgetSpent} when the budget is
   * @throws what the signal was aborted with
   */
  async deliver(outgoing: Outgoing): Promise<Delivered> {
    for (const postponed: RecordedExchange[] = []; ;) {
      const sent = await this.#once(outgoing);
      if ('failure' in sent) return { ...sent, postponed };
      if (sent.exchange.answer.status === 429) this.rateLimited += 1;
      const delay = requestedDelay(sent.exchange, postponed.length);
      // A delay that would not end within the budget is pointless: this response is the last.
      if (delay === undefined || postponed.length === mostRetries || delay >= this.timeLeft) {
        return { ...sent, postponed };
      }
      postponed.push(sent.exchange);
      await this.wait(delay);
    }
  }

  /**
   * Waits some milliseconds, or less if the budget ends before.
   *
   * @throws what the signal was aborted with
   */
  async wait(milliseconds: number): Promise<void> {
    await setTimeout(Math.min(milliseconds, this.timeLeft), undefined, { signal: this.#aborts });
  }

  get #aborts(): AbortSignal {
    return this.isFinal ? new AbortController().signal : this.#signal;
  }

  async #once(outgoing: Outgoing): Promise<Sent> {
    const { rate, timeoutInMs } = this.#settings;
    this.demand(1);
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + 1000 / rate;
    // Timers are late by a millisecond, which would make a high rate a low one.
    if (at - now >= 1) await setTimeout(at - now, undefined, { signal: this.#aborts });
    this.demand(1);
    this.sent += 1;
    const timeout = Math.min(timeoutInMs, Math.max(1, this.timeLeft));
    const sent = await send(outgoing, timeout, this.#aborts);
    // It is not the server's fault if the run has no time left.
    if ('failure' in sent && sent.failure.keyword === 'timeout') this.demand(0);
    return sent;
  }
}

/** How long to wait before the next try, in milliseconds; undefined if the response asks for none. */
function requestedDelay({ answer }: RecordedExchange, tries: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const header = answer.headers.get('retry-after');
  // A 503 without the header is a response like any other.
  if (header === null) return answer.status === 429 ? 1000 * 2 ** tries : undefined;
  // Seconds or a date (RFC 9110, section 10.2.3).
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1000 * 2 ** tries : Math.max(0, seconds * 1000);
}

/** How much of a body is read, in bytes. */
export const bodyLimit = 1024 * 1024;

/** How much is kept of a body that is larger, in characters. */
const excerpt = 2000;

/** Sends a request and reads the response to its end. Redirects are not followed. */
async function send(outgoing: Outgoing, timeout: number, signal: AbortSignal): Promise<Sent> {
  signal.throwIfAborted();
  const { method, url, headers, body } = outgoing;
  const startedAt = new Date();
  const start = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(timeout));
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
      ...(body && { body }),
    });
    const { text, isCut } = await readBody(response);
    const request = { method, url, headers, body: body && new TextDecoder().decode(body) };
    const answer = { status: response.status, headers: response.headers, body: text };
    const duration = performance.now() - start;
    return { isCut, exchange: { request, answer, startedAt, duration } };
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) return { failure: failureOf(error, new URL(url)) };
    const seconds = Number((timeout / 1000).toFixed(1));
    return {
      failure: { keyword: 'timeout', message: `it was not complete after ${seconds} seconds` },
    };
  }
}

async function readBody({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.byteLength;
    if (size > bodyLimit) return { text: text.slice(0, excerpt), isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** What it means that `fetch` throws an error for an address. */
function failureOf(error: unknown, { host, hostname, port }: URL): Failure {
  const { code = '', message, name } = rootCause(error);
  const unreachable: Readonly<Record<string, string>> = {
    ECONNREFUSED: `nothing listens on ${host}`,
    ENOTFOUND: `there is no host ${hostname}`,
    EAI_AGAIN: `the name ${hostname} cannot be looked up now`,
    EHOSTUNREACH: `there is no route to ${host}`,
    ENETUNREACH: `there is no route to ${host}`,
    EADDRNOTAVAIL: `there is no route to ${host}`,
    ETIMEDOUT: `${host} does not accept connections`,
    UND_ERR_CONNECT_TIMEOUT: `${host} does not accept connections`,
  };
  const reason =
    unreachable[code] ?? (message === 'bad port' ? `port ${port} is not one for HTTP` : undefined);
  if (reason !== undefined) return { keyword: 'unreachable', message: reason };
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) {
    return { keyword: 'tls', message: `the certificate is invalid (${code})` };
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    return { keyword: 'tls', message: `the server does not speak TLS (${code})` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { keyword: 'not-http', message: 'its headers are too large' };
  }
  if (name === 'HTTPParserError') return { keyword: 'not-http', message: 'it is not HTTP' };
  const isUsual = /^(|ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/.test(code);
  const detail = isUsual ? '' : ` (${code})`;
  return { keyword: 'broken', message: `the connection broke before it was complete${detail}` };
}

function rootCause(error: unknown): NodeJS.ErrnoException {
  const { cause } = error as Error;
  return cause instanceof Error ? rootCause(cause) : (error as NodeJS.ErrnoException);
}
