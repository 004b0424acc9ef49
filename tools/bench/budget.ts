/** Fails when the types of the client cost the compiler more than their budget. Sizes are checked by size-limit. */
import { join } from 'node:path';
import ts from 'typescript';

/** Type instantiations that nine calls may cost, beyond an empty program. */
const limit = 100;

const nineCalls = join(import.meta.dirname, 'nine-calls.ts');
const count = instantiationsOf([nineCalls]) - instantiationsOf([]);
console.log(`Type instantiations of nine calls: ${count} (limit ${limit})`);
if (count > limit) {
  console.error(
    'Simplify the types of packages/client, or raise the limit in tools/bench/budget.ts',
  );
  process.exitCode = 1;
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
