/** The release of this repository, in a copy: made, packed reproducibly, published to a registry on this machine. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { repository } from '@agent-conversation/cli/process';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { reviewContract } from '@agent-conversation/diff';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Context, releaseCommand } from '../main.ts';
import { packPackages, type PackedRelease, sha512Of } from '../pack.ts';
import { publishedPackages } from '../packages.ts';
import { build } from '../run.ts';
import { startRegistry } from './registry.ts';

let copy: string;
beforeAll(() => {
  copy = copyWorktree(repository);
  fs.appendFileSync(join(copy, '.gitignore'), '/packed/\n/npmrc\n');
  fs.writeFileSync(
    join(copy, '.changeset/acceptance-test.md'),
    `---\n'@agent-conversation/mock': minor\n---\n\nAn acceptance test.\n`,
  );
  commit();
});
afterAll(() => removeWorktree(copy));

function commit(): void {
  const git = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', [...git, 'add', '--all'], { cwd: copy });
  execFileSync('git', [...git, 'commit', '--quiet', '--message', 'A'], { cwd: copy });
}

async function release(args: readonly string[], context: Partial<Context> = {}) {
  const ended = { code: 0, err: '' };
  const io = { out: () => undefined, err: (text: string) => void (ended.err += text) };
  ended.code = await runCommand(releaseCommand({ root: copy, ...context }), args, io);
  return ended;
}

test('packs the same bytes wherever it runs, and publishes them', async () => {
  // The changes since the last release do not matter here: what is built now is packed.
  const released = async (root: string) => {
    const review = await reviewContract({ root });
    const planned = { ...review.planned, changesets: [] };
    return { ...review, planned, changes: [], diagnostics: [] };
  };
  const done = { code: 0, err: '' };
  const options = { review: released };
  expect(await release(['pack', join(copy, 'packed')], options)).toEqual(done);
  const packed = fs.readFileSync(join(copy, 'packed/release.json'), 'utf8');
  const { packages, hashes } = JSON.parse(packed) as PackedRelease;

  // Again, as somebody who lives elsewhere and whose files nobody else can read.
  vi.stubEnv('TZ', 'Pacific/Auckland').stubEnv('LC_ALL', 'sv_SE.UTF-8');
  const built = fs.globSync('{openapi,packages/*}/dist/**/*.*', { cwd: copy });
  for (const file of built) fs.chmodSync(join(copy, file), 0o700);
  fs.mkdirSync(join(copy, 'packed/again'));
  const again = await packPackages(join(copy, 'packed/again'), copy);
  vi.unstubAllEnvs();
  expect(again).toEqual(packages);
  for (const name of again.flatMap(({ file, sbom }) => [file, sbom])) {
    expect(sha512Of(join(copy, 'packed/again', name))).toBe(hashes[name]);
  }
  const sbom = fs.readFileSync(join(copy, 'packed/again', again.at(-1)!.sbom), 'utf8');
  expect(sbom).toContain('"bom-ref": "jsonc-parser@');
  expect(sbom).not.toContain('"bom-ref": "vitest@');

  const token = 'secret-of-the-test';
  const registry = await startRegistry(token);
  const { host } = new URL(registry.address);
  const config = `registry=${registry.address}\n//${host}/:_authToken=${token}\n`;
  fs.writeFileSync(join(copy, 'npmrc'), config);
  vi.stubEnv('NPM_CONFIG_USERCONFIG', join(copy, 'npmrc'));
  const published = await release(['publish', '--from', join(copy, 'packed')]);
  vi.unstubAllEnvs();
  await registry.close();
  expect(published).toEqual(done);
  expect([...registry.published]).toEqual(
    packages.map(({ name, version, file }) => [`${name}@${version}`, hashes[file]]),
  );
});

test('makes the next release', async () => {
  const [before] = publishedPackages(copy);
  const withoutDocs = async (root: string, folders: readonly string[]) => {
    if (!folders.includes('packages/docs')) await build(root, folders);
  };
  expect(await release(['version'], { build: withoutDocs })).toEqual({ code: 0, err: '' });
  const after = publishedPackages(copy);
  expect(new Set(after.map(({ version }) => version)).size).toBe(1);
  expect(after[0]!.version).not.toBe(before!.version);
  const mock = fs.readFileSync(join(copy, 'packages/mock/CHANGELOG.md'), 'utf8');
  expect(mock).toMatch(/^# .+\n\n## .+\n[^]*- An acceptance test\./);
});
