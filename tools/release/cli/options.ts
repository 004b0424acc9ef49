import { parseArgs } from 'node:util';
import { ReleaseError } from '../release-error.ts';

/** What was asked for. */
export type Options =
  | { readonly command: 'help' | 'dry-run' | 'plan' | 'version' }
  | { readonly command: 'pack' | 'publish'; readonly folder: string };

export const usage = `Makes a release of the contract and of its packages, which have one version.

Usage: npm run release -- --dry-run
       npm run release -- plan
       npm run release -- version
       npm run release -- pack FOLDER
       npm run release -- publish --from FOLDER

  --dry-run      shows the whole release and writes nothing: versions, changesets, changes with their
                 approvals, the entry of the changelog, the tarballs, and the order of publishing.
                 Ends as \`version\`, and then \`pack\`, would.
  plan           says in a word what is to be done with the commit that is checked out: \`publish\` it, as origin
                 has no tag of its version, \`propose\` the next release, as there are changesets, or \`nothing\`,
                 also when there are changesets and \`main\` of origin is another commit. With changesets on top
                 of a version that is not published, it refuses.
  version        makes the release in the tree, for a pull request: raises the versions as the changesets in
                 .changeset/ say and removes these, writes what has changed into openapi/changelog.yaml,
                 and makes the contract the one that the next is held against. All of it or nothing.
  pack FOLDER    builds and packs the packages, with a bill of materials for each (CycloneDX), and writes the
                 commit and the hashes into FOLDER/release.json. FOLDER is made; all of it or nothing.
  publish --from FOLDER
                 publishes the packages in FOLDER as they are there, if this is the commit that they
                 were packed from: those that the registry does not have. Then tags the commit. npm takes the
                 registry and the token from its own configuration; outside of this machine, only CI
                 can publish, as npm states there where a package was made (provenance).
  --help         shows this

All but --help demand a tree without changes. Ends with 0 when it is done, 1 when the review has complaints
(npm run diff), a package is not fit to be published or \`plan\` refuses, 2 when it could not run; then nothing was written.
`;

/** @throws {ReleaseError} naming the command or option that is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const { help, from, 'dry-run': isDry } = values;
  if (help) return { command: 'help' };
  const [command, folder, ...others] = positionals;
  if (isDry) {
    if (command !== undefined || from !== undefined) {
      throw misuse('--dry-run shows the whole release: it takes no command or other option');
    }
    return { command: 'dry-run' };
  }
  if (from !== undefined && command !== 'publish') {
    throw misuse('--from goes with publish alone');
  }
  if ((command === 'plan' || command === 'version') && folder === undefined) return { command };
  if (command === 'pack' && folder !== undefined && others.length === 0) return { command, folder };
  if (command === 'publish' && folder === undefined && from) return { command, folder: from };
  throw misuse(mistakes[command ?? ''] ?? `There is no command '${command}'`);
}

const mistakes: Readonly<Record<string, string>> = {
  '': 'Say what to do: plan, version, pack, publish or --dry-run',
  plan: 'plan takes nothing more',
  version: 'version takes nothing more',
  pack: 'pack takes one folder for the tarballs, and nothing more',
  publish: 'publish takes --from FOLDER, which `pack` has filled, and nothing more',
};

function misuse(message: string): ReleaseError {
  return new ReleaseError(`${message.replace(/\.$/, '')}. See npm run release -- --help`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        from: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw misuse((error as Error).message.split('\n')[0]!);
  }
}
