/** What was given to compare cannot be compared. The message is one line and names the place. */
export class DiffInputError extends Error {
  constructor(file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.name = 'DiffInputError';
  }
}
