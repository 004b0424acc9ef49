import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: what was there before stays until all of the text is on the disk. It
 * makes no folders. What is no file, such as a pipe or a device, is written to and stays what it is.
 *
 * @throws {Error} that begins with the path
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  try {
    const place = await realpath(path).catch(() => path);
    const before = await stat(place).catch(() => undefined);
    if (before && !before.isFile()) await writeFile(place, text);
    else await replace(place, text, before?.mode);
  } catch (error) {
    throw new Error(
      `${path} cannot be written: ${reasonOf(error as NodeJS.ErrnoException, path)}`,
      {
        cause: error,
      },
    );
  }
}

async function replace(path: string, text: string, mode = 0o666): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true, mode });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException, path: string): string {
  switch (code) {
    case 'ENOENT':
      return `there is no folder ${dirname(path)}`;
    case 'ENOTDIR':
      return 'a part of the path is no folder';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'that is not allowed';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return message;
  }
}
