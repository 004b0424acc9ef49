import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { emitAliases } from './emit-aliases.ts';
import { emitEnums, emitEnumsProof } from './emit-enums.ts';
import { emitSchema } from './emit-schema.ts';

const header =
  '// Made from openapi/ by packages/types/scripts/generate.ts; run `npm run build` to make it anew.\n\n';
const directory = new URL('../generated/', import.meta.url);

const files = {
  'schema.ts': await emitSchema(document),
  'aliases.ts': emitAliases(document),
  'enums.ts': emitEnums(document),
  'enums.proof.ts': emitEnumsProof(document),
  'index.ts': [
    "export type { components, operations, paths } from './schema.ts';",
    "export type * from './aliases.ts';",
    "export * from './enums.ts';",
    '',
  ].join('\n'),
};

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
for (const [name, text] of Object.entries(files)) {
  writeFileSync(new URL(name, directory), header + text);
}
