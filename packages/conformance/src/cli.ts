#!/usr/bin/env node
import { runCommand } from '@agent-conversation/cli';
import { conformance } from './program/command.ts';

// A reader of only the first lines, such as `head`, still gets the exit code.
process.stdout.on('error', () => {});
process.exitCode = await runCommand(conformance, process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// Connections that are kept alive would keep the program running.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
