import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from '../catalogue/mutant.ts';

/** A change does not fit the files any more. */
export class OutOfDate extends Error {}

/** Whether a file is made by a build. */
export function isBuilt(file: string): boolean {
  return /(^|\/)(dist|generated)\/|\.seal\.json$/.test(file);
}

/**
 * Makes changes in a folder.
 *
 * @returns takes them all back
 * @throws {OutOfDate} when a change does not fit, which is then out of date; nothing is changed then
 */
export function changeFiles(root: string, changes: readonly Change[]): () => void {
  const undos: (() => void)[] = [];
  const undo = () => {
    for (const each of undos.splice(0).toReversed()) each();
  };
  try {
    for (const change of changes) undos.push(changeFile(root, change));
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

function changeFile(root: string, change: Change): () => void {
  const { file } = change;
  const path = join(root, file);
  const isThere = existsSync(path);
  if ('create' in change) {
    if (isThere) throw new OutOfDate(`${file} is to be made, and is there already.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, change.create);
    return () => rmSync(path);
  }
  if (!isThere) throw new OutOfDate(`${file} is not there.`);
  const text = readFileSync(path);
  if ('remove' in change) rmSync(path);
  else writeFileSync(path, replaceOnce(file, text.toString(), change.from, change.to));
  return () => writeFileSync(path, text);
}

/**
 * Puts a fault into the text of a file.
 *
 * @throws {OutOfDate} when the text to be replaced does not stand there exactly once
 */
function replaceOnce(file: string, text: string, from: string, to: string): string {
  const count = text.split(from).length - 1;
  if (count !== 1) {
    throw new OutOfDate(`${file} has the text to be replaced ${count} times, not once: ${from}`);
  }
  return text.replace(from, () => to);
}
