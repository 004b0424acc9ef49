#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createMock, type Exchange } from './index.ts';

const defaultPort = 4010;

const help = `Usage: agent-conversation-mock [options]

Answers as the Agent Conversation Service would, from the examples of its contract.
It listens on 127.0.0.1 only. Any key is taken; without one the answer is 401.

Options
  --port NUMBER   the port to listen on (default ${defaultPort}; 0 takes a free one)
  --quiet         do not print a line for each request
  --help          print this text

Try
  curl -H 'X-Session-API-Key: any' http://127.0.0.1:${defaultPort}/api/v1/sandboxes/search

Exit codes: 0 stopped by a signal, 1 could not listen, 2 wrong options`;

await main();

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return;
  if (options.help) {
    console.log(help);
    return;
  }
  const mock = createMock(options.quiet ? {} : { onExchange: printExchange });
  try {
    const { url, close } = await mock.listen({ port: options.port });
    console.log(`The mock listens on ${url}. Stop it with Ctrl-C.`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);
  } catch (error) {
    console.error(describeFailure(error as NodeJS.ErrnoException, options.port));
    process.exitCode = 1;
  }
}

function readOptions(): { port: number; quiet: boolean; help: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: String(defaultPort) },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65535) {
      throw new TypeError(`--port takes a number from 0 to 65535, not '${values.port}'`);
    }
    return { ...values, port };
  } catch (error) {
    console.error(`${(error as Error).message}\nSee agent-conversation-mock --help.`);
    process.exitCode = 2;
    return undefined;
  }
}

function describeFailure({ code, message }: NodeJS.ErrnoException, port: number): string {
  return code === 'EADDRINUSE'
    ? `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`
    : `Cannot listen on port ${port} of 127.0.0.1: ${message}`;
}

function printExchange({ method, path, operation, status, duration }: Exchange): void {
  console.log(`${method} ${path}  ${operation ?? '-'}  ${status}  ${duration.toFixed(0)} ms`);
}
