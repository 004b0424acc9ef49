/** Keeps the state in a file. */
import {
  accessSync,
  constants,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { jsonOf } from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { digest } from './ids.ts';
import { takeLock } from './lock.ts';
import { readRegularFile } from './regular-file.ts';
import type { SavedState, Storage } from './store.ts';

/**
 * The contract by whose tables the state came about: its version, and a digest of its content and of the file's form.
 */
const ownContract = () =>
  `${contract.info.version} (${digest(`form 3 ${JSON.stringify(contract)}`).slice(0, 12)})`;

/** A state file that is open. */
export interface StateFile extends Storage {
  /** Lets other mocks use the file. The end of the process does that, too. */
  readonly close: () => void;
}

/**
 * Opens a state file. A new state is written to another file, which then replaces it, so that the file is complete at
 * any moment. Other mocks cannot open it in the meantime.
 *
 * @throws {TypeError} with the reason if the file cannot be used; it is not changed
 */
export function openStateFile(path: string): StateFile {
  const unusable = (reason: string) =>
    new TypeError(`The state file ${path} ${reason}`);
  let close = (): void => {};
  try {
    const target = targetOf(path);
    close = takeLock(target);
    const text = readRegularFile(target);
    if (text !== undefined) accessSync(target, constants.W_OK);
    const saved = text === undefined ? undefined : parse(text);
    return { saved, close, ...createWriter(target, saved) };
  } catch (error) {
    close();
    const { message } = error as Error;
    throw unusable(
      error instanceof TypeError ? message : `cannot be used: ${message}`,
    );
  }
}

/** Returns the file that a path leads to, through symbolic links. It does not have to exist. */
function targetOf(path: string): string {
  let current = resolve(path);
  // As many as Linux follows.
  for (let followed = 0; followed <= 40; followed += 1) {
    current = join(realpathSync(dirname(current)), basename(current));
    const target = linkedBy(current);
    if (target === undefined) return current;
    current = resolve(dirname(current), target);
  }
  throw new Error('ELOOP: too many symbolic links');
}

/** Returns where a symbolic link leads to; undefined if there is none. */
function linkedBy(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** @throws {TypeError} if the text is not a state of this contract, as a whole */
function parse(text: string): SavedState | undefined {
  const advice = 'Move it away to start without it.';
  const value = jsonOf(text);
  if (value === undefined)
    throw new TypeError(`is damaged: it is not complete. ${advice}`);
  const file: { contract?: string; digest?: string; state?: SavedState } =
    Object(value) as object;
  if (file.digest !== digest(JSON.stringify(file.state ?? null))) {
    throw new TypeError(
      `is damaged: its digest is not that of its content. ${advice}`,
    );
  }
  if (file.contract !== ownContract()) {
    const versions = `contract ${file.contract}, and this is ${ownContract()}`;
    throw new TypeError(`was written by ${versions}. ${advice}`);
  }
  return file.state;
}

/** Returns what writes a file. */
function createWriter(target: string, saved: SavedState | undefined) {
  const draft = `${target}.new`;
  /** What the file has. */
  let stored = saved && JSON.stringify(saved);
  let last = Promise.resolve();
  /** A write that has not begun: it is enough for every save until then. */
  let waiting: Promise<void> | undefined;

  async function write(state: object): Promise<void> {
    const text = JSON.stringify(state);
    const head = `"contract":${JSON.stringify(ownContract())},"digest":"${digest(text)}"`;
    const content = `{${head},"state":${text}}\n`;
    // The flag is O_CREAT with O_EXCL: no file or link of others is written to.
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, target);
    stored = text;
  }

  async function writeOrRestore(
    state: object,
    restore: (stored: SavedState | undefined) => void,
  ): Promise<void> {
    // What changes from here on needs another write.
    waiting = undefined;
    try {
      await write(state);
    } catch (error) {
      // The saves that wait are for changes that are undone here: they are rejected with this one.
      waiting = undefined;
      last = Promise.resolve();
      restore(
        stored === undefined ? undefined : (JSON.parse(stored) as SavedState),
      );
      removeDraft(draft);
      throw error;
    }
  }

  // One that is left behind by a process that was killed.
  rmSync(draft, { force: true });
  return {
    async save(
      state: object,
      restore: (stored: SavedState | undefined) => void,
    ): Promise<void> {
      waiting ??= last = last.then(async () => writeOrRestore(state, restore));
      return waiting;
    },
    settled: async (): Promise<void> => last,
  };
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The next save reports why it cannot be written.
  }
}
