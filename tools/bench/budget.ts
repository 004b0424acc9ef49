/** Fails when the types of the client cost the compiler more than their budget. Sizes are checked by size-limit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './processes.ts';

/** Type instantiations that nine calls may cost, beyond an empty program. */
const limit = 100;

/** Counts the type instantiations of a program that makes all nine calls, beyond those of an empty one. */
export function countInstantiations(): number {
  const folder = mkdtempSync(fileURLToPath(new URL('empty-', import.meta.url)));
  try {
    const empty = join(folder, 'empty.ts');
    writeFileSync(empty, 'export {};\n');
    const program = fileURLToPath(new URL('nine-calls.ts', import.meta.url));
    return instantiationsOf(program, folder) - instantiationsOf(empty, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function instantiationsOf(program: string, folder: string): number {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { module: 'nodenext', strict: true, skipLibCheck: true, types: [] };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [program] }));
  const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  const report = runNode([tsc, '--noEmit', '--extendedDiagnostics', '--project', config]);
  return Number(/^Instantiations:\s+(\d+)$/m.exec(report)![1]);
}

if (import.meta.main) {
  const count = countInstantiations();
  console.log(`Type instantiations of nine calls: ${count} (limit ${limit})`);
  if (count > limit) {
    console.error(
      'Simplify the types of packages/client, or raise the limit in tools/bench/budget.ts',
    );
    process.exitCode = 1;
  }
}
