/** Reviews the contract against its last release. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyApprovals, approvalsFile, readApprovals } from './approvals.ts';
import { compareContracts, inOrder } from './compare.ts';
import { type Document, readText } from './contract.ts';
import type { Change, Review } from './model.ts';
import { sourceChanges } from './sources.ts';
import {
  checkPlan,
  checkReleased,
  checkVersions,
  leastStep,
  publishedVersions,
  raised,
  readPlan,
  readWorkspaces,
  releasedFile,
  restore,
  versionIn,
} from './versions.ts';

const contractFile = 'openapi/openapi.yaml';
const bundleFile = 'openapi/dist/openapi.yaml';
/** This repository. */
export const ownRoot: string = fileURLToPath(new URL('../../', import.meta.url));

export interface ReviewOptions {
  /** The root of the repository. */
  readonly root?: string;
  /** A bundle to compare with instead of the last release, relative to the root or absolute. */
  readonly base?: string;
  /** The day on which approvals must be valid, as YYYY-MM-DD; today (UTC) by default. */
  readonly today?: string;
}

/**
 * Compares the contract with its last release, and checks approvals, changesets and versions. Build the bundle in
 * `openapi/dist/` first.
 *
 * @throws {CommandError} when something cannot be read
 */
export async function reviewContract(options: ReviewOptions = {}): Promise<Review> {
  const { root = ownRoot, base, today = new Date().toISOString().slice(0, 10) } = options;
  const released = readDocument(
    root,
    base ?? releasedFile,
    base === undefined ? restore : 'name a bundle',
  );
  const current = { ...readDocument(root, bundleFile, 'run `npm run build`'), sources: root };
  const approvals = readApprovals(
    readText(root, approvalsFile, 'without approvals, it contains `approvals: []`'),
  );
  const workspaces = await readWorkspaces(root);
  const published = publishedVersions(workspaces);
  const from = versionIn(released.file, released.text, '/info/version').version;
  const to = versionIn(
    contractFile,
    readText(root, contractFile, 'it is the contract'),
    '/info/version',
  );
  const { plan, fixed } = await readPlan(workspaces, published);
  const found: readonly Change[] =
    released.text === current.text ? [] : await compareContracts(released, current);
  const compiled = base === undefined ? sourceChanges(root) : [];
  const { changes, diagnostics } = applyApprovals(
    inOrder([...found, ...compiled]),
    approvals,
    today,
  );
  const step = leastStep(changes, from);
  const least = { step, version: raised(from, step) };
  const packages = Object.fromEntries([...published].map(([name, { version }]) => [name, version]));
  return {
    changes,
    approvals,
    versions: { released: from, current: to.version, packages },
    least,
    planned: plan,
    diagnostics: [
      ...(base === undefined ? checkReleased(root, released.text) : []),
      ...checkVersions(base === undefined ? from : undefined, to, published, fixed),
      ...diagnostics,
      ...checkPlan(changes, least, plan),
    ],
  };
}

/** Compares two bundles alone: without approvals, changesets and versions of this repository. */
export async function reviewFiles(base: string, current: string): Promise<Review> {
  const [one, other] = [base, current].map((it) =>
    readDocument(process.cwd(), it, 'name a bundle'),
  ) as [Document, Document];
  const changes = await compareContracts(one, other);
  const [from, to] = [one, other].map(
    ({ file, text }) => versionIn(file, text, '/info/version').version,
  ) as [string, string];
  const step = leastStep(changes, from);
  return {
    changes: changes.map((change) => ({
      ...change,
      approvalState: 'not needed',
      approval: undefined,
    })),
    approvals: [],
    versions: { released: from, current: to, packages: {} },
    least: { step, version: raised(from, step) },
    planned: { step: 'none', version: to, changesets: [] },
    diagnostics: [],
  };
}

function readDocument(root: string, file: string, hint: string): Document {
  const path = relative(root, resolve(root, file));
  const isInside = !isAbsolute(path) && !path.startsWith('..');
  return {
    file: isInside ? path.replaceAll(sep, '/') : file,
    text: readText(root, file, hint),
  };
}
