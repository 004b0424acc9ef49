/** Fails when the types of the client cost the compiler more than their budget. Sizes are checked by size-limit. */
import { join } from 'node:path';
import { countInstantiations } from './instantiations.ts';

/** Type instantiations that nine calls may cost, beyond an empty program. */
const limit = 100;

const nineCalls = join(import.meta.dirname, 'nine-calls.ts');
const count = countInstantiations(nineCalls);
console.log(`Type instantiations of nine calls: ${count} (limit ${limit})`);
if (count > limit) {
  console.error(
    'Simplify the types of packages/client, or raise the limit in tools/bench/budget.ts',
  );
  process.exitCode = 1;
}
