import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeApprovals } from './approvals/judge-approvals.ts';
import { approvalsFile, readApprovals } from './approvals/read-approvals.ts';
import type { Change } from './model/change.ts';
import type { Document } from './model/contract.ts';
import { inOrder } from './model/in-order.ts';
import type { Review } from './model/review.ts';
import { baselineFile, judgeBaseline, restore } from './versions/baseline.ts';
import { readPlan } from './versions/changeset-plan.ts';
import { judgePlan } from './versions/judge-plan.ts';
import { judgeVersions } from './versions/judge-versions.ts';
import { leastStep, raised } from './versions/least-step.ts';
import { readText } from './versions/read-text.ts';
import { contractVersion, publishedVersions, readWorkspaces } from './versions/read-versions.ts';

const contractFile = 'openapi/openapi.yaml';
const bundleFile = 'openapi/dist/openapi.yaml';

/** What is reviewed, and when. */
export interface ReviewOptions {
  /** The root of the repository; this one without it. */
  readonly root?: string;
  /** Another contract to count from than the last release: a bundle, from the root or as a full path. */
  readonly base?: string;
  /** The day on which approvals have to hold, as YYYY-MM-DD; today (UTC) without it. */
  readonly today?: string;
}

/**
 * Holds the contract against its last release, and what has changed against approvals, changesets and versions.
 * The bundle in `openapi/dist/` is the contract: build it before.
 *
 * @throws {DiffInputError} when something cannot be read: one line with its place and what to do
 */
export async function reviewContract({
  root = fileURLToPath(new URL('../../', import.meta.url)),
  base,
  today = new Date().toISOString().slice(0, 10),
}: ReviewOptions = {}): Promise<Review> {
  const releasedFile = base === undefined ? baselineFile : fromRoot(root, base);
  const released = {
    repository: root,
    file: releasedFile,
    text: readText(root, releasedFile, base === undefined ? restore : 'name a bundle'),
  };
  const current = {
    repository: root,
    file: bundleFile,
    text: readText(root, bundleFile, 'run `npm run build`'),
  };
  const approvals = readApprovals(
    readText(root, approvalsFile, 'without any, it has `approvals: []`'),
  );
  const workspaces = await readWorkspaces(root);
  const published = publishedVersions(workspaces);
  const from = contractVersion(released.file, released.text).version;
  const to = contractVersion(contractFile, readText(root, contractFile, 'it is the contract'));
  const { plan, fixed } = await readPlan(workspaces, published);
  const edited = base === undefined ? judgeBaseline(root, released.text) : [];

  const found = await changesBetween(released, current);
  const { changes, complaints } = judgeApprovals(found, approvals, today);
  const step = leastStep(changes, from);
  const least = { step, version: raised(from, step) };
  return {
    changes,
    approvals,
    versions: {
      released: from,
      current: to.version,
      packages: Object.fromEntries([...published].map(([name, { version }]) => [name, version])),
    },
    least,
    planned: plan,
    complaints: [
      ...edited,
      ...judgeVersions(base === undefined ? from : undefined, to, published, fixed),
      ...complaints,
      ...judgePlan(changes, least, plan),
    ],
  };
}

/** What the comparison and the compiler have found, in order. */
async function changesBetween(released: Document, current: Document): Promise<readonly Change[]> {
  if (released.text === current.text) return [];
  // Loaded only when there is something to compare, as that takes longer than all the rest.
  const [{ compareContracts }, { sourceChanges }, { mergeSource }] = await Promise.all([
    import('./compare/compare-contracts.ts'),
    import('./source/source-changes.ts'),
    import('./source/merge-source.ts'),
  ]);
  const [compared, compiled] = await Promise.all([
    compareContracts(released, current),
    sourceChanges(released, current),
  ]);
  return inOrder(mergeSource(compared, compiled));
}

/** A path from the root, as far as it is in there. */
function fromRoot(root: string, file: string): string {
  const path = relative(root, resolve(root, file));
  return isAbsolute(path) || path.startsWith('..') ? file : path.replaceAll(sep, '/');
}
