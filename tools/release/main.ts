/** The command `npm run release`. */
import { resolve } from 'node:path';
import {
  Argument,
  CommandError,
  defineCommand,
  runCommand,
  UsageError,
} from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import { reviewContract } from '@agent-conversation/diff';
import { CheckError, type Context, demandCleanTree } from './context.ts';
import { packRelease } from './pack.ts';
import { plan } from './plan.ts';
import { publishRelease } from './publish.ts';
import { runTask, stop } from './run.ts';
import { makeRelease } from './version.ts';

const commands = ['plan', 'version', 'pack', 'publish'] as const;

const notes = `Commands:
  plan     prints what to do with this commit: \`publish\` it, \`propose\` the next release, or \`nothing\`
  version  makes the next release in the working tree: all of its files or none
  pack     builds and packs the packages into a new FOLDER
  publish  publishes what \`pack\` has packed from this commit, and the registry has not

All demand a clean working tree. npm takes registry and token from its own configuration.
More: tools/release/README.md`;

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

  return defineCommand({
    name: 'npm run release',
    summary:
      'Makes a release of the contract and of its packages, which have one version.',
    options: (program) =>
      program
        .usage(
          '--dry-run | plan | version | pack FOLDER | publish --from FOLDER',
        )
        .addArgument(new Argument('[COMMAND]').choices(commands))
        .argument('[FOLDER]')
        .option('--dry-run', 'show what `version` makes, and write nothing')
        .option('--from <FOLDER>', 'the folder that `pack` has filled'),
    notes,
    exitCodes: {
      0: 'done',
      1: 'the contract (npm run diff) or a package must not be released as it is, or plan fails',
      2: 'could not run, or publish ended early: run it again. The others have written nothing',
    },
    async run({ dryRun = false, from }, { out, err }, [command, folder]) {
      demand(
        dryRun === (command === undefined),
        'Name a command, or use --dry-run',
      );
      demand(
        (folder !== undefined) === (command === 'pack'),
        'FOLDER is for pack, which needs it',
      );
      demand(
        (from !== undefined) === (command === 'publish'),
        '--from is for publish, which needs it',
      );
      await demandCleanTree(root);
      try {
        if (command === 'plan') {
          out(`${await plan(context)}\n`);
        } else if (folder !== undefined) {
          out(await packRelease(context, resolve(folder)));
        } else if (from !== undefined) {
          await publishRelease(root, resolve(from), out);
        } else {
          out(await makeRelease(context, dryRun));
        }
        return 0;
      } catch (error) {
        if (!(error instanceof CheckError)) throw error;
        err(`${error.message.trimEnd()}\n`);
        return 1;
      }
    },
  });
}

function demand(isMet: boolean, message: string): void {
  if (!isMet) throw new UsageError(message);
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      stop.abort(new CommandError(`Ended by ${signal}`)),
    );
  }
  process.exitCode = await runCommand(releaseCommand(), process.argv.slice(2));
}
