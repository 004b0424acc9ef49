import { below } from '../../model/pointer.ts';
import type { Use } from './use.ts';

/** The statements that import named types: one for each, as each may go by itself. */
export function typeImports(names: readonly string[]): Use[] {
  return names.map((name) => ({
    pointer: schemaPointer(name),
    kind: 'read',
    purpose: `names the type \`${name}\``,
    reasons: [],
    imports: name,
    text: `import type { ${name} } from '@agent-conversation/types';`,
  }));
}

/** The JSON Pointer of a named schema. */
export function schemaPointer(name: string): string {
  return below('/components/schemas', name);
}
