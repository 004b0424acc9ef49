import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { expect, test } from 'vitest';
import type { Lockfile } from './lockfile.ts';
import { makeSbom } from './make-sbom.ts';
import { runtimeGraph } from './runtime-graph.ts';

const hash = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const entry = { version: '1.0.0', license: 'MIT', integrity: hash };
/** A workspace that needs another, and packages of which one is there twice. */
const lockfile: Lockfile = {
  '': { name: 'root', version: '0.0.0' },
  'packages/a': {
    ...entry,
    name: '@our/a',
    dependencies: { '@our/b': '^1.0.0', one: '1.0.0' },
  },
  'packages/b': {
    ...entry,
    name: '@our/b',
    dependencies: { '@their/two': '^1.0.0' },
    peerDependencies: { one: '*', absent: '*' },
    peerDependenciesMeta: { absent: { optional: true } },
  },
  'packages/b/node_modules/one': { ...entry, version: '2.0.0', license: 'Apache-2.0' },
  'node_modules/@our/a': { link: true, resolved: 'packages/a' },
  'node_modules/@our/b': { link: true, resolved: 'packages/b' },
  'node_modules/one': { ...entry, dependencies: { '@their/two': '2.0.0' } },
  'node_modules/one/node_modules/@their/two': { ...entry, version: '2.0.0', license: 'Own terms' },
  'node_modules/@their/two': {
    ...entry,
    version: '1.5.0-rc.1',
    dependencies: { one: '1.0.0' },
    optionalDependencies: { elsewhere: '1.0.0' },
  },
  'node_modules/unneeded': entry,
};

interface Sbom {
  readonly metadata: { readonly component: object };
  readonly components: readonly { readonly purl: string; readonly licenses: readonly object[] }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

const textOf = (start: string, locked = lockfile) =>
  makeSbom(runtimeGraph(locked, start), ({ integrity }) => integrity!, 'git+https://x.example/r');
const sbom = JSON.parse(textOf('packages/a')) as Sbom;

test('what Node would find is listed, each version once, and nothing else', () => {
  expect(sbom.components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40our/b@1.0.0',
    'pkg:npm/%40their/two@1.5.0-rc.1',
    'pkg:npm/%40their/two@2.0.0',
    'pkg:npm/one@1.0.0',
    'pkg:npm/one@2.0.0',
  ]);
});

test('the graph has what each one needs', () => {
  const graph = sbom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]);
  expect(Object.fromEntries(graph)).toEqual({
    'pkg:npm/%40our/a@1.0.0': ['pkg:npm/%40our/b@1.0.0', 'pkg:npm/one@1.0.0'],
    'pkg:npm/%40our/b@1.0.0': ['pkg:npm/%40their/two@1.5.0-rc.1', 'pkg:npm/one@2.0.0'],
    'pkg:npm/%40their/two@1.5.0-rc.1': ['pkg:npm/one@1.0.0'],
    'pkg:npm/%40their/two@2.0.0': [],
    'pkg:npm/one@1.0.0': ['pkg:npm/%40their/two@2.0.0'],
    'pkg:npm/one@2.0.0': [],
  });
});

test('licences are told by their id, and others by their words', () => {
  const licenses = sbom.components.map(({ licenses: [it] }) => it);
  expect(licenses).toEqual([
    { license: { id: 'MIT' } },
    { license: { id: 'MIT' } },
    { license: { name: 'Own terms' } },
    { license: { id: 'MIT' } },
    { license: { id: 'Apache-2.0' } },
  ]);
});

test('the schema of CycloneDX takes it, and not a broken one', async () => {
  const validator = new JsonStrictValidator(Version.v1dot6);
  expect(await validator.validate(textOf('packages/a'))).toBeNull();
  const broken = textOf('packages/a').replace('"alg": "SHA-512"', '"alg": "SHA512"');
  expect(await validator.validate(broken)).not.toBeNull();
});

test('it is the same in whichever order the lockfile has the packages', () => {
  const turned = Object.fromEntries(Object.entries(lockfile).toReversed());
  expect(textOf('packages/a', turned)).toBe(textOf('packages/a'));
});

test.each([
  {
    lacks: 'node_modules/one/node_modules/@their/two',
    start: 'packages/gone',
    says: 'package-lock.json has no version of packages/gone',
  },
  {
    lacks: 'node_modules/@their/two',
    start: 'packages/b',
    says: 'package-lock.json has no @their/two, which packages/b needs',
  },
])('a lockfile without $lacks: $says', ({ lacks, start, says }) => {
  const { [lacks]: _, ...rest } = lockfile;
  expect(() => textOf(start, rest)).toThrow(says);
});
