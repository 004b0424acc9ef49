import { namedSchemas, type Document, type SchemaObject } from './document.ts';

/**
 * The TypeScript source of one exported name for each component schema, with its description.
 *
 * Objects become interfaces, because an interface keeps its name in hovers and errors where a type
 * alias is spelt out.
 */
export function emitAliases(document: Document): string {
  const names = namedSchemas(document).map(
    ([name, schema]) => docstring(schema.description) + declaration(name, schema),
  );
  return [imports, ...names].join('\n');
}

const imports = `import type { components } from './schema.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
`;

function declaration(name: string, schema: SchemaObject): string {
  const shape = `Schema<'${name}'>`;
  return schema.type === 'object'
    ? `export interface ${name} extends ${shape} {}\n`
    : `export type ${name} = ${shape};\n`;
}

/** A JSDoc comment; a comment's end inside the text is defused. */
export function docstring(text: string | undefined): string {
  if (!text) return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n');
}
