import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { contract, contractVersion } from '../contract.ts';
import type { SavedState } from './accounts.ts';
import { digest } from './identity.ts';
import type { Storage } from './storage.ts';

/** The file as it is written. */
interface StateFile {
  readonly contract: string;
  /** The SHA-256 digest of `state`, written as JSON. */
  readonly digest: string;
  readonly state: SavedState;
}

/**
 * Keeps the state in a file. It is written beside its place and then moved there, so that the file is whole
 * at any moment.
 *
 * @throws {TypeError} telling why the file cannot be taken; it is left as it is
 */
export function openStateFile(path: string): Storage {
  const saved = read(path);
  const draft = `${path}.new`;
  let wanted: (() => SavedState) | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      // By the next step `writing` is set, and so it is also taken back when the first text fails.
      await Promise.resolve();
      while (wanted) {
        const text = textOf(wanted());
        wanted = undefined;
        await writeFile(draft, text, { mode: 0o600, flush: true });
        await rename(draft, path);
      }
    } finally {
      writing = undefined;
    }
  }

  return {
    saved,
    save(state) {
      // What is being written may be older than this; one more write does for all who wait by then.
      wanted = state;
      writing ??= write();
      return writing;
    },
  };
}

/** The contract by whose tables the state came about: its version, and a digest of what it says. */
function ownContract(): string {
  return `${contractVersion} (${digest(JSON.stringify(contract)).slice(0, 12)})`;
}

function textOf(state: SavedState): string {
  const text = JSON.stringify(state);
  return `{"contract":${JSON.stringify(ownContract())},"digest":"${digest(text)}","state":${text}}\n`;
}

function read(path: string): SavedState | undefined {
  const refuse = (reason: string) => new TypeError(`The state file ${path} ${reason}`);
  let text: string;
  try {
    accessSync(dirname(path), constants.W_OK);
    if (!existsSync(path)) return undefined;
    accessSync(path, constants.R_OK | constants.W_OK);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(`cannot be used: ${(error as Error).message}`);
  }

  const file = parse(text);
  if (file === undefined) throw refuse('is damaged: it is not whole. Move it away to begin anew.');
  if (file.contract !== ownContract()) {
    throw refuse(
      `was written by contract ${file.contract}, and this is ${ownContract()}. Move it away to begin anew.`,
    );
  }
  if (file.digest !== digest(JSON.stringify(file.state))) {
    throw refuse('is damaged: its digest is not that of its content. Move it away to begin anew.');
  }
  return file.state;
}

function parse(text: string): StateFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<StateFile> | null;
    const whole =
      typeof file?.contract === 'string' &&
      typeof file.digest === 'string' &&
      Object(file.state) === file.state;
    return whole ? (file as StateFile) : undefined;
  } catch {
    return undefined;
  }
}
