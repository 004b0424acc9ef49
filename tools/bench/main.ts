/** Measures the mock, the client, the documentation and the oracle, writes the results, and demands that the goals are reached. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { installOnDemand } from '@agent-conversation/on-demand';
import * as prettier from 'prettier';
import { client } from './client/part.ts';
import { docs } from './docs/part.ts';
import { instrumentsFolder } from './instruments.ts';
import { describeMachine } from './machine.ts';
import { mock } from './mock/part.ts';
import { help, type Options, readOptions } from './options.ts';
import { oracle } from './oracle/part.ts';
import type { Outcome } from './part.ts';
import { peersFolder } from './peers.ts';
import { endAllWithThis } from './processes.ts';

const parts = [mock, client, docs, oracle];
const root = new URL('../../', import.meta.url);

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
    const read = readOptions(process.argv.slice(2), parts);
    if (!read) console.log(help(parts));
    return read;
  } catch (error) {
    console.error(`${(error as Error).message}\nSee npm run bench -- --help.`);
    process.exitCode = 2;
    return undefined;
  }
}

/** @returns whether no goal was missed */
async function bench({ parts: chosen, seconds, rounds, write }: Options): Promise<boolean> {
  endAllWithThis();
  for (const folder of [instrumentsFolder, peersFolder]) await installOnDemand(folder);
  const goals: Outcome['goals'][number][] = [];
  for (const { id, only } of chosen) {
    const part = parts.find((each) => each.id === id)!;
    const outcome = await part.measure({
      only,
      seconds,
      rounds: rounds ?? part.rounds,
      day: new Date().toISOString().slice(0, 10),
      machine: describeMachine(),
    });
    await publish(part.page, outcome.page, write);
    goals.push(...outcome.goals);
  }
  for (const { name, state } of goals) console.log(`${state.padEnd(12)}  ${name}`);
  return goals.every(({ state }) => state !== 'missed');
}

/** Writes a page of results, or prints it. */
async function publish(path: string, page: string, write: boolean): Promise<void> {
  const file = fileURLToPath(new URL(path, root));
  const config = await prettier.resolveConfig(file);
  const formatted = await prettier.format(page, { ...config, filepath: file });
  if (write) {
    await writeFile(file, formatted);
    console.log(`Written: ${path}`);
  } else {
    console.log(`\n${formatted}`);
  }
}
