import { changeMaker } from '../judge/to-change.ts';
import type { Change, Effect } from '../model/change.ts';
import { type Document, readContract } from '../model/contract.ts';
import { merge } from '../oasdiff/merge.ts';
import { runOasdiff } from '../oasdiff/run-oasdiff.ts';
import { findingsOf } from '../rules/document.ts';

const effects: readonly Effect[] = ['breaking', 'compatible', 'editorial'];

/**
 * Everything that differs between two bundles, told once: what breaks somebody first, then by JSON Pointer.
 *
 * @throws {DiffInputError} if one of them is no OpenAPI 3.1 document
 */
export async function compareContracts(
  released: Document,
  current: Document,
): Promise<readonly Change[]> {
  const [before, after] = [readContract(released), readContract(current)];
  const make = changeMaker(before, after);
  const own = findingsOf(before, after).map((finding) => ({ finding, change: make(finding) }));
  return sorted(merge(own, await runOasdiff(before, after), make));
}

/**
 * The same by the rules of this tool alone, which starts no process.
 *
 * @throws {DiffInputError} if one of them is no OpenAPI 3.1 document
 */
export function ownChanges(released: Document, current: Document): readonly Change[] {
  const [before, after] = [readContract(released), readContract(current)];
  return sorted(findingsOf(before, after).map(changeMaker(before, after)));
}

function sorted(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted(
    (one, other) =>
      effects.indexOf(one.effect) - effects.indexOf(other.effect) ||
      compare(one.pointer, other.pointer) ||
      compare(one.rule, other.rule) ||
      compare(one.message, other.message),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
