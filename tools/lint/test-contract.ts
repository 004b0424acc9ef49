/** The command `npm run test:contract`: see `npm run test:contract -- --help`. */
import { defineCommand, runCommand } from '@agent-conversation/cli';
import { repository, turbo } from '@agent-conversation/shared/process';
import { testContract } from './contract-loop.ts';

const command = defineCommand({
  name: 'npm run test:contract',
  summary:
    'Lints the contract, tests it, and reviews its changes since the last release.',
  options: (program) => program,
  notes: 'What has passed is not run again until its files change.',
  exitCodes: {
    0: 'all of it passes',
    1: 'something does not',
    2: 'it could not run',
  },
  async run(_, { out }) {
    const ok = await testContract(
      (tasks) => turbo(tasks, { cwd: repository }),
      out,
    );
    return ok ? 0 : 1;
  },
});

process.exitCode = await runCommand(command, process.argv.slice(2));
