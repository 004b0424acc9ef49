import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const repository: string = join(import.meta.dirname, '../../..');

/** The folder with the small contract. */
export const contract: string = join(import.meta.dirname, 'contract');

/** Writes the configuration of both linters into a folder, with the repository's rules. */
export function configure(folder: string): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const file of ['redocly.yaml', '.spectral.yaml']) {
    const text = readFileSync(join(repository, file), 'utf8');
    const lint = relative(folder, join(import.meta.dirname, '..'));
    writeFileSync(
      join(folder, file),
      text.replaceAll('./tools/lint/', `${lint}/`),
    );
  }
}
