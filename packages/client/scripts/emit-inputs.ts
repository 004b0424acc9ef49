import { queryType } from './signature.ts';
import type { Operation } from './operation.ts';

/** The TypeScript source of a named type for the query of each operation that has one. */
export function emitInputs(operations: readonly Operation[]): string {
  const queries = operations
    .filter(({ queryParameters }) => queryParameters.length > 0)
    .map(
      (it) => `/** The query of \`${it.id}\`. */
export interface ${queryType(it)} extends NonNullable<operations['${it.id}']['parameters']['query']> {}
`,
    );
  return ["import type { operations } from '@agent-conversation/types';\n", ...queries].join('\n');
}
