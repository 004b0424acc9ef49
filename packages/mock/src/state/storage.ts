import type { SavedState } from './accounts.ts';

/** Where the state is kept, so that it outlives the process. */
export interface Storage {
  /** What was kept before. */
  readonly saved: SavedState | undefined;
  /**
   * Keeps the state as it is, or a later one.
   *
   * @throws {Error} when it cannot be kept
   */
  save(state: () => SavedState): Promise<void>;
}
