/** Fails when the types of the client cost the compiler more than their budget. Sizes are checked by size-limit. */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './processes.ts';

/** Type instantiations that nine calls may cost, beyond an empty program. */
const limit = 100;

/** Counts the type instantiations of a program that makes all nine calls, beyond those of an empty one. */
export async function countInstantiations(
  program: string = join(import.meta.dirname, 'nine-calls.ts'),
): Promise<number> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'empty-'));
  const empty = join(folder.path, 'empty.ts');
  writeFileSync(empty, 'export {};\n');
  return (await instantiationsOf(program)) - (await instantiationsOf(empty));
}

async function instantiationsOf(program: string): Promise<number> {
  const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  const options = '--noEmit --module nodenext --strict --skipLibCheck --extendedDiagnostics';
  const report = await runNode([tsc, program, ...options.split(' ')], tmpdir());
  return Number(/^Instantiations:\s+(\d+)$/m.exec(report)![1]);
}

if (import.meta.main) {
  const count = await countInstantiations();
  console.log(`Type instantiations of nine calls: ${count} (limit ${limit})`);
  if (count > limit) {
    console.error(
      'Simplify the types of packages/client, or raise the limit in tools/bench/budget.ts',
    );
    process.exitCode = 1;
  }
}
