/** Fails when the types of the client cost the compiler more than their budget. Sizes are checked by size-limit. */
import { join } from 'node:path';
import ts from 'typescript';

/** Type instantiations that nine calls may cost, beyond an empty program. */
export const instantiationsLimit = 100;

const nineCalls = join(import.meta.dirname, 'nine-calls.ts');

/** Counts the type instantiations of a program that makes all nine calls, beyond those of an empty one. */
export function countInstantiations(program: string = nineCalls): number {
  return instantiationsOf([program]) - instantiationsOf([]);
}

function instantiationsOf(files: readonly string[]): number {
  const program = ts.createProgram(files, {
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    // As outside of the repository.
    types: [],
  });
  const [error] = ts.getPreEmitDiagnostics(program);
  if (error)
    throw new Error(ts.flattenDiagnosticMessageText(error.messageText, ' '));
  return program.getInstantiationCount();
}

if (import.meta.main) {
  const count = countInstantiations();
  console.log(
    `Type instantiations of nine calls: ${count} (limit ${instantiationsLimit})`,
  );
  if (count > instantiationsLimit) {
    console.error(
      'Simplify the types of packages/client, or raise the limit in tools/bench/budget.ts',
    );
    process.exitCode = 1;
  }
}
