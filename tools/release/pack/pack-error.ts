/** Packages that are not fit to be published. Each line of the message names a place and what to do. */
export class PackError extends Error {
  override readonly name = 'PackError';
  /** One line for each thing that is wrong. */
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(complaints.join('\n'));
    this.complaints = complaints;
  }
}
