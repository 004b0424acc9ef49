import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/**
 * Bundles the generated modules of the operations with all that they import: a module for each operation,
 * and one for each thing that several of them share.
 *
 * @param from the folder of the generated modules
 * @param to the folder to write to
 */
export async function bundle(from: URL, to: URL): Promise<void> {
  const files = globSync('operations/*.js', { cwd: fileURLToPath(from) }).toSorted();
  await build({
    input: Object.fromEntries(
      files.map((file) => [basename(file, '.js'), fileURLToPath(new URL(file, from))]),
    ),
    platform: 'neutral',
    output: {
      dir: fileURLToPath(to),
      format: 'esm',
      entryFileNames: 'operations/[name].js',
      chunkFileNames: 'common/[name].js',
    },
    logLevel: 'warn',
  });
}
