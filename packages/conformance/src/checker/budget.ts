/** The bounds of the run were reached. */
export class BudgetSpent extends Error {}

/**
 * The bounds of a run. A part of them is kept until the end, so that what was made can be put in order.
 */
export class Budget {
  readonly #requests: number;
  readonly #end: number;
  readonly #milliseconds: number;
  /** How many responses were 429. */
  rateLimited = 0;
  #sent = 0;
  #kept = { requests: 0, milliseconds: 0 };

  /** @param bounds how many requests, and how many milliseconds from now on */
  constructor(bounds: { readonly requests: number; readonly milliseconds: number }) {
    this.#requests = bounds.requests;
    this.#milliseconds = bounds.milliseconds;
    this.#end = performance.now() + bounds.milliseconds;
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** How much time there is before what is kept, in milliseconds; never below 0. */
  get timeLeft(): number {
    return Math.max(0, this.#end - performance.now() - this.#kept.milliseconds);
  }

  /**
   * Keeps requests, and a tenth of the time, for the end; 0 gives both free.
   *
   * @param requests how many
   */
  keep(requests: number): void {
    const milliseconds = requests > 0 ? Math.min(10_000, this.#milliseconds / 10) : 0;
    this.#kept = { requests, milliseconds };
  }

  /**
   * Whether there is enough for so many requests.
   *
   * @throws {BudgetSpent} where there is not
   */
  demand(requests: number): void {
    if (this.timeLeft === 0) {
      throw new BudgetSpent(`the ${this.#milliseconds / 1000} seconds of the budget are over`);
    }
    if (this.#sent + requests + this.#kept.requests > this.#requests) {
      throw new BudgetSpent(`the ${this.#requests} requests of the budget are used up`);
    }
  }

  /**
   * Takes one request.
   *
   * @throws {BudgetSpent} where there is none left
   */
  take(): void {
    this.demand(1);
    this.#sent += 1;
  }
}

/** Why a run ends early, by what was thrown; undefined where that is a fault of the program. */
export function whyEnded(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'the run was interrupted';
  return error instanceof BudgetSpent ? error.message : undefined;
}
