#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { createLog, type Log } from './log.ts';
import { createStandIn } from './stand-in.ts';
import { openStateFile } from './state/state-file.ts';
import { type CliOptions, help, readOptions } from './cli-options.ts';

// The mock stands beside editors, browsers and builds: it gives memory back early, which costs it nothing
// that can be measured. What Node does by default takes more than twice as much under load.
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
  const { mock, seed } = createStandIn(
    { ...options, ...(log && { onExchange: log.print }) },
    stateFile === undefined ? undefined : openStateFile(stateFile),
  );
  const { url, close } = await mock.listen({ port });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().then(() => leave(log)));
  }
  // Who reads only the first lines, as `head` does, still wants the mock.
  process.stdout.on('error', () => {});
  if (form === 'json') console.log(JSON.stringify({ url, seed }));
  else console.log(`The mock listens on ${url}, with the seed ${seed}. Stop it with Ctrl-C.`);
}

/** Ends the program once the log is written. Answers that were cut off may wait for long still. */
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
