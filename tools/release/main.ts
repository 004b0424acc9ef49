/** The command `npm run release`. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as cli from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { repository } from '@agent-conversation/cli/process';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { prettyReport, type Review, reviewContract } from '@agent-conversation/diff';
import { oneLine, releaseNotes } from './changelog.ts';
import { CheckError, packPackages, packRelease } from './pack.ts';
import { publishedPackages } from './packages.ts';
import { publishRelease } from './publish.ts';
import { build, reviewedPackages, run, stop } from './run.ts';
import { makeRelease } from './version.ts';

/** What the command works on. Tests pass their own. */
export interface Context {
  /** The root of the repository. */
  readonly root: string;
  readonly review: (root: string) => Promise<Review>;
  readonly build: (root: string, folders: readonly string[]) => Promise<void>;
  /** YYYY-MM-DD. */
  readonly today: string;
}

const notes = `Commands
  plan         prints what to do with the commit that is checked out: \`publish\` if origin has no tag of
               its version, \`propose\` the next release if there are changesets, else \`nothing\`
  version      makes the release in the working tree, for a pull request: all of its files or none
  pack FOLDER  builds and packs the packages, each with a bill of materials (CycloneDX), and writes the
               commit, the hashes and the notes to FOLDER: all or nothing
  publish --from FOLDER
               publishes what FOLDER has and the registry has not, if it was packed from this commit and
               is unchanged, and tags the commit; npm takes registry and token from its own configuration

All demand a clean working tree. --dry-run checks what version and pack check, except that the docs build;
the packages as they are built now. More: tools/release/README.md`;

/** Declares the command for this repository, or for another context. */
export function releaseCommand(given: Partial<Context> = {}) {
  const today = new Date().toISOString().slice(0, 10);
  const review = (root: string) => reviewContract({ root });
  const context = { root: repository, review, build, today, ...given };
  const { root } = context;
  return cli.defineCommand({
    name: 'npm run release',
    summary: 'Makes a release of the contract and of its packages, which have one version.',
    options: (program) =>
      program
        .addArgument(new cli.Argument('[COMMAND]').choices(['plan', 'version', 'pack', 'publish']))
        .argument('[FOLDER]')
        .option('--dry-run', 'show the whole release and write nothing')
        .option('--from <FOLDER>', 'with publish: the folder that `pack` has filled'),
    notes,
    exitCodes: {
      0: 'done',
      1: 'the contract (npm run diff) or a package must not be released as it is, or plan fails',
      2: 'could not run; nothing was written',
    },
    async run({ dryRun = false, from }, { out, err }, [command, folder]) {
      demand((command === undefined) === dryRun, 'Name a command, or use --dry-run alone');
      demand((command === 'pack') === !!folder, 'pack, and nothing else, takes FOLDER');
      demand((command === 'publish') === !!from, 'publish, and nothing else, takes --from FOLDER');
      await demandCleanTree(root);
      try {
        if (command === 'plan') out(`${await plan(context)}\n`);
        else if (command === 'pack') out(await packRelease(context, resolve(folder!)));
        else if (command === 'publish') {
          await publishRelease(root, resolve(from!), (line) => out(`${line}\n`));
        } else out(await nextRelease(context, dryRun));
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
  if (!isMet) throw new cli.UsageError(message);
}

/** What is released is what was committed, and thus reviewed. */
async function demandCleanTree(root: string): Promise<void> {
  const listed = await run(root, 'git', ['status', '--porcelain']);
  if (listed) throw new cli.CommandError(`Commit these files or remove them first:\n${listed}`);
}

/** Builds and reviews the contract. @throws {CheckError} with the report if there are diagnostics */
async function reviewOf(root: string, context: Context): Promise<Review> {
  await context.build(root, reviewedPackages);
  const reviewed = await context.review(root);
  if (reviewed.diagnostics.length > 0) throw new CheckError(prettyReport(reviewed));
  return reviewed;
}

/** With changesets, the newest commit decides. A version is published before the next one is proposed. */
async function plan(context: Context): Promise<'publish' | 'propose' | 'nothing'> {
  const { root } = context;
  const { versions, planned } = await reviewOf(root, context);
  const tag = `v${versions.current}`;
  const refs = await run(root, 'git', ['ls-remote', 'origin', 'main', tag]);
  const isTagged = refs.includes(`refs/tags/${tag}`);
  const [changeset] = planned.changesets;
  if (!changeset) return isTagged ? 'nothing' : 'publish';
  const head = await run(root, 'git', ['rev-parse', 'HEAD']);
  if (!refs.includes(`${head}\trefs/heads/main`)) return 'nothing';
  if (isTagged) return 'propose';
  throw new CheckError(
    `${changeset.file}: is for the release after ${tag}, and origin has no such tag. Run the workflow of ` +
      `the commit that made ${tag} again, then this one; see tools/release/README.md`,
  );
}

/** Makes the next release in a copy of the repository; describes it, or writes all of its files. */
async function nextRelease(context: Context, isDry: boolean): Promise<string> {
  const { root } = context;
  const copy = copyWorktree(root);
  using cleanup = new DisposableStack();
  cleanup.defer(() => removeWorktree(copy));
  const reviewed = await reviewOf(copy, context);
  const { changes, planned, versions } = reviewed;
  if (changes.length === 0 && planned.step === 'none') {
    throw new cli.CommandError('Nothing to release: no change of the contract, no changeset');
  }
  const { entry, files } = await makeRelease(copy, reviewed, context);
  const { version, changesets } = planned;
  if (!isDry) {
    // The docs show the new changelog.
    await context.build(copy, ['packages/docs']);
    writeFiles(root, files);
    return `${version}: ${files.length} files. Review and commit them.\n`;
  }
  const folders = publishedPackages(root).map(({ folder }) => folder);
  await context.build(root, folders);
  using into = mkdtempDisposableSync(join(tmpdir(), 'release-'));
  const packed = await packPackages(into.path, root);
  const current = Object.entries({ 'the contract': versions.current, ...versions.packages });
  const blocks = {
    Versions: current.map(([name, before]) => `${name}  ${before} -> ${version}`),
    Changesets: changesets.map((it) => `${it.file}  ${it.step}: ${oneLine(it.summary)}`),
    'Entry of openapi/changelog.yaml': entry.trimEnd().split('\n'),
    'Release notes': releaseNotes(copy, version).trimEnd().split('\n'),
    Files: files.map((it) => `${it.content === undefined ? 'removed' : 'written'}  ${it.file}`),
    'Packages, in the order to publish them in, with the sizes of the current build': packed.map(
      (it) => `${it.name}@${version}  ${it.bytes} bytes, ${it.files} files, ${it.sbom}`,
    ),
    Tag: [`v${version}`],
  };
  const texts = Object.entries(blocks).map(([title, lines]) => [title, ...lines].join('\n  '));
  return `${[prettyReport(reviewed).trimEnd(), ...texts].join('\n\n')}\n`;
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new cli.CommandError(`Ended by ${signal}`)));
  }
  process.exitCode = await cli.runCommand(releaseCommand(), process.argv.slice(2));
}
