import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installScriptComplaints } from './install-script-complaints.ts';
import type { Manifest } from './manifest.ts';
import { manifestComplaints } from './manifest-complaints.ts';
import { publishedPackages } from './published-packages.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const packages = publishedPackages(repository);
const mock = packages.find(({ folder }) => folder === 'packages/mock')!;
const withManifest = (change: Manifest) => ({ ...mock, manifest: { ...mock.manifest, ...change } });

test('six packages are published', () => {
  expect(packages.map(({ folder }) => folder)).toEqual([
    'packages/client',
    'packages/conformance',
    'packages/mock',
    'openapi',
    'packages/types',
    'packages/validators',
  ]);
});

test.each(packages)('$name is fit to be published', (it) => {
  expect(manifestComplaints(it, repository)).toEqual([]);
  expect(installScriptComplaints(it, repository)).toEqual([]);
});

test.each<{ change: Manifest; says: string }>([
  { change: { name: 'mock' }, says: '/name: must have "@agent-conversation/mock"' },
  { change: { version: '1' }, says: '/version: must have a version' },
  { change: { description: 'A mock' }, says: '/description: must have a line that tells it' },
  { change: { keywords: ['mock'] }, says: '/keywords: must have three words to find it by' },
  { change: { license: 'ISC' }, says: '/license: must have "MIT"' },
  { change: { type: 'commonjs' }, says: '/type: must have "module"' },
  {
    change: { repository: { type: 'git', url: 'x', directory: 'packages/mock' } },
    says: '/repository/url: must have "git+https://',
  },
  {
    change: { repository: { ...mock.manifest.repository, directory: 'packages/mocks' } },
    says: '/repository/directory: must have "packages/mock"',
  },
  { change: { homepage: 'https://example.com' }, says: '/homepage: must have "https://github' },
  { change: { bugs: {} }, says: '/bugs/url: must have "https://github' },
  {
    change: { publishConfig: { access: 'restricted', provenance: true } },
    says: '/publishConfig/access: must have "public"',
  },
  {
    change: { publishConfig: { access: 'public' } },
    says: '/publishConfig/provenance: must have true',
  },
  { change: { engines: {} }, says: '/engines/node: must have the oldest Node' },
  { change: { engines: { node: '*' } }, says: '/engines/node: must have the oldest Node' },
  { change: { files: [] }, says: '/files: must have the files that are published' },
  {
    change: { exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } },
    says: '/exports: must have "./package.json", for tools',
  },
  {
    change: { exports: { '.': './dist/index.js', './package.json': './package.json' } },
    says: '/exports: must have "types" before "default" for "."',
  },
  {
    change: {
      exports: {
        '.': { default: './dist/index.js', types: './dist/index.d.ts' },
        './package.json': './package.json',
      },
    },
    says: '/exports: must have "types" and "default", in this order, for "."',
  },
  {
    change: { scripts: { build: 'tsc', prepare: 'tsc', postinstall: 'node .' } },
    says: '/scripts: must have no script that npm runs by itself: prepare, postinstall',
  },
  {
    change: { dependencies: { '@agent-conversation/types': '*' } },
    says: `/dependencies/@agent-conversation~1types: must have "^${mock.version}"`,
  },
  {
    change: { dependencies: { '@agent-conversation/cli/browser': '0.1.0' } },
    says: '/dependencies/@agent-conversation~1browser: is private, so nobody could install it',
  },
  {
    change: { dependencies: { negotiator: '^1.0.0' } },
    says: '/dependencies/negotiator: must have one version',
  },
  {
    change: { peerDependencies: { negotiator: 'workspace:*' } },
    says: '/peerDependencies/negotiator: must have one version',
  },
])('a manifest is refused: $says', ({ change, says }) => {
  expect(manifestComplaints(withManifest(change), repository)).toEqual([
    expect.stringContaining(`packages/mock/package.json#${says}`),
  ]);
});

test('a manifest that does not tell of side effects is refused', () => {
  const { sideEffects, ...manifest } = mock.manifest;
  expect(sideEffects).toEqual(['./dist/cli.js']);
  expect(manifestComplaints({ ...mock, manifest }, repository)).toEqual([
    'packages/mock/package.json#/sideEffects: must have what has side effects',
  ]);
});

test('telemetry that is not switched off is refused', () => {
  const loud = withManifest({ scarfSettings: { enabled: true } });
  expect(installScriptComplaints(loud, repository)).toEqual([
    'packages/mock/package.json#/scarfSettings: must have {"enabled": false}, as it brings @scarf/scarf',
  ]);
});

describe('the texts of a package', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'manifest-'));
    for (const file of ['LICENSE', 'packages/mock/LICENSE', 'packages/mock/README.md']) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(repository, file), join(root, file));
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const complaints = () => manifestComplaints(withManifest({ dependencies: {} }), root);

  test('are there', () => {
    expect(complaints()).toEqual([]);
  });

  test.each(['README.md', 'LICENSE'])('must have the %s', (text) => {
    rmSync(join(root, 'packages/mock', text));
    expect(complaints()).toEqual([`packages/mock/${text}: must be there`]);
  });

  test('must have the licence of the repository', () => {
    writeFileSync(join(root, 'packages/mock/LICENSE'), 'Another licence\n');
    expect(complaints()).toEqual(['packages/mock/LICENSE: must be the same as LICENSE']);
  });
});
