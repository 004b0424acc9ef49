#!/usr/bin/env node
// Committed, so that npm can link it before the package is built.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);
if (existsSync(cli)) {
  await import(cli.href);
} else {
  console.error(
    'agent-conversation-conformance is not built; run `npm run build` in the repository first',
  );
  process.exitCode = 2;
}
