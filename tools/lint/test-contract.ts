/** The command `npm run test:contract`: see `npm run test:contract -- --help`. */
import { defineCommand, runCommand } from '@agent-conversation/cli';
import { repository, turbo } from '@agent-conversation/cli/process';

const testContract = defineCommand({
  name: 'npm run test:contract',
  summary: 'Lints the contract, tests it, and reviews its changes since the last release.',
  options: (program) => program,
  notes: 'What has passed is not run again until its files change.',
  exitCodes: { 0: 'all of it passes', 1: 'something does not' },
  async run(_, { out }) {
    const stop = new AbortController();
    const others = turbo(['@agent-conversation/openapi#test', '@agent-conversation/diff#review'], {
      cwd: repository,
      signal: stop.signal,
    });
    const lint = await turbo(['@agent-conversation/openapi#lint'], { cwd: repository });
    if (!lint.ok) {
      // One mistake is reported once: where the contract cannot be used, the others report consequences.
      stop.abort();
      await others;
      out(`${lint.output}\nNot run until lint passes: the tests of the contract, the diff\n`);
      return 1;
    }
    const { ok, output } = await others;
    out(ok ? 'The contract passes lint, its tests and the diff\n' : `${output}\n`);
    return ok ? 0 : 1;
  },
});

process.exitCode = await runCommand(testContract, process.argv.slice(2));
