import type { Complaint } from '../model/complaint.ts';
import type { PlacedVersion } from './read-versions.ts';

const byHand = 'Only `npm run release -- version` raises versions: take back what was done by hand';

/**
 * Complains of versions that are not one: that of the last release, of the contract and of its packages.
 *
 * @param released undefined when the contract is held against another one than that of the last release
 */
export function judgeVersions(
  released: string | undefined,
  current: PlacedVersion,
  published: ReadonlyMap<string, PlacedVersion>,
  fixed: readonly (readonly string[])[],
): readonly Complaint[] {
  const complaint = (place: Complaint['place'], message: string): Complaint => ({
    kind: 'versions-disagree',
    place,
    message,
    paste: undefined,
  });
  const complaints: Complaint[] = [];
  if (released !== undefined && current.version !== released) {
    complaints.push(
      complaint(
        current.place,
        `info.version is ${current.version}, and the last release is ${released}. ${byHand}`,
      ),
    );
  }
  const wanted = released ?? current.version;
  for (const [name, { version, place }] of published) {
    if (version === wanted) continue;
    const message = `${name} has the version ${version}, and the contract ${wanted}. ${byHand}`;
    complaints.push(complaint(place, message));
  }
  const names = [...published.keys()];
  if (!fixed.some((group) => names.every((name) => group.includes(name)))) {
    complaints.push(
      complaint(
        { file: '.changeset/config.json', line: 1 },
        `No group of \`fixed\` has all packages that are published: ${names.join(', ')}`,
      ),
    );
  }
  return complaints;
}
