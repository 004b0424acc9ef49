import type { Contract } from '../../model/contract.ts';
import { isWithin } from '../contract/is-within.ts';
import type { Failure, Finding } from './finding.ts';
import { mostLikely } from './most-likely.ts';
import { newDemands } from './new-demands.ts';
import { hasWord } from './words.ts';

/**
 * Sorts what no longer compiles by the element of the contract that is the reason: one finding for each.
 *
 * A statement that has a name which can no longer be imported breaks by what has taken the name away. One that
 * relies on its element alone names it. Any other breaks by what the contract has begun to demand, or by an
 * element that is named already; by its own element if there is neither.
 */
export function attribute(
  failures: readonly Failure[],
  released: Contract,
  current: Contract,
): Finding[] {
  const findings = new Map<string, Failure[]>();
  const tell = (pointers: readonly string[], failure: Failure) => {
    for (const pointer of pointers) {
      findings.set(pointer, [...(findings.get(pointer) ?? []), failure]);
    }
    return pointers;
  };
  const tellUnsure = (failure: Failure) => {
    const { pointer, reasons } = failure.use;
    const demands = newDemands(pointer, released, current);
    if (demands.length > 0) return tell(demands, failure);
    const named = [...findings.keys()].filter((it) => reasons.some((whole) => isWithin(it, whole)));
    return tell([mostLikely(named, failure, released) ?? pointer], failure);
  };
  const isSure = ({ use }: Failure) => use.reasons.length === 0;
  const tellOne = (failure: Failure) =>
    isSure(failure) ? tell([failure.use.pointer], failure) : tellUnsure(failure);

  const lost = failures.filter(({ use }) => use.imports !== undefined);
  const lossOf = (failure: Failure) => lost.find((it) => isBrokenBy(it, failure));
  const others = failures.filter(({ use }) => use.imports === undefined);
  const own = others.filter((failure) => !lossOf(failure));

  for (const failure of own.filter(isSure)) tellOne(failure);
  const losses = new Map(lost.toSorted(byReasons).map((it) => [it, tellOne(it)]));
  for (const failure of others) tell(losses.get(lossOf(failure)!) ?? [], failure);
  const unsure = own.filter((it) => !isSure(it));
  for (const failure of unsure.toSorted(byReasons)) tellOne(failure);
  return [...findings].map(([pointer, its]) => ({ pointer, failures: its }));
}

/** The fewer there are, the surer is the one that is found. */
function byReasons(a: Failure, b: Failure): number {
  return a.use.reasons.length - b.use.reasons.length;
}

/** Whether a statement breaks by a name that its program can no longer import. */
function isBrokenBy(lost: Failure, { program, use }: Failure): boolean {
  return (
    lost.program === program &&
    (hasWord(use.text, lost.use.imports!) ||
      (lost.use.reasons.length === 0 && isWithin(use.pointer, lost.use.pointer)))
  );
}
