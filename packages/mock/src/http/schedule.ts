/** Spreads the work of a server over the turns of the event loop. */

/**
 * How many requests are begun and responses sent in one turn of the event loop. A connection can send thousands of
 * requests in one packet (pipelining).
 */
const perTurn = 16;

/** Spreads the work of one mock over the turns of the event loop. */
export class Schedule {
  /** How many requests were begun in this turn, by their weight. */
  #begun = 0;
  readonly #waiting: (() => void)[] = [];

  /** Waits until a request can begin. */
  async begin(weight: number): Promise<void> {
    while (this.#begun > 0 && this.#begun + weight > perTurn)
      await this.nextTurn();
    this.#begun += weight;
  }

  /**
   * Waits for the next turn of the event loop that is free. Responses that are ready in the same turn are sent one
   * right after the other: under load that raises the throughput by half, as each write can wake up another process.
   */
  async nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1)
        globalThis.setImmediate(() => this.#release());
    });
  }

  #release(): void {
    this.#begun = 0;
    const next = this.#waiting.splice(0, perTurn);
    for (const resolve of next) resolve();
    if (this.#waiting.length > 0)
      globalThis.setImmediate(() => this.#release());
  }
}
