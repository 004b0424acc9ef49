import { comment } from './docstring.ts';
import type { Operation, Parameter } from './operation.ts';
import { queryType } from './signature.ts';

/** The TypeScript source of a type for the query of each operation that has one. */
export function emitInputs(operations: readonly Operation[]): string {
  return withQuery(operations)
    .map(
      (it) => `/** The query of \`${it.id}\`. */
export interface ${queryType(it)} {
${it.queryParameters.map(emitMember).join('')}}
`,
    )
    .join('\n');
}

/**
 * The TypeScript source of a proof that each type of a query is the one that openapi-typescript makes of
 * the contract: it does not compile otherwise. The types are written out because those take the compiler
 * more time.
 */
export function emitInputsProof(operations: readonly Operation[]): string {
  return [
    "import type { operations } from '@agent-conversation/types';",
    "import type * as inputs from './inputs.ts';",
    '',
    "type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;",
    'type Same<A, B> = [A, B] extends [B, A] ? true : false;',
    'type Holds<T extends true> = T;',
    '',
    'export type Proof = [',
    ...withQuery(operations).map(
      (it) =>
        `  Holds<Same<Required<inputs.${queryType(it)}>, Required<Query<'${it.id}'>>>>,\n  Holds<Same<inputs.${queryType(it)}, Query<'${it.id}'>>>,`,
    ),
    '];',
    '',
  ].join('\n');
}

function withQuery(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ queryParameters }) => queryParameters.length > 0);
}

function emitMember({ name, required, type, description }: Parameter): string {
  const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
  return `${comment(description, '  ')}  ${key}${required ? '' : '?'}: ${type};\n`;
}
