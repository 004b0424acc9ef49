import type { Refusal } from '../../../../packages/client/scripts/document.ts';
import { compilePrograms } from '../compile/compile-programs.ts';
import type { Contract } from '../../model/contract.ts';
import { DiffInputError } from '../../model/diff-input-error.ts';
import type { Place } from '../../model/place.ts';
import { madePrograms } from '../emit/programs.ts';
import { type Program, textOf } from '../emit/use.ts';
import { writtenProgram, writtenPrograms } from '../emit/written-programs.ts';
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
 * @throws {DiffInputError} when a program does not compile against the packages of the released contract, or goes on
 * without what it says that it is about
 */
export async function findBroken(
  released: Contract,
  currents: readonly Contract[],
  written: readonly Program[] = writtenPrograms([released, ...currents]),
): Promise<Broken[]> {
  const made = madePrograms(released);
  const [before, ...after] = await compilePrograms([...made, ...written], [released, ...currents]);
  const [failed] = before!.failures.filter(({ program }) => made.includes(program));
  if (failed) {
    const { pointer } = failed.use;
    throw refusalOf(failed, { file: released.file, line: released.lineAt(pointer) });
  }
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
    if (wrong) {
      throw refusalOf(wrong, { file: wrong.program.name, line: wrong.diagnostic.line });
    }
    for (const program of refusal ? [] : written) {
      const isBroken = failures.some((it) => it.program === program);
      if (!isBroken) writtenProgram(program.name, textOf(program), [currents[index]!]);
    }
    return { findings, refusal };
  });
}

function refusalOf({ diagnostic }: Failure, { file, line }: Place): DiffInputError {
  const { code, message } = diagnostic;
  const what = `the consumer program does not compile against the released contract, which it is for: ${code}: ${message}`;
  return new DiffInputError(file, line, what);
}
