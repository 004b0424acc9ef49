import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { firstLine } from '../model/first-line.ts';
import { UsageError } from './options.ts';

/**
 * Writes a file whole or not at all.
 *
 * @throws {UsageError} when it cannot be written
 */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new UsageError(`--output ${file} cannot be written: ${firstLine(error)}`);
  }
}
