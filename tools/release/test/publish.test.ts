/** What is published is what was packed and checked, whatever the registry does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@agent-conversation/shared/process';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from 'vitest';
import type { PackedRelease } from '../pack.ts';
import { Fixture } from './fixture.ts';
import { startRegistry, type TestRegistry } from './registry.ts';

const names = [
  '@agent-conversation/openapi',
  '@agent-conversation/conformance',
];
const openapi = 'agent-conversation-openapi-0.1.0';
let fixture: Fixture;
let folder: string;
let release: PackedRelease;
let registry: TestRegistry;

beforeAll(async () => {
  fixture = new Fixture();
  folder = join(fixture.root, 'release');
  await fixture.run(['pack', folder]);
  release = JSON.parse(fixture.read('release/release.json')) as PackedRelease;
});
afterAll(() => fixture.remove());

beforeEach(async () => {
  registry = await startRegistry();
  vi.stubEnv('NPM_CONFIG_USERCONFIG', registry.npmrc.publisher);
  vi.stubEnv('NPM_CONFIG_CACHE', join(fixture.root, 'node_modules/cache'));
  vi.stubEnv('NPM_CONFIG_FETCH_RETRIES', '0');
  fixture.json('release/release.json', release);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
});

const publish = () => fixture.result(['publish', '--from', folder]);
const publications = () =>
  Promise.all(names.map((name) => registry.publicationOf(name, '0.1.0')));
const nothing = [undefined, undefined];

/** Publishes a package as somebody else would: a tarball or a folder. */
const publishOther = (path: string) =>
  runProgram('npm', ['publish', path, '--provenance=false'], {
    cwd: fixture.root,
  });

const lines = (first: string, second: string) =>
  `0 out: ${names[0]}@0.1.0: ${first}\n${names[1]}@0.1.0: ${second}\n`;

test('publishes the checked tarballs in the order in which they need each other', async () => {
  expect(await publish()).toBe(lines('published', 'published'));
  const published = await publications();
  expect(published.map((it) => it?.integrity)).toEqual(
    release.packages.map(({ integrity }) => integrity),
  );
  const times = published.map((it) => it!.time);
  expect(times).toEqual(times.toSorted());
});

test('continues a release that was interrupted, and has nothing to do after one that was not', async () => {
  const skipped = 'skipped, the registry has it';
  expect(await publishOther(join(folder, `${openapi}.tgz`))).toMatchObject({
    ok: true,
  });
  expect(await publish()).toBe(lines(skipped, 'published'));
  expect(await publications()).not.toContain(undefined);
  expect(await publish()).toBe(lines(skipped, skipped));
});

test('publishes nothing if the registry has another package of the version', async () => {
  const manifest = {
    name: names[1],
    version: '0.1.0',
    description: 'Another one',
  };
  fixture.json('node_modules/other/package.json', manifest);
  expect(await publishOther('./node_modules/other')).toMatchObject({
    ok: true,
  });
  const taken =
    'the registry has another package of this version. Make a new release';
  expect(await publish()).toBe(`2 err: ${names[1]}@0.1.0: ${taken}\n`);
  expect(await registry.publicationOf(names[0]!, '0.1.0')).toBeUndefined();
});

test.each([
  {
    title: 'is not reachable',
    environment: { npm_config_registry: 'http://127.0.0.1:1/' },
    program: 'npm view',
    reason: 'ECONNREFUSED',
  },
  {
    title: 'rejects the user',
    environment: {},
    program: 'npm publish',
    reason: 'not allowed',
  },
])(
  'reports that the registry $title, without the key',
  async ({ environment, program, reason }) => {
    vi.stubEnv('NPM_CONFIG_USERCONFIG', registry.npmrc.reader);
    for (const [name, value] of Object.entries(environment))
      vi.stubEnv(name, value);
    const result = await publish();
    expect(result).toContain(`2 err: ${program} failed: `);
    expect(result).toContain(reason);
    for (const key of registry.keys) expect(result).not.toContain(key);
    expect(await publications()).toEqual(nothing);
  },
);

const edit = (change: object) => JSON.stringify({ ...release, ...change });
const isNot = /release\.json: is not what npm run release -- pack writes/;
test.each<{
  title: string;
  name: string;
  change: () => string;
  message: RegExp;
}>([
  {
    title: 'a changed tarball',
    name: `${openapi}.tgz`,
    change: () => 'x',
    message: /0\.1\.0\.tgz: is not what was packed/,
  },
  {
    title: 'another commit',
    name: 'release.json',
    change: () => edit({ commit: 'c0ffee' }),
    message: isNot,
  },
  {
    title: 'a tarball that is not there',
    name: 'release.json',
    change: () => edit({ packages: [{ filename: 'x.tgz' }] }),
    message: /x\.tgz: is not what was packed/,
  },
  {
    title: 'a package without a hash',
    name: 'release.json',
    change: () => edit({ packages: [{ filename: `${openapi}.tgz` }] }),
    message: /0\.1\.0\.tgz: is not what was packed/,
  },
  {
    title: 'no JSON',
    name: 'release.json',
    change: () => '{',
    message: isNot,
  },
])('publishes nothing with $title', async ({ name, change, message }) => {
  const file = join(folder, name);
  const before = readFileSync(file);
  writeFileSync(file, change());
  const result = await publish();
  writeFileSync(file, before);
  expect(result).toMatch(/^2 err: /);
  expect(result).toMatch(message);
  expect(await publications()).toEqual(nothing);
});
