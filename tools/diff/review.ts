/** Reviews the contract against its last release. */
import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceFiles } from '@agent-conversation/cli/source';
import { textOf, valueAt } from '@agent-conversation/contract';
import { applyApprovals, approvalsFile, readApprovals } from './approvals.ts';
import { compareContracts, inOrder } from './compare.ts';
import { type Document, InputFile, readText } from './contract.ts';
import type { Diagnostic, Review, ReviewedChange, Since } from './model.ts';
import { changesSince } from './since.ts';
import { withSources } from './sources.ts';
import {
  checkPlan,
  checkVersions,
  leastTarget,
  readPlan,
  versionIn,
} from './versions.ts';

export { approvalsFile } from './approvals.ts';
export { compareContracts } from './compare.ts';
export type { Document } from './contract.ts';
export type * from './model.ts';
export { effects, steps } from './model.ts';
export { prettyReport } from './report.ts';
export { sourcesFile, sourcesOf } from './sources.ts';
export { readPlan } from './versions.ts';

/** The contract of the last release, as one file. */
export const releasedFile = 'openapi/released/openapi.yaml';
/** Its SHA-256, in the format of `sha256sum`. */
export const digestFile: string = `${releasedFile}.sha256`;
/** This repository. */
export const ownRoot: string = fileURLToPath(
  new URL('../../', import.meta.url),
);

const contractFile = 'openapi/openapi.yaml';
const bundleFile = 'openapi/dist/openapi.yaml';
const restore = 'restore it from git; only `npm run release` writes it';

export interface ReviewOptions {
  /** The root of the repository. */
  readonly root?: string;
  /** A bundle to compare with instead of the last release, relative to the root or absolute. */
  readonly base?: string | undefined;
  /** A branch, tag or commit: what changed since its last common commit with HEAD is reported as well. */
  readonly since?: string | undefined;
  /** The day on which approvals must be valid, as YYYY-MM-DD; today (UTC) by default. */
  readonly today?: string;
}

/**
 * Compares the contract with its last release, and checks approvals, changesets and versions. Build the bundle in
 * `openapi/dist/` first.
 *
 * @throws {CommandError} when something cannot be read
 */
export async function reviewContract(
  options: ReviewOptions = {},
): Promise<Review> {
  const {
    root = ownRoot,
    base,
    since: ref,
    today = new Date().toISOString().slice(0, 10),
  } = options;
  const isReleased = base === undefined;
  const released = readDocument(
    root,
    base ?? releasedFile,
    isReleased ? restore : 'name a bundle',
  );
  const current = {
    ...readDocument(root, bundleFile, 'run `npm run build`'),
    sources: new SourceFiles(root),
  };
  const approvals = readApprovals(
    readText(
      root,
      approvalsFile,
      'without approvals, it contains `approvals: []`',
    ),
  );
  const from = isReleased
    ? versionOf(released).version
    : anyVersionOf(released);
  const to = versionOf(readDocument(root, contractFile, 'it is the contract'));
  const release = await readPlan(root);
  const differences =
    released.text === current.text ? [] : compareContracts(released, current);
  const all = inOrder(
    isReleased ? withSources(differences, root) : differences,
  );
  const { changes, diagnostics } = applyApprovals(
    all,
    approvals,
    today,
    isReleased,
  );
  const least = leastTarget(changes, from);
  const since =
    ref === undefined
      ? undefined
      : withApprovals(changesSince(root, ref, all), changes);
  const packages = [...release.published].map(([name, { version }]) => [
    name,
    version,
  ]);
  return {
    changes,
    approvals,
    versions: {
      released: from,
      current: to.version,
      packages: Object.fromEntries(packages),
    },
    least,
    planned: release.plan,
    since,
    diagnostics: [
      ...(isReleased ? checkReleased(root, released.text) : []),
      ...checkVersions(isReleased ? from : undefined, to, release),
      ...diagnostics,
      ...checkPlan(changes, since, release.plan, from),
    ],
  };
}

/** A branch may make a change that was compared with the release as well: it has the same approval. */
function withApprovals(
  since: ReturnType<typeof changesSince>,
  reviewed: readonly ReviewedChange[],
): Since {
  const changes = since.changes.map((change): ReviewedChange => {
    const same = reviewed.find(
      ({ fingerprint }) => fingerprint === change.fingerprint,
    );
    const { approvalState = 'not needed', approval, sources = [] } = same ?? {};
    return { ...change, approvalState, approval, sources };
  });
  return { ...since, changes };
}

/** Compares two bundles alone: without approvals, changesets and versions of this repository. */
export function reviewFiles(base: string, current: string): Review {
  const read = (file: string) =>
    readDocument(process.cwd(), file, 'name a bundle');
  const [one, other] = [read(base), read(current)];
  const changes = compareContracts(one, other);
  const [from, to] = [anyVersionOf(one), anyVersionOf(other)];
  return {
    changes: changes.map((it) => ({
      ...it,
      approvalState: 'not needed',
      approval: undefined,
    })),
    approvals: [],
    versions: { released: from, current: to, packages: {} },
    least: leastTarget(changes, from),
    planned: { step: 'none', version: to, changesets: [] },
    since: undefined,
    diagnostics: [],
  };
}

const versionOf = ({ file, text }: Document) =>
  versionIn(file, text, '/info/version');

/** Other contracts have versions of other forms, such as `v1`. */
const anyVersionOf = ({ file, text }: Document): string =>
  textOf(valueAt(new InputFile(file, text).root, '/info/version'));

/** Returns the content of the digest file for a released contract. */
export function digestOf(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  openapi.yaml\n`;
}

/** Detects edits of the released contract. */
function checkReleased(root: string, text: string): readonly Diagnostic[] {
  if (readText(root, digestFile, restore) === digestOf(text)) return [];
  const message = `The released contract was edited: its SHA-256 differs from ${digestFile}; ${restore}.`;
  return [
    {
      kind: 'released-edited',
      location: { file: releasedFile, line: 1 },
      message,
    },
  ];
}

/** Reads a file; inside of the root, its name is relative to it, with `/`. */
function readDocument(root: string, file: string, hint: string): Document {
  const path = relative(root, resolve(root, file));
  const isOutside = isAbsolute(path) || path.startsWith('..');
  const name = isOutside ? file : path.replaceAll(sep, '/');
  return { file: name, text: readText(root, file, hint) };
}
