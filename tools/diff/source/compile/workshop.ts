import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own, in which TypeScript is compiled. */
export interface Workshop {
  readonly folder: string;
  /** @param file relative to the folder, with `/` */
  readonly write: (file: string, text: string) => void;
}

/** Works in a folder, which is removed afterwards. */
export async function inWorkshop<T>(work: (workshop: Workshop) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  const write = (file: string, text: string) => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  try {
    return await work({ folder, write });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
