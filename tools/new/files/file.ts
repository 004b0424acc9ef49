/** A file that is written. */
export interface NewFile {
  /** From the root of the repository, with slashes. */
  readonly file: string;
  /** Before it is formatted. */
  readonly text: string;
  /** Whether it must not be there yet. */
  readonly isNew: boolean;
}
