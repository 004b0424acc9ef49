import type { EditionOptions } from './options.ts';
import { withEdition } from './options.ts';

/** A command that does its work step by step, and ends. */
export type StepCommand = 'install' | 'record' | 'compare' | 'check' | 'run';

/** Runs the steps of a command. @returns the exit code */
export async function runSteps(
  command: StepCommand,
  options: EditionOptions,
  report: string | undefined,
): Promise<number> {
  return withEdition(options, async (run, installed) => {
    options.out(`Edition ${installed.version} is in ${installed.folder}\n`);
    run.signal.throwIfAborted();
    void command;
    void report;
    return 0;
  });
}
