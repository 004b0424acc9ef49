/** The command `npm run release`. */
import { resolve } from 'node:path';
import * as cli from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { reviewContract } from '@agent-conversation/diff';
import { CheckError, type Context, demandCleanTree } from './context.ts';
import { packRelease } from './pack.ts';
import { plan } from './plan.ts';
import { publishRelease } from './publish.ts';
import { runTask, stop } from './run.ts';
import { makeRelease } from './version.ts';

/** Declares the command for this repository, or for another context. */
export function releaseCommand(given: Partial<Context> = {}) {
  const context: Context = {
    root: repository,
    async review(root) {
      // The bundle, and the client that the released sources are compiled with.
      await runTask(root, 'build', ['openapi', 'packages/client']);
      return reviewContract({ root });
    },
    runTask,
    today: new Date().toISOString().slice(0, 10),
    ...given,
  };
  const { root } = context;

  const subcommands = {
    plan: cli.defineSubcommand({
      name: 'plan',
      summary:
        'print what to do with the commit that is checked out: `publish` if origin has no tag of its version, ' +
        '`propose` the next release if there are changesets, else `nothing`',
      options: (program) => program,
      run: (_, io) =>
        reporting(io, async () => {
          const [step, reason] = await plan(context);
          io.err(`${reason}\n`);
          return `${step}\n`;
        }),
    }),
    version: cli.defineSubcommand({
      name: 'version',
      summary:
        'make the release in the working tree, for a pull request: all of its files or none',
      options: (program) => program,
      run: (_, io) => reporting(io, () => makeRelease(context, false)),
    }),
    pack: cli.defineSubcommand({
      name: 'pack',
      summary:
        'build and pack the packages, and write their bill of materials (CycloneDX), the commit, the hashes and the ' +
        'notes to FOLDER: all or nothing',
      options: (program) => program.argument('<FOLDER>'),
      run: (_, io, [folder]) =>
        reporting(io, () => packRelease(context, resolve(folder))),
    }),
    publish: cli.defineSubcommand({
      name: 'publish',
      summary:
        'publish what the folder of --from has and the registry has not, if it was packed from this commit and is ' +
        'unchanged',
      options: (program) =>
        program.requiredOption(
          '--from <FOLDER>',
          'the folder that `pack` has filled',
        ),
      run: ({ from }, io) =>
        reporting(io, () => publishRelease(root, resolve(from), io.out)),
    }),
  };

  /** Runs a command in a clean working tree, and prints its result. @returns the exit code */
  async function reporting(
    { out, err }: cli.Io,
    command: () => Promise<string>,
  ): Promise<number> {
    await demandCleanTree(root);
    try {
      out(await command());
      return 0;
    } catch (error) {
      if (!(error instanceof CheckError)) throw error;
      err(`${error.message.trimEnd()}\n`);
      return 1;
    }
  }

  return cli.defineCommand({
    name: 'npm run release',
    summary:
      'Makes a release of the contract and of its packages, which have one version.',
    options: (program) =>
      program
        .addArgument(
          new cli.Argument('[COMMAND]').choices(Object.keys(subcommands)),
        )
        .usage('--dry-run | COMMAND')
        .option('--dry-run', 'show what `version` makes, and write nothing'),
    subcommands: Object.values(subcommands),
    notes:
      'All demand a clean working tree. npm takes registry and token from its own configuration. ' +
      'More: tools/release/README.md',
    exitCodes: {
      0: 'done',
      1: 'the contract (npm run diff) or a package must not be released as it is, or plan fails',
      2: 'could not run, or publish ended early: run it again. The others have written nothing',
    },
    run({ dryRun = false }, io) {
      if (!dryRun) throw new cli.UsageError('Name a command, or use --dry-run');
      return reporting(io, () => makeRelease(context, true));
    },
  });
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      stop.abort(new cli.CommandError(`Ended by ${signal}`)),
    );
  }
  process.exitCode = await cli.runCommand(
    releaseCommand(),
    process.argv.slice(2),
  );
}
