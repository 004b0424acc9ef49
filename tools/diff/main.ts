/** The program: see `npm run diff -- --help`. */
import { runCommand } from '@agent-conversation/cli';
import { diff } from './command.ts';

process.exitCode = await runCommand(diff, process.argv.slice(2));
