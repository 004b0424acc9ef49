import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const manifests = 'tools/release/pack/manifest-complaints.test.ts';
const publishing = 'tools/release/publish/publish-release.test.ts';

/** Faults in the packages as they are published, and in what publishes them. */
export const publishMutants: readonly FileMutant[] = [
  {
    operator: 'G11',
    title: 'tarballs are published without a look at what was checked',
    fast: true,
    gate: publishing,
    changes: [
      edit(
        'tools/release/checked/read-release.ts',
        'if (sha512Of(read(join(folder, name))) !== checked) {',
        'if (sha512Of(read(join(folder, name))) === name) {',
      ),
    ],
    says: ['a tarball with another byte is refused'],
  },
  {
    operator: 'G11',
    title: 'a version that the registry has with other bytes is published over',
    gate: publishing,
    changes: [
      edit(
        'tools/release/publish/publish-release.ts',
        'if (there === undefined) missing.push(checked);',
        'if (there !== sha512) missing.push(checked);',
      ),
    ],
    says: ['another package under the same version is refused before anything is published'],
  },
  {
    operator: 'G11',
    title: 'a package runs a script where it is installed',
    gate: manifests,
    changes: [
      edit(
        'packages/types/package.json',
        '  "scripts": {\n',
        '  "scripts": {\n    "postinstall": "node dist/index.js",\n',
      ),
    ],
    says: ['@agent-conversation/types is fit to be published', 'postinstall'],
  },
  {
    operator: 'G11',
    title: 'a package does not say where it comes from',
    gate: manifests,
    changes: [
      edit(
        'packages/client/package.json',
        '"directory": "packages/client"',
        '"directory": "client"',
      ),
    ],
    says: ['@agent-conversation/client is fit to be published', '/repository'],
  },
  {
    operator: 'G11',
    title: 'the mock lets what it brings report who installs it',
    gate: manifests,
    changes: [edit('packages/mock/package.json', '"enabled": false', '"enabled": true')],
    says: ['@scarf/scarf'],
  },
  {
    operator: 'G11',
    title: 'a bill of materials leaves out what is needed at run time',
    gate: 'tools/release/pack/sbom/make-sbom.test.ts',
    changes: [
      edit(
        'tools/release/pack/sbom/make-sbom.ts',
        '  for (const other of others) bom.components.add(other);\n',
        '  for (const other of others.slice(1)) bom.components.add(other);\n',
      ),
    ],
    says: ['components'],
  },
];
