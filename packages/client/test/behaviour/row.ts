/** Something that may go wrong, and what the client does then. */
export interface Row {
  /** What happens; it follows the word "When". */
  readonly when: string;
  /** What the client does; it follows the words "the client". */
  readonly expected: string;
  /** Lets it happen, and tells what the client did, as far as it was seen. */
  readonly run: () => Promise<string>;
}

/** Rows about one thing. */
export interface Subject {
  readonly title: string;
  readonly rows: readonly Row[];
}
