import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Replaces a directory as a whole: no page is seen half written or beside one of another build. */
export async function publish(files: ReadonlyMap<string, string>, directory: URL): Promise<void> {
  const target = fileURLToPath(directory).replace(/[\\/]$/, '');
  await mkdir(dirname(target), { recursive: true });
  // Beside the target, as a rename is atomic within one file system only.
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const site = join(staging, 'new');
    for (const [name, text] of files) {
      const file = join(site, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await rename(target, join(staging, 'old')).catch(ignoreMissing);
    await rename(site, target);
  } finally {
    await rm(staging, { recursive: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
