import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { peersFolder } from '../peers.ts';
import { sizes, writeContract } from './contracts.ts';
import type { Subject } from './subjects.ts';

/** Where the sites are: each in the folder of its subject, in the folder of its size. */
export const sitesFolder: string = join(peersFolder, 'generated/docs');
/** How often a site that takes time to build is built: of a large contract once, as it may take minutes. */
export const buildCounts: Readonly<Record<'real' | 'larger', number>> = { real: 3, larger: 1 };

/** How long builds took, in milliseconds, build by build, by the size of the contract. */
export type BuildTimes = Readonly<Record<number, number[]>>;

/** The address of a site, from the folder of all. */
export function siteOf({ id }: Subject, size: number): string {
  return `${size}/${id}/`;
}

/**
 * Builds the sites of all subjects, in turn.
 *
 * @param report called with a line for each build
 * @returns the times, by the id of the subject; of those that are prerendered
 * @throws {Error} when a site cannot be built
 */
export async function buildSites(
  subjects: readonly Subject[],
  report: (line: string) => void,
): Promise<ReadonlyMap<string, BuildTimes>> {
  await rm(sitesFolder, { recursive: true, force: true });
  const contracts = new Map<number, string>();
  for (const size of sizes) {
    contracts.set(size, await writeContract(size, join(sitesFolder, `${size}/contract`)));
  }
  const times = new Map(
    subjects
      .filter(({ prerendered }) => prerendered)
      .map(({ id }) => [
        id,
        Object.fromEntries(sizes.map((size): [number, number[]] => [size, []])),
      ]),
  );
  for (const [size, contract] of contracts) {
    const counts = size === sizes[0] ? buildCounts.real : buildCounts.larger;
    for (let count = 1; count <= counts; count++) {
      for (const subject of subjects) {
        if (count > 1 && !subject.prerendered) continue;
        const time = await build(subject, contract, join(sitesFolder, siteOf(subject, size)));
        times.get(subject.id)?.[size]!.push(time);
        report(`build ${count}/${counts}  ${size}  ${subject.id}  ${time.toFixed()} ms`);
      }
    }
  }
  return times;
}

async function build(subject: Subject, contract: string, folder: string): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const begin = performance.now();
  await subject.build(contract, folder);
  const time = performance.now() - begin;
  for (const { address } of Object.values(subject.places)) {
    const [path] = address.split('#');
    await access(join(folder, path || 'index.html'));
  }
  return time;
}
