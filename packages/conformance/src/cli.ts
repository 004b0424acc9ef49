#!/usr/bin/env node
import packageJson from '@agent-conversation/conformance/package.json' with { type: 'json' };
import { OptionError } from './checker/options.ts';
import { help } from './cli/help.ts';
import { flagOf, readOptions } from './cli/options.ts';

// Who reads only the first lines, as `head` does, still wants the verdict.
process.stdout.on('error', () => {});

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(help);
  else if (options === 'version') console.log(packageJson.version);
  else {
    // It takes ten times as long to load as all else, which a mistake need not wait for.
    const { runCheck } = await import('./cli/run-check.ts');
    process.exitCode = await runCheck(options);
  }
} catch (error) {
  const message = error instanceof OptionError ? error.toldWith(flagOf) : (error as Error).message;
  console.error(message.replaceAll(/\s*\n\s*/g, ' '));
  process.exitCode = 2;
}
// Connections that are kept alive would keep the program so, too.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
