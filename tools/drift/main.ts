/** The command `npm run drift`. */
import { availableParallelism } from 'node:os';
import {
  CommandError,
  defineCommand,
  list,
  Option,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { contractMutants, readSources } from './contract.ts';
import { drift } from './engine.ts';
import { fileMutants } from './files.ts';
import { gates } from './gates.ts';
import { leftOf, lineOf, summaryOf } from './mutant.ts';
import { operators } from './operators.ts';
import { openWorkbench } from './workbench.ts';

const skipped = new Option(
  '--without <GATE>',
  'does not run a gate: its faults survive',
);

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
      .option(
        '--operator <OPERATORS>',
        'only these operators, such as A13',
        list,
        [],
      )
      .addOption(skipped.choices(Object.keys(gates)))
      .option('--list', 'lists the faults with their gates, and runs nothing'),
  exitCodes: {
    0: 'every fault was killed',
    1: 'a fault was not',
    2: 'it could not run',
  },
  async run(
    { fast: isFast = false, operator: ids, without, list: isList },
    io,
    [words],
  ) {
    const contract = contractMutants(
      readSources(repository),
      operators,
      isFast,
    );
    const all = [...contract, ...fileMutants(repository)];
    const unknown = ids.find(
      (id) => !all.some(({ operator }) => operator === id),
    );
    if (unknown) throw new UsageError(`There is no operator ${unknown}`);
    const mutants = all.filter(({ operator, title }) => {
      const hasWord =
        words.length === 0 || words.some((word) => title.includes(word));
      return hasWord && (ids.length === 0 || ids.includes(operator));
    });
    if (mutants.length === 0)
      throw new UsageError('No fault matches all of the options');
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
      const tried = await drift(mutants, without, workbenches, io.err);
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
