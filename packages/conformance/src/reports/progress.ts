import { printable } from './text.ts';

/** Where progress is shown, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  /** How wide the terminal is. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** How far something has got. */
export interface Progress {
  /** Shows how much is done, and what was done last. */
  show(done: number, of: number, last: string): void;
  /** Takes the line away, so that something else can be written. */
  clear(): void;
}

/** The number of lines where nothing can be rewritten. */
const steps = 10;

/**
 * Shows progress: on a terminal as one line that is rewritten, elsewhere, such as in the log of a CI server, as
 * a line for each tenth.
 */
export function createProgress(stream: ProgressStream): Progress {
  return stream.isTTY ? onTerminal(stream) : inLog(stream);
}

function onTerminal(stream: ProgressStream): Progress {
  const erase = '\r\u001b[K';
  let isShown = false;
  return {
    show(done, of, last) {
      // A line as wide as the terminal would begin another one.
      const line = printable(`${done} of ${of}  ${last}`).slice(0, (stream.columns ?? 80) - 1);
      stream.write(erase + line);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write(erase);
      isShown = false;
    },
  };
}

function inLog(stream: ProgressStream): Progress {
  let shown = 0;
  return {
    show(done, of) {
      const step = Math.floor((done / of) * steps);
      if (step <= shown) return;
      shown = step;
      stream.write(`${done} of ${of}\n`);
    },
    clear() {},
  };
}
