import { setTimeout } from 'node:timers/promises';
import type { Budget } from './budget.ts';
import { createPace, type Pace } from './pace.ts';
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

/** What came of a request, and how often the server put it off before (429, 503). */
export type Delivered = Sent & { readonly putOff: number };

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
    for (let putOff = 0; ; putOff += 1) {
      const sent = await this.#once(outgoing);
      const wait = 'exchange' in sent ? pauseFor(sent, putOff) : undefined;
      // What would not be over within the budget is not waited for: the answer stands as it is.
      if (wait === undefined || putOff === patience || wait >= this.#options.budget.timeLeft) {
        return { ...sent, putOff };
      }
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
function pauseFor(
  { exchange: { answer } }: Extract<Sent, { exchange: unknown }>,
  tries: number,
): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const header = answer.headers.get('retry-after');
  // A 503 that promises nothing is an answer like any other.
  if (header === null) return answer.status === 429 ? 1000 * 2 ** tries : undefined;
  // Seconds or a date (RFC 9110, section 10.2.3).
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1000 * 2 ** tries : Math.max(0, seconds * 1000);
}
