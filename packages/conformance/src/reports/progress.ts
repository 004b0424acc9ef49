import { printable } from '@agent-conversation/cli/text';

/** Where progress is shown, such as `process.stderr`. */
export type ProgressStream = Partial<
  Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>
> & {
  write(text: string): unknown;
};

const erase = '\r\u001b[K';

/**
 * Shows how much is done: on a terminal as one line that is rewritten and has what was done last, elsewhere, such as
 * in the log of a CI server, as a line for each tenth. `clear` removes the line, so that something else can be written.
 */
export function createProgress(stream: ProgressStream) {
  let shown = 0;
  return {
    show(done: number, of: number, last: string): void {
      const tenth = Math.floor((done / of) * 10);
      if (stream.isTTY) {
        // A line as wide as the terminal would begin another one.
        const width = (stream.columns ?? 80) - 1;
        stream.write(
          erase + printable(`${done} of ${of}  ${last}`).slice(0, width),
        );
        shown = 1;
      } else if (tenth > shown) {
        stream.write(`${done} of ${of}\n`);
        shown = tenth;
      }
    },
    clear(): void {
      if (!stream.isTTY || shown === 0) return;
      stream.write(erase);
      shown = 0;
    },
  };
}
