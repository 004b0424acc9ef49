/** The program: see `node main.ts --help`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DiffInputError,
  prettyReport,
  type Review,
  reviewContract,
} from '@agent-conversation/diff';
import { inOrder, packRelease } from './checked/pack-release.ts';
import { describeRelease } from './cli/describe-release.ts';
import { type Options, readOptions, usage } from './cli/options.ts';
import { writeAll } from './files/write-all.ts';
import { demandCleanTree, headOf, refsOfOrigin } from './git.ts';
import { interruption } from './interruption.ts';
import { build } from './next/build.ts';
import { inCopy } from './next/in-copy.ts';
import { makeRelease, type Release, reviewCopy } from './next/make-release.ts';
import { PackError, packPackages, publishedPackages } from './pack/index.ts';
import { nextStep } from './plan/next-step.ts';
import { publishRelease } from './publish/publish-release.ts';
import { ReleaseError } from './release-error.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interruption.abort(new ReleaseError(`Ended by ${signal}`)));
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  process.exitCode = error instanceof PackError ? 1 : 2;
  const isKnown = [ReleaseError, DiffInputError, PackError].some((kind) => error instanceof kind);
  if (!isKnown) console.error(error);
  else {
    const { message, cause } = error as Error;
    if (cause !== undefined) console.error(cause);
    console.error(message);
  }
}

async function main(options: Options): Promise<number> {
  if (options.command === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  await demandCleanTree(root);
  if (options.command === 'plan') return plan();
  if (options.command === 'pack') {
    for (const { name, version, sha512 } of await packRelease(root, resolve(options.folder))) {
      console.log(`${name}@${version} ${sha512}`);
    }
    return 0;
  }
  if (options.command === 'publish') {
    await publishRelease(root, resolve(options.folder), (line) => console.log(line));
    return 0;
  }
  return nextRelease(options.command === 'version' ? write : show);
}

async function plan(): Promise<number> {
  await build(root, ['openapi']);
  const review = await reviewContract({ root });
  if (hasComplaints(review)) return 1;
  const [branch, tag] = ['refs/heads/main', `refs/tags/v${review.versions.current}`] as const;
  const refs = await refsOfOrigin(root, branch, tag);
  const isNewest = refs.get(branch) === (await headOf(root));
  const next = nextStep(review, { isNewest, isTagged: refs.has(tag) });
  if ('refusal' in next) {
    console.error(next.refusal);
    return 1;
  }
  console.log(next.step);
  return 0;
}

/** Tells people when a review has complaints. */
function hasComplaints(review: Review): boolean {
  if (review.complaints.length === 0) return false;
  process.stderr.write(prettyReport(review, (_, text) => text));
  return true;
}

/** Makes the next release in a copy of the repository, if the review has no complaints. */
async function nextRelease(
  use: (copy: string, release: Release) => Promise<void>,
): Promise<number> {
  return inCopy(root, async (copy) => {
    const review = await reviewCopy(copy);
    if (hasComplaints(review)) return 1;
    await use(copy, await makeRelease(copy, review, new Date().toISOString().slice(0, 10)));
    return 0;
  });
}

async function write(_: string, { files, review }: Release): Promise<void> {
  writeAll(root, files);
  console.log(`${review.planned.version}: ${files.length} files. Look at them, and commit them.`);
}

async function show(copy: string, release: Release): Promise<void> {
  await build(
    copy,
    publishedPackages(copy).map(({ folder }) => folder),
  );
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const packed = inOrder(await packPackages(folder, copy), copy);
    console.log(describeRelease({ ...release, packed }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
