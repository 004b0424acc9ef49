/** Keeps the state in a file. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { digest } from './ids.ts';
import type { SavedState } from './types.ts';

/** Where the state is kept, so that it outlives the process. */
export interface Storage {
  /** What was kept before. */
  readonly saved: SavedState | undefined;
  /**
   * Writes the state as it is, or a later one.
   *
   * @throws {Error} if it cannot be written
   */
  readonly save: (state: () => SavedState) => Promise<void>;
}

/** The content of the file. */
interface StateFile {
  readonly contract: string;
  /** The SHA-256 digest of `state`, written as JSON. */
  readonly digest: string;
  readonly state: SavedState;
}

/** The contract by whose tables the state came about: its version, and a digest of its content. */
const ownContract = () =>
  `${contract.info.version} (${digest(JSON.stringify(contract)).slice(0, 12)})`;

/**
 * Opens a state file. A new state is written to another file, which then replaces it, so that the file is complete at
 * any moment.
 *
 * @throws {TypeError} with the reason if the file cannot be used; it is not changed
 */
export function openStateFile(path: string): Storage {
  const saved = read(path);
  const draft = `${path}.new`;
  let wanted: (() => SavedState) | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      // By the next turn `writing` is set, so that it is unset even if the first write fails at once.
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
      // What is being written may be older than this; one more write is enough for all that wait by then.
      wanted = state;
      writing ??= write();
      return writing;
    },
  };
}

function textOf(state: SavedState): string {
  const text = JSON.stringify(state);
  return `{"contract":${JSON.stringify(ownContract())},"digest":"${digest(text)}","state":${text}}\n`;
}

function read(path: string): SavedState | undefined {
  const unusable = (reason: string) => new TypeError(`The state file ${path} ${reason}`);
  const advice = 'Move it away to start without it.';
  let text: string;
  try {
    accessSync(dirname(path), constants.W_OK);
    if (!existsSync(path)) return undefined;
    accessSync(path, constants.R_OK | constants.W_OK);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusable(`cannot be used: ${(error as Error).message}`);
  }

  const file = parse(text);
  if (file === undefined) throw unusable(`is damaged: it is not complete. ${advice}`);
  if (file.contract !== ownContract()) {
    const versions = `contract ${file.contract}, and this is ${ownContract()}`;
    throw unusable(`was written by ${versions}. ${advice}`);
  }
  if (file.digest !== digest(JSON.stringify(file.state))) {
    throw unusable(`is damaged: its digest is not that of its content. ${advice}`);
  }
  return file.state;
}

/** Returns the content of a file; undefined if it is not complete. */
function parse(text: string): StateFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<StateFile> | null;
    return typeof file?.contract === 'string' && isObject(file.state)
      ? (file as StateFile)
      : undefined;
  } catch {
    return undefined;
  }
}
