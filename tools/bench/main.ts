/** Measures the mock beside its peers, writes the results, and demands that the goals are reached. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { describeMachine } from './machine.ts';
import { checkGoals } from './mock/goals.ts';
import { measure } from './mock/measure.ts';
import { resultsPage } from './mock/results.ts';
import { subjects } from './mock/subjects.ts';
import { summarize } from './mock/summary.ts';
import { help, type Options, readOptions } from './options.ts';
import { installPeers } from './peers.ts';
import { endAllWithThis } from './processes.ts';

const ids = subjects.map(({ id }) => id);
const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));

const options = readOrRefuse();
if (options) {
  try {
    process.exitCode = (await bench(options)) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** @returns undefined when there is nothing to measure */
function readOrRefuse(): Options | undefined {
  try {
    const read = readOptions(process.argv.slice(2), ids);
    if (!read) console.log(help(ids));
    return read;
  } catch (error) {
    console.error(`${(error as Error).message}\nSee npm run bench -- --help.`);
    process.exitCode = 2;
    return undefined;
  }
}

/** @returns whether no goal was missed */
async function bench({ seconds, rounds, only, write }: Options): Promise<boolean> {
  endAllWithThis();
  await installPeers();
  const chosen = subjects.filter(({ id }) => !only || only.includes(id));
  const figures = await measure(chosen, { seconds, rounds }, console.log);
  const summaries = figures.map(summarize);
  const goals = checkGoals(summaries);
  const day = new Date().toISOString().slice(0, 10);
  const run = { day, machine: describeMachine(), seconds, rounds, subjects: chosen };
  const page = await formatted(resultsPage(run, summaries, goals));
  if (write) {
    await writeFile(file, page);
    console.log('Written: tools/bench/RESULTS.md');
  } else {
    console.log(`\n${page}`);
  }
  for (const { name, state } of goals) console.log(`${state.padEnd(12)}  ${name}`);
  return goals.every(({ state }) => state !== 'missed');
}

async function formatted(page: string): Promise<string> {
  return prettier.format(page, { ...(await prettier.resolveConfig(file)), filepath: file });
}
