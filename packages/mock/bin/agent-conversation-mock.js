#!/usr/bin/env node
// Committed, so that npm can link it before the package is built.
import { readFileSync } from 'node:fs';

// Read before anything else is loaded: an older Node fails there, at names and syntax that it does not know.
const manifest = new URL('../package.json', import.meta.url);
const { engines } = JSON.parse(readFileSync(manifest, 'utf8'));
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor = 0, ownMinor = 0] = process.versions.node
  .split('.')
  .map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `agent-conversation-mock needs Node.js ${major}.${minor} or newer, this is ${process.versions.node}.`,
  );
  process.exitCode = 2;
} else {
  await import('../dist/cli.js');
}
