import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Puts files into a directory. None is ever seen half written, and no failure leaves a part of one. */
export async function publish(files: Record<string, string>, directory: URL): Promise<void> {
  const target = fileURLToPath(directory);
  await mkdir(target, { recursive: true });
  // Inside the target, as a rename is atomic within one file system only.
  const staging = await mkdtemp(join(target, '.staging-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(staging, name), text);
    for (const name of Object.keys(files)) await rename(join(staging, name), join(target, name));
  } finally {
    await rm(staging, { recursive: true });
  }
}
