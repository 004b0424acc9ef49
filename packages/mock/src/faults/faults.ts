import { checkFault, type Fault, type FaultyRequest } from './fault.ts';

/** The faults that wait for requests. */
export class Faults {
  readonly #initial: readonly Fault[];
  #waiting: { readonly fault: Fault; left: number }[] = [];

  /** @throws {TypeError} when one of them cannot be */
  constructor(initial: readonly Fault[] = []) {
    this.#initial = initial;
    this.reset();
  }

  /**
   * Lets a fault wait for requests.
   *
   * @returns takes it back
   * @throws {TypeError} when it cannot be
   */
  add(fault: Fault): () => void {
    checkFault(fault);
    const waiting = { fault, left: fault.times ?? Infinity };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  /** The fault that strikes a request: the first one that waits for such a one. */
  strike(request: FaultyRequest): Fault | undefined {
    const hit = this.#waiting.find(
      ({ fault: { operation, key, when } }) =>
        (operation === undefined || operation === request.operation) &&
        (key === undefined || key === request.key) &&
        (when === undefined || when(request)),
    );
    if (!hit) return undefined;
    hit.left -= 1;
    if (hit.left === 0) this.#waiting = this.#waiting.filter((other) => other !== hit);
    return hit.fault;
  }

  /** Those that still wait. */
  list(): Fault[] {
    return this.#waiting.map(({ fault, left }) => ({
      ...fault,
      ...(left === Infinity ? {} : { times: left }),
    }));
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Only the initial ones wait, anew. */
  reset(): void {
    this.clear();
    for (const fault of this.#initial) this.add(fault);
  }
}
