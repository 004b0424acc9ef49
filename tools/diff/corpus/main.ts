/** The program: see `node corpus/main.ts --help`. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeWhole } from '../cli/write-whole.ts';
import { corpus } from './corpus.ts';
import { changesTold } from './labels/changes-told.ts';
import type { LabelledChange } from './labels/labelled-change.ts';
import { mismatches } from './labels/mismatches.ts';
import { resultsNow, tableFile } from './report/results.ts';
import { tableOf } from './report/table.ts';

const usage = `Shows what oasdiff alone says of the labelled changes of the contract, by kind.

Usage: npm run corpus -w tools/diff -- [options]

  --write   writes the table to tools/diff/results/corpus.md
  --every   compares every change of the corpus alone instead, not only those that the tests compare alone;
            takes many minutes
  --help    shows this

Ends with 0, with 1 when --every finds a change that is judged in another way than it is labelled, with 2 when it
could not run.
`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = 2;
  console.error(error instanceof Error ? error.message : error);
}

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      write: { type: 'boolean', default: false },
      every: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if (values.write && values.every) throw new Error('Give one of --write and --every.');
  else if (values.every) return tryEvery();
  else {
    const table = tableOf(await resultsNow());
    if (values.write) writeWhole(fileURLToPath(tableFile), table);
    else process.stdout.write(table);
  }
  return 0;
}

async function tryEvery(): Promise<number> {
  let wrong = 0;
  for (const change of corpus) {
    const found = await wrongAbout(change);
    if (found.length === 0) continue;
    wrong += 1;
    console.log([change.id, ...found].join('\n  '));
  }
  console.error(`${corpus.length - wrong} of ${corpus.length} changes are judged right.`);
  return wrong === 0 ? 0 : 1;
}

async function wrongAbout(change: LabelledChange): Promise<readonly string[]> {
  try {
    return mismatches(change.expected, await changesTold([change]));
  } catch (error) {
    return [`was refused: ${error instanceof Error ? error.message : String(error)}`];
  }
}
