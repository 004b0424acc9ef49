/**
 * A process that ends a run whose runner could not: as soon as its input ends, also by SIGKILL of the runner, it ends
 * every process of the run and removes the folders that the input names.
 */
import { createInterface } from 'node:readline';
import { cleanUp } from './marked.ts';

const [mark = ''] = process.argv.slice(2);
const folders: string[] = [];

// What ends the runner must not end what cleans up after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {});

for await (const folder of createInterface(process.stdin)) folders.push(folder);

await cleanUp(mark, folders);
