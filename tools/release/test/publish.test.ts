/** What is published is what was packed and checked, whatever the registry does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PackedRelease } from '../pack.ts';
import { Fixture } from './fixture.ts';
import { startRegistry, type TestRegistry } from './registry.ts';

const token = `npm_${'t'.repeat(36)}`;
const names = ['@agent-conversation/openapi', '@agent-conversation/conformance'];
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
  registry = await startRegistry(token);
  const { host } = new URL(registry.address);
  fixture.write('npmrc', `registry=${registry.address}\n//${host}/:_authToken=${token}\n`);
  vi.stubEnv('NPM_CONFIG_USERCONFIG', join(fixture.root, 'npmrc'));
  vi.stubEnv('NPM_CONFIG_CACHE', join(fixture.root, 'node_modules/cache'));
  vi.stubEnv('NPM_CONFIG_FETCH_RETRIES', '0');
  fixture.json('release/release.json', release);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  for (const tag of fixture.git('tag').split('\n').filter(Boolean)) fixture.git('tag', '-d', tag);
});

const publish = () => fixture.result(['publish', '--from', folder]);
const checked = () =>
  release.packages.map(({ name, file }) => [`${name}@0.1.0`, release.hashes[file]]);
const lines = (first: string, second: string, tag: string) =>
  `0 out: ${names[0]}@0.1.0: ${first}\n${names[1]}@0.1.0: ${second}\nv0.1.0: ${tag}\n`;

test('publishes the checked tarballs in the order in which they need each other, and tags', async () => {
  expect(await publish()).toBe(lines('published', 'published', 'tagged'));
  expect([...registry.published]).toEqual(checked());
  expect(fixture.git('tag', '--points-at', 'HEAD')).toBe('v0.1.0');
});

test('continues a release that was interrupted, and has nothing to do after one that was not', async () => {
  const skipped = 'skipped, the registry has it';
  registry.published.set(`${names[0]}@0.1.0`, release.hashes[`${openapi}.tgz`]!);
  expect(await publish()).toBe(lines(skipped, 'published', 'tagged'));
  expect([...registry.published]).toEqual(checked());
  expect(await publish()).toBe(lines(skipped, skipped, 'was tagged before'));
});

test('publishes nothing if the registry has another package of the version', async () => {
  registry.published.set(`${names[1]}@0.1.0`, 'sha512-other');
  const taken = 'the registry has another package of this version. Make a new release';
  expect(await publish()).toBe(`2 err: ${names[1]}@0.1.0: ${taken}\n`);
  expect(registry.published.size).toBe(1);
});

test('publishes nothing if the tag is on another commit', async () => {
  fixture.git('tag', 'v0.1.0', fixture.git('commit-tree', '-m', 'Other', 'HEAD^{tree}'));
  expect(await publish()).toMatch(/^2 err: The tag v0\.1\.0 /);
  expect(registry.published.size).toBe(0);
});

test.each([
  ['GET', 500, 'npm view failed: '],
  ['PUT', 403, 'changeset publish failed: '],
] as const)('reports without the token that %s fails with %d', async (method, status, message) => {
  registry.fail(method, status);
  const result = await publish();
  expect(result).toContain(`2 err: ${message}`);
  expect(result).toContain(`${status}`);
  expect(result).not.toContain(token);
  expect([...registry.published, fixture.git('tag')]).toEqual(['']);
});

const edit = (change: object) => JSON.stringify({ ...release, ...change });
const isNot = /release\.json: is not what npm run release -- pack writes/;
const elsewhere = { file: '../x.tgz', sbom: 'x' };
const hashes = { '../x.tgz': 'x', x: 'x' };
// prettier-ignore
test.each<[string, string, () => string, RegExp]>([
  ['a changed tarball', `${openapi}.tgz`, () => 'x', /0\.1\.0\.tgz: is not what was packed/],
  ['changed notes', 'notes.md', () => 'x', /notes\.md: is not what was packed/],
  ['another commit', 'release.json', () => edit({ commit: 'c0ffee' }), /was packed from c0ffee, and HEAD is/],
  ['no packages', 'release.json', () => edit({ packages: [] }), isNot],
  ['a tarball elsewhere', 'release.json', () => edit({ packages: [elsewhere], hashes }), isNot],
  ['no JSON', 'release.json', () => '{', isNot],
])('publishes nothing with %s', async (_, name, change, message) => {
  const file = join(folder, name);
  const before = readFileSync(file);
  writeFileSync(file, change());
  const result = await publish();
  writeFileSync(file, before);
  expect(result).toMatch(/^2 err: /);
  expect(result).toMatch(message);
  expect(registry.published.size).toBe(0);
});
