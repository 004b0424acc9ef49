/** The command `npm run drift`. */
import { availableParallelism } from 'node:os';
import {
  CommandError,
  defineCommand,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { contractMutants, readSources } from './contract.ts';
import { drift } from './engine.ts';
import { fileMutants } from './files.ts';
import { leftOf, lineOf, summaryOf } from './mutant.ts';
import { operators } from './operators.ts';
import { openWorkbench } from './workbench.ts';

/** The command, also for its tests. */
export const command = defineCommand({
  name: 'npm run drift',
  summary:
    'Injects faults into the contract and the code, and checks that the gate of each fails with words that lead to it.',
  options: (program) =>
    program
      .argument(
        '[words...]',
        'only faults whose titles contain one of the words',
      )
      .option('--fast', 'one location of each operator, as in npm run check')
      .option('--list', 'lists the faults with their gates, and runs nothing'),
  exitCodes: {
    0: 'every fault was killed',
    1: 'a fault was not',
    2: 'it could not run',
  },
  async run({ fast: isFast = false, list: isList }, io, [words]) {
    const contract = contractMutants(
      readSources(repository),
      operators,
      isFast,
    );
    const all = [...contract, ...fileMutants(repository)];
    const mutants = all.filter(({ title }) => {
      return words.length === 0 || words.some((word) => title.includes(word));
    });
    if (mutants.length === 0)
      throw new UsageError('No fault has one of the words');
    if (isList) {
      io.out(mutants.map(lineOf).join(''));
      return 0;
    }

    const stop = new AbortController();
    const interrupt = () => stop.abort(new CommandError('Interrupted'));
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    const workbenches = Array.from(
      { length: Math.min(availableParallelism(), 4) },
      () => openWorkbench(repository, stop.signal),
    );
    try {
      const tried = await drift(mutants, workbenches, io.err);
      io.out(summaryOf(tried));
      return leftOf(tried).length === 0 ? 0 : 1;
    } finally {
      for (const workbench of workbenches) workbench.remove();
    }
  },
});

if (import.meta.main) {
  process.exitCode = await runCommand(command, process.argv.slice(2));
}
