/** The same files give the same packages, whoever packs them, wherever and whenever. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../next/build.ts';
import { type Packed, packPackages, publishedPackages } from './index.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
let tarballs: string;
let copies: readonly string[];
/** What was packed in each of the copies, and in the repository. */
let packs: readonly (readonly Packed[])[];

beforeAll(async () => {
  tarballs = mkdtempSync(join(tmpdir(), 'reproducible-'));
  const plain = await makeBuiltCopy();
  // The other belongs to somebody who lives elsewhere and lets nobody read their files.
  const umask = process.umask(0o077);
  vi.stubEnv('TZ', 'Pacific/Auckland').stubEnv('LC_ALL', 'sv_SE.UTF-8');
  const closed = await makeBuiltCopy();
  for (const file of filesOf(closed)) chmodSync(join(closed, file), 0o700);
  copies = [plain, closed];
  packs = [
    await packPackages(join(tarballs, '0'), plain),
    await packPackages(join(tarballs, '1'), closed),
  ];
  vi.unstubAllEnvs();
  process.umask(umask);
  packs = [...packs, await packPackages(join(tarballs, '2'))];
});
afterAll(() => {
  for (const copy of copies) removeWorktree(copy);
  rmSync(tarballs, { recursive: true, force: true });
});

describe.each(publishedPackages(repository))('$name', ({ name }) => {
  const all = <Value>(read: (packed: Packed) => Value): Value[] =>
    packs.map((pack) => read(pack.find((it) => it.name === name)!));

  test('has the same bytes from two copies that were built apart, and from the repository', () => {
    const [first, ...others] = all(({ file }) => readFileSync(file));
    expect(others.map((bytes) => bytes.equals(first!))).toEqual([true, true]);
    expect(new Set(all(({ sha512 }) => sha512)).size).toBe(1);
  });

  test('has the same bill of materials', () => {
    const texts = all(({ sbom }) => readFileSync(sbom, 'utf8'));
    expect(new Set(texts).size).toBe(1);
  });
});

async function makeBuiltCopy(): Promise<string> {
  const copy = copyWorktree(repository);
  await build(
    copy,
    publishedPackages(copy).map(({ folder }) => folder),
  );
  return copy;
}

function filesOf(copy: string): readonly string[] {
  const files = execFileSync('git', ['ls-files', '-z', 'openapi', 'packages'], { cwd: copy });
  return files.toString().split('\0').filter(Boolean);
}
