import type { Operation } from '../operation.ts';
import { resultType } from '../signature.ts';
import type { Export } from './declarations.ts';
import { block, code, linkTo } from './markdown.ts';

/** The function of each operation, with the type of its result. */
export function functionsReference(
  exports: readonly Export[],
  operations: readonly Operation[],
): string {
  const textOf = (name: string) => exports.find((it) => it.name === name)?.text ?? '';
  return operations
    .map((operation) => {
      const { id, resource, verb } = operation;
      const declarations = block(textOf(id), textOf(resultType(operation)));
      const method = linkTo(`client.${resource}.${verb}`);
      return `### ${code(id)}\n\nThe operation of ${method}.\n\n${declarations}`;
    })
    .join('\n');
}
