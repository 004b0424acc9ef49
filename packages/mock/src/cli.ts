#!/usr/bin/env node
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { createLog, type Log } from './log.ts';
import { assembleMock } from './assemble.ts';
import { openStateFile } from './state/state-file.ts';
import { type CliOptions, help, readOptions } from './cli-options.ts';

// The mock runs beside editors, browsers and builds: it returns memory early, which costs nothing that can be
// measured. With its defaults, Node takes more than twice as much under load.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=20');

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') console.log(help);
  else if (options === 'version') console.log(packageJson.version);
  else await run(options);
} catch (error) {
  console.error(describe(error as NodeJS.ErrnoException));
  process.exitCode = 2;
}

async function run({ port, log: form, stateFile, mock: options }: CliOptions): Promise<void> {
  const log = form === 'none' ? undefined : createLog(process.stdout, form);
  const { mock, seed } = assembleMock(
    { ...options, ...(log && { onExchange: log.print }) },
    stateFile === undefined ? undefined : openStateFile(stateFile),
  );
  const { url, close } = await mock.listen({ port });
  returnMemory();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().then(() => leave(log)));
  }
  // A reader of the first lines only, such as `head`, does not stop the mock.
  process.stdout.on('error', () => {});
  if (form === 'json') console.log(JSON.stringify({ url, seed }));
  else console.log(`The mock listens on ${url}, with the seed ${seed}. Stop it with Ctrl-C.`);
}

/**
 * Returns memory some seconds after load: Node keeps most of what it has taken once, even if the mock has nothing to
 * do. Not earlier, because this collection discards compiled code, too.
 */
function returnMemory(): void {
  let resting = process.memoryUsage.rss();
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > 0.05 || process.memoryUsage.rss() < 1.4 * resting) return;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: object) => void;
    collect({ type: 'major', flavor: 'last-resort' });
    resting = process.memoryUsage.rss();
  }, 4000).unref();
}

/** Exits once the log is written. Responses that were cut off can take long. */
function leave(log: Log | undefined): void {
  log?.flush();
  process.stdout.write('', () => process.exit());
}

function describe({ code, message, port }: NodeJS.ErrnoException & { port?: number }): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`;
  }
  // What Node says of a wrong option goes on about other ways to write it.
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message.split(/\.\s/)[0]}; see --help`;
  return message.replaceAll(/\s*\n\s*/g, ' ');
}
