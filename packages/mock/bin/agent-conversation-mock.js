#!/usr/bin/env node
// Committed, so that npm can link it before the package is built.
import '../dist/cli.js';
