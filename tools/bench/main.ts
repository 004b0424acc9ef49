/** The program of `npm run bench`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defineCommand,
  integer,
  Option,
  runCommand,
} from '@agent-conversation/cli';
import { benchBuild } from './build.ts';
import { benchClient } from './client.ts';
import { benchDocs } from './docs.ts';
import { benchMock } from './mock.ts';
import { format, isReached, renderPage } from './results.ts';

const parts = {
  mock: benchMock,
  client: benchClient,
  docs: benchDocs,
  build: benchBuild,
} as const;

const bench = defineCommand({
  name: 'npm run bench',
  summary:
    'Measures the mock, the client and the docs beside their peers, and builds of larger contracts, in one run, and ' +
    'writes tools/bench/results/.',
  options: (program) =>
    program
      .addOption(
        new Option('--part <PART...>', 'only these parts').choices(
          Object.keys(parts),
        ),
      )
      .option(
        '--rounds <NUMBER>',
        'how often each measurement is repeated',
        integer(1, 99),
        3,
      )
      .option('--no-write', 'print the results instead of writing them'),
  exitCodes: {
    0: 'all goals are reached',
    1: 'a goal is missed',
    2: 'could not measure',
  },
  async run({ part = Object.keys(parts), rounds, write }, { out }) {
    let exitCode = 0;
    for (const [id, measure] of Object.entries(parts)) {
      if (!part.includes(id)) continue;
      const result = await measure(rounds);
      const page = await renderPage(result, rounds);
      if (write)
        writeFileSync(join(import.meta.dirname, `results/${id}.md`), page);
      else out(page);
      for (const goal of result.goals) {
        const verdict = isReached(goal) ? 'reached' : 'MISSED ';
        out(`${verdict}  ${format(goal.figure)}  ${goal.name}\n`);
        if (!isReached(goal)) exitCode = 1;
      }
    }
    return exitCode;
  },
});

process.exitCode = await runCommand(bench, process.argv.slice(2));
