/** `npm run release`. */
import { CommandError, runCommand } from '@agent-conversation/cli';
import { releaseCommand } from './command.ts';
import { stop } from './run.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new CommandError(`Ended by ${signal}`)));
}
process.exitCode = await runCommand(releaseCommand(), process.argv.slice(2));
