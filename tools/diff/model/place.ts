/** A place in a file of the repository. */
export interface Place {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}
