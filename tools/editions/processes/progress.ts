/** Reports steps, and how long each took. */
import { CommandError } from '@agent-conversation/cli';
import { duration } from '@agent-conversation/cli/text';

/** What a signal ends a command with. */
export class EndedBySignal extends CommandError {}

/** Writes a line for each step: its name when it begins, its time when it ends. */
export class Progress {
  readonly #write: (text: string) => void;
  #isLineOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Runs a step. */
  async step<Result>(
    name: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const start = performance.now();
    this.#closeLine();
    this.#write(`${name} …`);
    this.#isLineOpen = true;
    try {
      const result = await run();
      this.#end(name, duration(performance.now() - start));
      return result;
    } catch (error) {
      const how = error instanceof EndedBySignal ? 'ended' : 'failed';
      this.#end(name, `${how} after ${duration(performance.now() - start)}`);
      throw error;
    }
  }

  /** Writes a line of its own. */
  note(line: string): void {
    this.#closeLine();
    this.#write(`${line}\n`);
  }

  #end(name: string, result: string): void {
    this.#write(this.#isLineOpen ? ` ${result}\n` : `${name}: ${result}\n`);
    this.#isLineOpen = false;
  }

  #closeLine(): void {
    if (this.#isLineOpen) this.#write('\n');
    this.#isLineOpen = false;
  }
}
