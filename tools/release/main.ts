/** The command `npm run release`. */
import { resolve } from 'node:path';
import * as cli from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { repository } from '@agent-conversation/shared/process';
import { reviewContract } from '@agent-conversation/diff';
import { CheckError, type Context, demandCleanTree } from './context.ts';
import { dryRun } from './dry-run.ts';
import { packRelease } from './pack.ts';
import { plan } from './plan.ts';
import { publishRelease } from './publish.ts';
import { runTask, stop } from './run.ts';
import { withNextRelease } from './version.ts';

const notes = `All demand a clean working tree. --dry-run checks what version and pack check, and shows the packages
as they are built now. npm takes registry and token from its own configuration. More: tools/release/README.md`;

/** Declares the command for this repository, or for another context. */
export function releaseCommand(given: Partial<Context> = {}) {
  const context: Context = {
    root: repository,
    review: (root) => reviewContract({ root }),
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
      run: (_, { out, err }) =>
        reporting(err, async () => {
          const [step, reason] = await plan(context);
          out(`${step}\n`);
          err(`${reason}\n`);
        }),
    }),
    version: cli.defineSubcommand({
      name: 'version',
      summary:
        'make the release in the working tree, for a pull request: all of its files or none',
      options: (program) => program,
      run: (_, { out, err }) =>
        reporting(err, () =>
          withNextRelease(context, ({ files, reviewed }) => {
            writeFiles(root, files);
            const { version } = reviewed.planned;
            out(`${version}: ${files.length} files. Review and commit them.\n`);
          }),
        ),
    }),
    pack: cli.defineSubcommand({
      name: 'pack',
      summary:
        'build and pack the packages, and write their bill of materials (CycloneDX), the commit, the hashes and the ' +
        'notes to FOLDER: all or nothing',
      options: (program) => program.argument('<FOLDER>'),
      run: (_, { out, err }, [folder]) =>
        reporting(err, async () =>
          out(await packRelease(context, resolve(folder))),
        ),
    }),
    publish: cli.defineSubcommand({
      name: 'publish',
      summary:
        'publish what the folder of --from has and the registry has not, if it was packed from this commit and is ' +
        'unchanged, and tag the commit',
      options: (program) =>
        program.requiredOption(
          '--from <FOLDER>',
          'the folder that `pack` has filled',
        ),
      run: ({ from }, { out, err }) =>
        reporting(err, () =>
          publishRelease(root, resolve(from), (line) => out(`${line}\n`)),
        ),
    }),
  };

  /** Runs a command in a clean working tree. @returns the exit code */
  async function reporting(
    err: cli.Io['err'],
    command: () => Promise<void>,
  ): Promise<number> {
    await demandCleanTree(root);
    try {
      await command();
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
        .usage('--dry-run [--verbose] | COMMAND')
        .option(
          '--dry-run',
          'show the whole release, in at most 60 lines, and write nothing',
        )
        .addOption(
          new cli.Option(
            '--verbose',
            'with --dry-run: show everything',
          ).implies({ dryRun: true }),
        ),
    subcommands: Object.values(subcommands),
    notes,
    exitCodes: {
      0: 'done',
      1: 'the contract (npm run diff) or a package must not be released as it is, or plan fails',
      2: 'could not run, or publish ended early: run it again. The others have written nothing',
    },
    run({ dryRun: isDry = false, verbose = false }, { out, err }) {
      if (!isDry) throw new cli.UsageError('Name a command, or use --dry-run');
      return reporting(err, async () => out(await dryRun(context, verbose)));
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
