/**
 * A process that ends a run: as soon as its input ends, it ends every process of the run and removes the folders that
 * the input names. The input ends whichever way the runner ends, also by SIGKILL.
 */
import { createInterface } from 'node:readline';
import { cleanUp } from './clean-up.ts';

const [mark = ''] = process.argv.slice(2);
const folders: string[] = [];

// What ends the runner must not end what cleans up after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {});

for await (const folder of createInterface(process.stdin)) folders.push(folder);

process.exitCode = (await cleanUp(mark, folders)) ? 0 : 1;
