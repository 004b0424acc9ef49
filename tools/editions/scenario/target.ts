/** What the scenario asks: an edition of the service, the mock, or anything else that responds as they do. */

/** A service that the scenario can drive. */
export interface Target {
  /** Sends a request, as the global `fetch` does. */
  readonly send: (request: Request) => Promise<Response>;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether it serves the legacy generation (V0). */
  readonly hasLegacy: boolean;
  /** Stores settings that lead to a language model which always responds. */
  readonly storeSettings: () => Promise<void>;
  /** The time of the target, in milliseconds since any moment. */
  readonly now: () => number;
  /** Lets time pass: the scenario waits only through this. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Returns the ids of all app conversations, which no operation of the contract lists. */
  readonly conversationIds: () => Promise<readonly string[]>;
  /** Ends the process of a sandbox, as a crash does. */
  readonly endSandbox: (sandbox: RunningSandbox) => Promise<void>;
}

/** A sandbox with the URL of its agent server. */
export interface RunningSandbox {
  readonly id: string;
  readonly url: string;
}
