#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runCommand } from '@agent-conversation/cli';
import { conformance } from './program/command.ts';

// What is read of a response is garbage soon. Without this, V8 lets the space of young objects grow to several times
// what a large response needs, and moves more and more of them into the space of old ones.
setFlagsFromString('--semi-space-growth-factor=1');

// A reader of only the first lines, such as `head`, still gets the exit code.
process.stdout.on('error', () => {});
process.exitCode = await runCommand(conformance, process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// Connections that are kept alive would keep the program running.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
