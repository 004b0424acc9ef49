/** Keeps the state in a file. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonOf } from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { digest } from './ids.ts';
import type { SavedState } from './store.ts';

/** Where the state is kept, so that it outlives the process. */
export type Storage = ReturnType<typeof openStateFile>;

/** The contract by whose tables the state came about: its version, and a digest of its content and of the file's form. */
const ownContract = () =>
  `${contract.info.version} (${digest(`form 3 ${JSON.stringify(contract)}`).slice(0, 12)})`;

/**
 * Opens a state file. A new state is written to another file, which then replaces it, so that the file is complete at
 * any moment.
 *
 * @throws {TypeError} with the reason if the file cannot be used; it is not changed
 */
export function openStateFile(path: string) {
  const saved = read(path);
  const draft = `${path}.new`;
  let last = Promise.resolve();
  /** A write that has not begun: it is enough for every save until then. */
  let waiting: Promise<void> | undefined;

  async function write(state: object): Promise<void> {
    waiting = undefined;
    const text = JSON.stringify(state);
    const head = `"contract":${JSON.stringify(ownContract())},"digest":"${digest(text)}"`;
    await writeFile(draft, `{${head},"state":${text}}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  }

  return {
    /** What was kept before. */
    saved,
    /** Writes the state as it is, or a later one. */
    async save(state: object): Promise<void> {
      waiting ??= last = last.catch(() => {}).then(async () => write(state));
      return waiting;
    },
  };
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

  const value = jsonOf(text);
  if (value === undefined) throw unusable(`is damaged: it is not complete. ${advice}`);
  const file: { contract?: string; digest?: string; state?: SavedState } = Object(value) as object;
  if (file.digest !== digest(JSON.stringify(file.state ?? null))) {
    throw unusable(`is damaged: its digest is not that of its content. ${advice}`);
  }
  if (file.contract !== ownContract()) {
    const versions = `contract ${file.contract}, and this is ${ownContract()}`;
    throw unusable(`was written by ${versions}. ${advice}`);
  }
  return file.state;
}
