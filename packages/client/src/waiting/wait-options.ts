/** What was seen when a wait looked. */
export interface WaitProgress {
  /** The state of the sandbox; undefined while it is not known. */
  readonly status: string | undefined;
  /** How long the wait has lasted, in milliseconds. */
  readonly elapsedInMs: number;
}

/** How to wait. */
export interface WaitOptions {
  /** Ends the wait when it is aborted; it then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long to wait at most, in milliseconds.
   *
   * @default 300000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long to pause between one look and the next, in milliseconds.
   *
   * @default 1000
   */
  readonly pollIntervalInMs?: number | undefined;
  /** Is told what was seen, each time. */
  readonly onProgress?: ((progress: WaitProgress) => void) | undefined;
}

/** How to wait for a sandbox. */
export interface SandboxWaitOptions extends WaitOptions {
  /**
   * How long the sandbox may stay in a state that only a call leads out of, as `PAUSED` on the way to
   * `RUNNING`, in milliseconds: the state follows a call with some delay. Then the wait ends, with a
   * `WaitError`.
   *
   * @default 60000
   */
  readonly graceInMs?: number | undefined;
}
