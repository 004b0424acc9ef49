import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import type { NewFile } from './file.ts';

/** What a file gets, as git shows it. */
export function differenceOf(root: string, { file, text, isNew }: NewFile): string {
  const { stdout } = spawnSync(
    'git',
    ['diff', '--no-index', '--no-color', '--', isNew ? devNull : file, '-'],
    { cwd: root, input: text, encoding: 'utf8' },
  );
  const lines = stdout.split('\n').filter((line) => /^[+ -](?!(\+\+|--) )/.test(line));
  return `${isNew ? 'new' : 'changed'}  ${file}\n${lines.join('\n')}\n\n`;
}
