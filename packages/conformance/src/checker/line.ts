import { setTimeout } from 'node:timers/promises';
import type { Budget } from './budget.ts';
import type { RecordedExchange } from './run.ts';
import { type Outgoing, send, type Sent } from './send.ts';

/** How requests get to the server. */
export interface LineOptions {
  readonly budget: Budget;
  /** Requests a second at most. */
  readonly rate: number;
  /** How long an answer may take, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The result of a request. */
export type Delivered = Sent & {
  /** Exchanges in which the server asked for time before (429, 503). */
  readonly postponed: readonly RecordedExchange[];
};

/** How often a request is sent again when the server asks for time. */
const patience = 4;

/** Sends requests within the budget, not faster than the rate, and waits when the server asks for it. */
export class Line {
  readonly #options: LineOptions;
  readonly #pace: Pace;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#pace = createPace(options.rate);
  }

  /**
   * @throws {BudgetSpent} when the budget is
   * @throws what the signal was aborted with
   */
  async deliver(outgoing: Outgoing): Promise<Delivered> {
    const { budget } = this.#options;
    for (const postponed: RecordedExchange[] = []; ;) {
      const sent = await this.#once(outgoing);
      if ('failure' in sent) return { ...sent, postponed };
      if (sent.exchange.answer.status === 429) budget.rateLimited += 1;
      const wait = pauseFor(sent.exchange, postponed.length);
      // A wait that would not end within the budget is pointless: this response is the last.
      if (wait === undefined || postponed.length === patience || wait >= budget.timeLeft) {
        return { ...sent, postponed };
      }
      postponed.push(sent.exchange);
      await this.pause(wait);
    }
  }

  /**
   * Waits.
   *
   * @param milliseconds or less, if the budget ends before
   * @throws what the signal was aborted with
   */
  async pause(milliseconds: number): Promise<void> {
    const { budget, signal } = this.#options;
    await setTimeout(Math.min(milliseconds, budget.timeLeft), undefined, { signal });
  }

  async #once(outgoing: Outgoing): Promise<Sent> {
    const { budget, timeout, signal } = this.#options;
    budget.demand(1);
    await this.#pace(signal);
    budget.take();
    const sent = await send(outgoing, Math.min(timeout, Math.max(1, budget.timeLeft)), signal);
    // An answer that the run had no time for is not the server's fault.
    if ('failure' in sent && sent.failure.keyword === 'timeout') budget.demand(0);
    return sent;
  }
}

/** How long to wait before the next try, in milliseconds; undefined where the answer asks for none. */
function pauseFor({ answer }: RecordedExchange, tries: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const header = answer.headers.get('retry-after');
  // A 503 that promises nothing is an answer like any other.
  if (header === null) return answer.status === 429 ? 1000 * 2 ** tries : undefined;
  // Seconds or a date (RFC 9110, section 10.2.3).
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1000 * 2 ** tries : Math.max(0, seconds * 1000);
}

/** Waits so long that what it is called for happens so many times a second at most. */
type Pace = (signal: AbortSignal) => Promise<void>;

/** @param rate times a second */
function createPace(rate: number): Pace {
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    // Timers are late by a millisecond, which would make a high rate a low one.
    if (at - now >= 1) await setTimeout(at - now, undefined, { signal });
  };
}
