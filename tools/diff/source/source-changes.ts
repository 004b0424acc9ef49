import type { Change } from '../model/change.ts';
import { type Document, readContract } from '../model/contract.ts';
import { inOrder } from '../model/in-order.ts';
import { findBroken } from './findings/find-broken.ts';
import { tellFindings, tellRefusal } from './findings/tell.ts';
import { toChange } from './findings/to-change.ts';

/**
 * What breaks TypeScript programs: compiles the consumer programs against the types and the client of the released
 * contract and against those of the current one.
 *
 * @returns a change for each element by which a program no longer compiles, sorted by its pointer
 * @throws {DiffInputError} if one of them is no OpenAPI 3.1 document, or a `$ref` in it leads nowhere; or if a program
 * does not compile against the released contract, which it is for
 */
export async function sourceChanges(
  released: Document,
  current: Document,
): Promise<readonly Change[]> {
  const before = readContract(released);
  const now = readContract(current);
  const [broken] = await findBroken(before, [now]);
  const { findings, refusal } = broken!;
  const told = tellFindings(findings, before, now);
  if (refusal) told.push(tellRefusal(refusal, before, now));
  return inOrder(told.map((it) => toChange(it, before, now)));
}
