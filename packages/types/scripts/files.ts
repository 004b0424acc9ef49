import type { Document } from './document.ts';
import { emitAliases } from './emit-aliases.ts';
import { emitEnums, emitEnumsProof } from './emit-enums.ts';
import { emitSchema, withProvenance } from './emit-schema.ts';

const header =
  '// Made from openapi/ by packages/types/scripts/generate.ts; run `npm run build` to make it anew.\n\n';

/** The generated files of the types, by name. */
export async function generatedFiles(document: Document): Promise<Record<string, string>> {
  const described = withProvenance(document);
  const files = {
    'schema.ts': await emitSchema(described),
    'aliases.ts': emitAliases(described),
    'enums.ts': emitEnums(document),
    'enums.proof.ts': emitEnumsProof(document),
    'index.ts': [
      "export type { components, operations, paths } from './schema.ts';",
      "export type * from './aliases.ts';",
      "export * from './enums.ts';",
      '',
    ].join('\n'),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, header + text]));
}
