/** What a branch changes: the contract is compared with the commit where the branch began. */
import { spawnSync } from 'node:child_process';
import { CommandError } from '@agent-conversation/cli';
import {
  type Location as Position,
  SourceFiles,
} from '@agent-conversation/cli/source';
import { compareContracts, inOrder } from './compare.ts';
import { type Document, firstLine } from './contract.ts';
import type { Change, Since } from './model.ts';

/**
 * Returns what the working tree changes since its last common commit with another one.
 *
 * @param ref a branch, a tag or a commit, such as `main`
 * @param sinceRelease what changed since the last release: nothing else breaks users
 * @throws {CommandError} if git cannot find a common commit
 */
export function changesSince(
  root: string,
  ref: string,
  sinceRelease: readonly Change[],
): Omit<Since, 'changes'> & { readonly changes: readonly Change[] } {
  const commit = commonCommit(root, ref);
  const before = new CommittedFiles(root, commit);
  const changes = compareContracts(
    bundleOf(before, `${before.commit}:openapi/openapi.yaml`),
    bundleOf(new SourceFiles(root), 'openapi/openapi.yaml'),
  );
  return {
    ref,
    commit: before.commit,
    changes: inOrder(
      changes.map((change) => unlessUnreleased(change, sinceRelease)),
    ),
    changesets: changedFiles(root, commit, '.changeset'),
  };
}

function bundleOf(files: SourceFiles, file: string): Document {
  return { file, text: JSON.stringify(files.bundle()), sources: files };
}

/** What breaks compared with the branch, but not compared with the release, breaks nobody yet. */
function unlessUnreleased(
  change: Change,
  sinceRelease: readonly Change[],
): Change {
  const isReleased = sinceRelease.some(
    (each) => each.effect === 'breaking' && isOfSameElement(each, change),
  );
  if (change.effect !== 'breaking' || isReleased) return change;
  const message = `${change.message} It was not released yet.`;
  return {
    ...change,
    effect: 'compatible',
    breaks: [],
    needsApproval: false,
    migration: '',
    message,
  };
}

/** Whether two changes concern an element, or one within the other; what was removed may have stood elsewhere. */
function isOfSameElement(one: Change, other: Change): boolean {
  const isWithin = (inner: string, outer: string) =>
    `${inner}/`.startsWith(`${outer}/`);
  const isReached = one.operations.some((id) => other.operations.includes(id));
  return (
    isWithin(one.pointer, other.pointer) ||
    isWithin(other.pointer, one.pointer) ||
    (one.rule === other.rule && isReached)
  );
}

/** The sources of the contract as a commit has them; locations in them begin with the commit. */
class CommittedFiles extends SourceFiles {
  /** Abbreviated. */
  readonly commit: string;
  readonly #files: ReadonlySet<string>;

  constructor(root: string, commit: string) {
    super(root);
    this.commit = git(root, ['rev-parse', '--short', commit]).trim();
    this.#files = new Set(
      filesIn(git(root, ['ls-tree', '-r', '-z', '--name-only', commit])),
    );
  }

  override exists(file: string): boolean {
    return this.#files.has(file);
  }

  override text(file: string): string {
    return git(this.root, ['show', `${this.commit}:${file}`]);
  }

  override locate(path: readonly (string | number)[]): Position {
    const location = super.locate(path);
    return { ...location, file: `${this.commit}:${location.file}` };
  }
}

// ----- Git

/** @throws {CommandError} if there is none */
function commonCommit(root: string, ref: string): string {
  const unknown = `--since ${ref}: git knows no`;
  const options = ['--verify', '--quiet', '--end-of-options'];
  const commit = git(
    root,
    ['rev-parse', ...options, `${ref}^{commit}`],
    `${unknown} such commit: fetch it, or name another one`,
  );
  return git(
    root,
    ['merge-base', commit.trim(), 'HEAD'],
    `${unknown} common commit of it and HEAD: fetch more of the history, as with git fetch --unshallow`,
  ).trim();
}

/** Returns the files of a folder that were added or edited since a commit, also those that are not committed. */
function changedFiles(
  root: string,
  commit: string,
  folder: string,
): readonly string[] {
  const edited = ['--name-only', '-z', '--no-renames', '--diff-filter=d'];
  const untracked = ['--others', '--exclude-standard', '-z'];
  return [
    ...filesIn(git(root, ['diff', ...edited, commit, '--', folder])),
    ...filesIn(git(root, ['ls-files', ...untracked, '--', folder])),
  ].toSorted();
}

const filesIn = (listed: string): readonly string[] =>
  listed.split('\0').filter((file) => file !== '');

/** Returns what git prints. @throws {CommandError} with a problem, or what git says, if it fails */
function git(cwd: string, args: readonly string[], problem?: string): string {
  const { stdout, stderr, status, error } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw new CommandError(`git cannot be run: ${firstLine(error)}`);
  if (status === 0) return stdout;
  throw new CommandError(
    problem ?? `git ${args[0]} failed: ${firstLine(stderr)}`,
  );
}
