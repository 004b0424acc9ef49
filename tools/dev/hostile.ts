/**
 * Sends hostile requests to the mock and the docs that `npm start` serves, and fails as the gate of the mock does.
 *
 * Run it with `npm run hostile -w tools/dev`, after a build.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { attack, kinds } from '@agent-conversation/testing/hostile';
import { type Update } from './site.ts';
import { listen, urlOf } from './site-process.ts';

await using docs = await listen('docs', '--docs-port', 0);
await using mock = await listen('mock', '--mock-port', 0);
const servers: Readonly<Record<'docs' | 'mock', Server>> = { docs, mock };

const child = fork(new URL('monitored-site.ts', import.meta.url), {
  // It logs every request.
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  execArgv: ['--expose-gc'],
});
let isOver = false;
child.once('exit', (code) => {
  if (!isOver)
    throw new Error(`The process of docs and mock ended with the code ${code}`);
});
for (const [kind, server] of Object.entries(servers)) {
  server.on('connection', (socket) => child.send({ kind }, socket));
}

child.send({ kind: 'update', address: `${urlOf(docs)}/` });
const [update] = (await once(child, 'message')) as [Update];
if (update.error !== undefined) throw new Error(update.error);
// The turns that are measured are those of requests, and not the collection of what the build has left.
child.send('collect');

for (const [name, server] of Object.entries(servers)) {
  console.log(`\nThe ${name} of npm start`);
  const { port } = server.address() as AddressInfo;
  const isExpected = (status: number) => status < 500;
  const failures = await attack({
    child,
    port,
    kinds,
    total: 20_000,
    isExpected,
  });
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}
isOver = true;
child.kill('SIGKILL');
