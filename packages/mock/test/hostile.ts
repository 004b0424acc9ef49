/**
 * Sends 100,000 hostile requests to the mock, then others to a proxy before a service with hostile responses, and fails
 * if a response has a status that the README does not list or that is 5xx, except for the 502 and 504 of the proxy, if
 * a turn of the event loop takes more than 100 ms on the processor, or if the memory does not return.
 *
 * Run it with `npm run hostile`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  attack,
  kinds,
  type Target,
} from '@agent-conversation/testing/hostile';
import { serviceKinds, startHostileService } from './hostile-service.ts';

/** Returns the statuses in the table of responses of the README. */
function listedStatuses(): readonly string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Responses\n');
  const table =
    section.slice(0, section.indexOf('\n## ')).match(/^\|.*$/gm) ?? [];
  return table.join().match(/\b[1-5]\d\d\b/g) ?? [];
}

const cli = fileURLToPath(
  new URL('../bin/agent-conversation-mock.js', import.meta.url),
);
const monitor = import.meta.resolve('@agent-conversation/testing/monitor');

/** Starts the mock with options, attacks it, and says what it failed at. */
async function run(
  name: string,
  options: readonly string[],
  target: Omit<Target, 'child' | 'port'>,
): Promise<void> {
  console.log(`\n${name}`);
  const child = fork(cli, ['--port', '0', ...options], {
    execArgv: ['--import', monitor],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`The mock ended with the code ${code}`);
  });
  try {
    const [first] = (await once(child.stdout!, 'data')) as [Buffer];
    child.stdout!.resume();
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(String(first))?.[1]);
    const failures = await attack({ child, port, ...target });
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    // A mock that is busy does not see other signals.
    child.kill('SIGKILL');
  }
}

const listed = listedStatuses();
const isListed = (status: number) => listed.includes(String(status));

await run('The mock', ['--seed', 'hostile', '--clock', 'real'], {
  kinds,
  total: 100_000,
  isExpected: (status) => status < 500 && isListed(status),
});

const service = await startHostileService();
await run('The proxy', ['--proxy', service.url], {
  kinds: [...kinds, ...serviceKinds],
  total: 20_000,
  isExpected: (status) => status < 500 || status === 502 || status === 504,
});
service.close();
