import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  approvalsFile,
  baselineFile,
  digestFile,
  digestOf,
  type Review,
  reviewContract,
} from '@agent-conversation/diff';
import { changedFiles } from '../files/changed-files.ts';
import type { FileChange } from '../files/write-all.ts';
import { ReleaseError } from '../release-error.ts';
import { mustRun } from '../run.ts';
import { addEntry } from './add-entry.ts';
import { build } from './build.ts';
import { changelogEntry, type Entry } from './changelog-entry.ts';
import { emptyApprovals } from './empty-approvals.ts';
import { actionFile, raiseAction } from './raise-action.ts';
import { setVersion } from './set-version.ts';

/** A release that was made in a copy of the repository. */
export interface Release {
  /** What was released; its `planned` version is that of the release. */
  readonly review: Review;
  readonly entry: Entry;
  /** What it changes in the repository. */
  readonly files: readonly FileChange[];
}

const contractFile = 'openapi/openapi.yaml';
const bundleFile = 'openapi/dist/openapi.yaml';
const changelogFile = 'openapi/changelog.yaml';

/**
 * Reviews the contract of a copy of the repository.
 *
 * @throws {DiffInputError} {ReleaseError} when something cannot be read or built, or there is nothing to release
 */
export async function reviewCopy(copy: string): Promise<Review> {
  await build(copy, ['openapi']);
  const review = await reviewContract({ root: copy });
  const { changes, complaints, planned } = review;
  if (complaints.length === 0 && changes.length === 0 && planned.step === 'none') {
    throw new ReleaseError(
      'There is nothing to release: no change of the contract, and nothing in .changeset/',
    );
  }
  return review;
}

/**
 * Makes the next release in a copy of the repository, and proves it: the gate has nothing left to tell, and
 * the docs build.
 *
 * @param review of the copy, without complaints
 * @param today YYYY-MM-DD
 * @throws {ReleaseError} {DiffInputError} naming what stands in the way
 */
export async function makeRelease(copy: string, review: Review, today: string): Promise<Release> {
  const { planned, versions, changes } = review;
  const entry = changelogEntry({
    version: planned.version,
    date: today,
    changesets: planned.changesets,
    changes,
  });
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(copy, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  edit(changelogFile, (text) => addEntry(text, entry));
  edit(contractFile, (text) => setVersion(text, planned.version));
  edit(approvalsFile, emptyApprovals);
  edit(actionFile, (text) => raiseAction(text, versions.released, planned.version));
  await mustRun(copy, 'The packages have no new versions', ['changeset', 'version']);
  await mustRun(copy, 'package-lock.json has no new versions', [
    'npm',
    'install',
    '--package-lock-only',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  await mustRun(copy, 'The new files have no form', ['prettier', '--write', changelogFile]);

  await build(copy, ['openapi']);
  const bundle = readFileSync(join(copy, bundleFile), 'utf8');
  writeFileSync(join(copy, baselineFile), bundle);
  writeFileSync(join(copy, digestFile), digestOf(bundle));
  await mustRun(copy, 'The corpus of changes has no new table', [
    'node',
    'tools/diff/corpus/main.ts',
    '--write',
  ]);
  await build(copy, ['packages/docs']);
  await prove(copy, planned.version);
  return { review, entry, files: await changedFiles(copy) };
}

async function prove(copy: string, version: string): Promise<void> {
  const { changes, complaints, versions } = await reviewContract({ root: copy });
  const [complaint] = complaints;
  if (complaint) {
    const { place, message } = complaint;
    throw new ReleaseError(`After the release, ${place.file}:${place.line}: ${message}`);
  }
  const [change] = changes;
  if (change)
    throw new ReleaseError(`After the release there is still a change: ${change.message}`);
  if (versions.current !== version) {
    throw new ReleaseError(`The release has the version ${versions.current}, not ${version}`);
  }
}
