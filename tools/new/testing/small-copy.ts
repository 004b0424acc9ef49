import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const parts = ['openapi', '.changeset', '.spectral.yaml', 'package.json'];

/** A repository with nothing but what the scaffold reads; its files are staged. */
export function makeSmallCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'scaffold-'));
  for (const part of globSync(parts, { cwd: root })) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (source) => !/node_modules|dist$/.test(source.slice(root.length)),
    });
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  execFileSync('git', ['add', '--all'], { cwd: copy });
  return copy;
}

/** The text of every file, by its path. */
export function filesOf(copy: string): Record<string, string> {
  const files = globSync('{openapi,packages,.changeset}/**/*.*', { cwd: copy }).toSorted();
  const all = [...files, '.spectral.yaml'];
  return Object.fromEntries(all.map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
}
