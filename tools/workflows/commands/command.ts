/** A command that a page or a workflow mentions. */
export interface Command {
  /** The file and the line, as `file:line`. */
  readonly place: string;
  /** Such as `['npm', 'run', 'drift', '--', '--fast']`. */
  readonly words: readonly string[];
}
