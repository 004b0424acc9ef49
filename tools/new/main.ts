/** The program: see `npm run new -- --help`. */
import { fileURLToPath } from 'node:url';
import { run } from './cli/run.ts';

process.exitCode = await run(
  process.argv.slice(2),
  fileURLToPath(new URL('../../', import.meta.url)),
  new Date().toISOString().slice(0, 10),
  { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
);
