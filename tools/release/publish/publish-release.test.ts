import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CheckedRelease } from '../checked/checked-release.ts';
import { sha512Of } from '../checked/sha512.ts';
import { startRegistry, type TestRegistry } from '../testing/registry.ts';
import { publishRelease } from './publish-release.ts';

const token = `npm_${'t'.repeat(36)}`;
const root = mkdtempSync(join(tmpdir(), 'publish-'));
const folder = join(root, 'release');
let registry: TestRegistry;
let release: CheckedRelease;

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
  })
    .toString()
    .trim();

/** A package whose manifest demands what ours do. */
function pack(name: string) {
  const manifest = {
    name: `@lamps/${name}`,
    version: '0.2.0',
    publishConfig: { access: 'public', provenance: true },
    scripts: { prepublishOnly: 'exit 1' },
  };
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, 'package.json'), JSON.stringify(manifest));
  const args = ['pack', `./${name}`, '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: root, stdio: 'pipe' }).toString());
  const { filename: file, integrity: sha512, size: bytes } = packed;
  const sbom = `${name}.cdx.json`;
  writeFileSync(join(folder, sbom), '{}\n');
  const sbomSha512 = sha512Of(Buffer.from('{}\n'));
  return { name: manifest.name, version: '0.2.0', file, sha512, bytes, sbom, sbomSha512 };
}

/** Changes the bytes of a checked file; what it returns takes them back. */
function spoilFile(name: string, change: (file: string, bytes: Buffer) => void): () => void {
  const file = join(folder, name);
  const bytes = readFileSync(file);
  change(file, bytes);
  return () => writeFileSync(file, bytes);
}
const longer = (file: string, bytes: Buffer) =>
  writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]));
const gone = (file: string) => rmSync(file);

beforeAll(() => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'First');
  mkdirSync(folder);
  release = {
    commit: git('rev-parse', 'HEAD'),
    version: '0.2.0',
    packages: [pack('bulb'), pack('lamp')],
  };
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(async () => {
  registry = await startRegistry(token);
  const { host } = new URL(registry.address);
  const config = join(root, 'npmrc');
  writeFileSync(config, `registry=${registry.address}\n//${host}/:_authToken=${token}\n`);
  vi.stubEnv('NPM_CONFIG_USERCONFIG', config);
  vi.stubEnv('NPM_CONFIG_CACHE', join(root, 'cache'));
  vi.stubEnv('NPM_CONFIG_FETCH_RETRIES', '0');
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  for (const tag of git('tag').split('\n').filter(Boolean)) git('tag', '--delete', tag);
});

async function publish(): Promise<readonly string[]> {
  const lines: string[] = [];
  await publishRelease(root, folder, (line) => lines.push(line));
  return lines;
}

const published = () => [...registry.published];
const wanted = () => release.packages.map(({ name, sha512 }) => [`${name}@0.2.0`, sha512]);

test('exactly the tarballs that were checked are published, in their order, and the commit is tagged', async () => {
  expect(await publish()).toEqual([
    '@lamps/bulb@0.2.0: published',
    '@lamps/lamp@0.2.0: published',
    'v0.2.0: tagged',
  ]);
  expect(published()).toEqual(wanted());
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
});

test('what the registry has is skipped, so that a release that was broken off is ended', async () => {
  registry.published.set('@lamps/bulb@0.2.0', release.packages[0]!.sha512);
  expect(await publish()).toEqual([
    '@lamps/bulb@0.2.0: skipped, the registry has it',
    '@lamps/lamp@0.2.0: published',
    'v0.2.0: tagged',
  ]);
  expect(published()).toEqual(wanted());
});

test('a release that was published leaves nothing to do', async () => {
  for (const { name, sha512 } of release.packages) registry.published.set(`${name}@0.2.0`, sha512);
  git('tag', 'v0.2.0');
  expect(await publish()).toEqual([
    '@lamps/bulb@0.2.0: skipped, the registry has it',
    '@lamps/lamp@0.2.0: skipped, the registry has it',
    'v0.2.0: was tagged before',
  ]);
});

test('another package under the same version is refused before anything is published', async () => {
  registry.published.set('@lamps/lamp@0.2.0', sha512Of(Buffer.from('other')));
  await expect(publish()).rejects.toThrow('@lamps/lamp@0.2.0: the registry has another package');
  expect(registry.published.size).toBe(1);
  expect(git('tag')).toBe('');
});

test.each([
  ['GET', 401, '@lamps/bulb@0.2.0: the registry does not tell whether it has it: code E401 '],
  ['GET', 500, '@lamps/bulb@0.2.0: the registry does not tell whether it has it: code E500 '],
  ['PUT', 403, 'lamps-bulb-0.2.0.tgz: is not published: code E403 '],
] as const)(
  'a registry that answers a %s with %d is told of, never with the token',
  async (method, status, told) => {
    registry.refuse(method, status);
    const error = await publish().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(told);
    expect(String(error)).toContain('not with Bearer ***');
    expect(String(error)).not.toContain(token);
    expect(published()).toEqual([]);
    expect(git('tag')).toBe('');
  },
);

test.each([
  [
    'a tarball with another byte',
    ({ packages: [, lamp] }: CheckedRelease) => spoilFile(lamp!.file, longer),
    /lamps-lamp-0\.2\.0\.tgz: is not what was checked/,
  ],
  [
    'a tarball that is missing',
    ({ packages: [bulb] }: CheckedRelease) => spoilFile(bulb!.file, gone),
    /lamps-bulb-0\.2\.0\.tgz: cannot be read/,
  ],
  [
    'a bill of materials with another byte',
    () => spoilFile('lamp.cdx.json', longer),
    /lamp\.cdx\.json: is not what was checked/,
  ],
  [
    'a bill of materials that is missing',
    () => spoilFile('bulb.cdx.json', gone),
    /bulb\.cdx\.json: cannot be read/,
  ],
  [
    'another commit',
    (it: CheckedRelease) => write({ ...it, commit: 'c0ffee' }),
    /packed from c0ffee, and/,
  ],
  [
    'no packages',
    (it: CheckedRelease) => write({ ...it, packages: [] }),
    /release\.json: is not what/,
  ],
  [
    'a tarball elsewhere',
    (it: CheckedRelease) => write({ ...it, packages: [{ ...it.packages[0]!, file: '../x.tgz' }] }),
    /release\.json: is not what/,
  ],
  [
    'a bill of materials elsewhere',
    (it: CheckedRelease) => write({ ...it, packages: [{ ...it.packages[0]!, sbom: '../x' }] }),
    /release\.json: is not what/,
  ],
  ['no JSON', () => write('{'), /release\.json: is not what/],
])('%s is refused, and nothing is published', async (_, spoil, message) => {
  const restore = spoil(release);
  await expect(publish()).rejects.toThrow(message);
  expect(published()).toEqual([]);
  expect(git('tag')).toBe('');
  restore();
});

test('a tag on another commit is refused before anything is published', async () => {
  git('tag', 'v0.2.0', git('commit-tree', '-m', 'Other', 'HEAD^{tree}'));
  await expect(publish()).rejects.toThrow('The tag v0.2.0 is on ');
  expect(published()).toEqual([]);
});

function write(content: unknown): () => void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'release.json'), text);
  return () => undefined;
}
