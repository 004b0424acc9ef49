/** Reads files that others can replace by something else. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
} from 'node:fs';

/**
 * Reads a regular file; undefined if there is none. Never waits, as for a FIFO without a writer.
 *
 * @param flags of `open`, beside those to read
 * @throws {Error} if it is a FIFO, a device or a directory, or cannot be read
 */
export function readRegularFile(path: string, flags = 0): string | undefined {
  // Windows has no such flag.
  const nonBlocking = constants.O_NONBLOCK ?? 0;
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | nonBlocking | flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    if (!fstatSync(descriptor).isFile())
      throw new Error('it is not a regular file');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
