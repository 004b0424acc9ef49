import type { Refusal } from '../../../../packages/client/scripts/document.ts';
import type { Contract } from '../../model/contract.ts';
import { type Program, textOf, useAt } from '../emit/use.ts';
import type { Failure } from '../findings/finding.ts';
import { makePackages } from './packages.ts';
import { type Diagnostic, runTsc } from './tsc.ts';
import { inWorkshop } from './workshop.ts';

/** What became of programs with the packages of a contract. */
export interface Compiled {
  readonly failures: readonly Failure[];
  /** Why there is no client, if none can be made: what needs it was left out. */
  readonly refusal: Refusal | undefined;
}

/**
 * Compiles programs against the types and the client of each of some contracts, all at once.
 *
 * @returns what became of them, in the order of the contracts
 */
export function compilePrograms(
  programs: readonly Program[],
  contracts: readonly Contract[],
): Promise<Compiled[]> {
  return inWorkshop(async (workshop) => {
    const worlds = contracts.map((contract, index) => ({
      contract,
      folder: `contract-${index}`,
    }));
    const refusals = await makePackages(workshop, worlds);
    const byFile = new Map<string, Program>();
    for (const { folder } of worlds) {
      workshop.write(`${folder}/package.json`, JSON.stringify({ type: 'module' }));
      for (const program of programs) {
        if (program.needsClient && refusals.has(folder)) continue;
        const file = `${folder}/programs/${program.name}`;
        byFile.set(file, program);
        workshop.write(file, textOf(program));
      }
    }
    const diagnostics = await runTsc(workshop, 'tsconfig.json', {
      compilerOptions: { noEmit: true },
      include: worlds.map(({ folder }) => `${folder}/programs`),
    });
    const failures = diagnostics.map((diagnostic) => failureOf(diagnostic, byFile));
    return worlds.map(({ folder }) => ({
      refusal: refusals.get(folder),
      failures: failures.filter(({ diagnostic }) => diagnostic.file.startsWith(`${folder}/`)),
    }));
  });
}

function failureOf(diagnostic: Diagnostic, byFile: ReadonlyMap<string, Program>): Failure {
  const program = byFile.get(diagnostic.file);
  const use = program && useAt(program, diagnostic.line);
  if (use) return { program, use, diagnostic };
  const { file, line, code, message } = diagnostic;
  throw new Error(
    `tsc finds a fault outside of the consumer programs: ${file}:${line} ${code}: ${message}`,
  );
}
