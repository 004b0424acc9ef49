import type { Refusal } from '../../../../packages/client/scripts/document.ts';
import { compilePrograms } from '../compile/compile-programs.ts';
import type { Contract } from '../../model/contract.ts';
import { madePrograms } from '../emit/programs.ts';
import type { Program } from '../emit/use.ts';
import { writtenPrograms } from '../emit/written-programs.ts';
import { attribute } from './attribute.ts';
import type { Failure, Finding } from './finding.ts';

/** What no longer compiles with a contract. */
export interface Broken {
  readonly findings: readonly Finding[];
  /** Why no client can be made of it, if that is so. */
  readonly refusal: Refusal | undefined;
}

/**
 * Compiles the consumer programs of the released contract against the packages of others, all at once.
 *
 * A program that was written by hand may be ahead: mended for a break that the others tell of.
 *
 * @param written the programs that were written by hand
 * @returns what breaks, in the order of the contracts
 * @throws {Error} when a program does not compile against the packages of the released contract
 */
export async function findBroken(
  released: Contract,
  currents: readonly Contract[],
  written: readonly Program[] = writtenPrograms([released, ...currents]),
): Promise<Broken[]> {
  const made = madePrograms(released);
  const [before, ...after] = await compilePrograms([...made, ...written], [released, ...currents]);
  const [failed] = before!.failures.filter(({ program }) => made.includes(program));
  if (failed) throw new Error(complaint(failed));
  return after.map(({ failures, refusal }, index) => {
    const isAhead = ({ program }: Failure) => before!.failures.some((it) => it.program === program);
    const findings = attribute(
      failures.filter((failure) => !isAhead(failure)),
      released,
      currents[index]!,
    );
    const isMended = (program: Program) =>
      findings.length > 0 && !failures.some((it) => it.program === program);
    const wrong = before!.failures.find(({ program }) => !isMended(program));
    if (wrong) throw new Error(complaint(wrong));
    return { findings, refusal };
  });
}

function complaint({ program, diagnostic: { line, code, message } }: Failure): string {
  return `the consumer program ${program.name}:${line} does not compile against the released contract, which it is for: ${code}: ${message}`;
}
