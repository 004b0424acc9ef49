import { changeMaker } from '../judge/to-change.ts';
import type { Change } from '../model/change.ts';
import { type Document, readContract } from '../model/contract.ts';
import { inOrder } from '../model/in-order.ts';
import { merge } from '../oasdiff/merge.ts';
import { runOasdiff } from '../oasdiff/run-oasdiff.ts';
import { findingsOf } from '../rules/document.ts';

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
  return inOrder(merge(own, await runOasdiff(before, after), make, before));
}

/**
 * The same by the rules of this tool alone, which starts no process.
 *
 * @throws {DiffInputError} if one of them is no OpenAPI 3.1 document
 */
export function ownChanges(released: Document, current: Document): readonly Change[] {
  const [before, after] = [readContract(released), readContract(current)];
  return inOrder(findingsOf(before, after).map(changeMaker(before, after)));
}
