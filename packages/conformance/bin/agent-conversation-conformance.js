#!/usr/bin/env node
// Committed, so that npm can link it before the package is built.
await import('../dist/cli.js');
