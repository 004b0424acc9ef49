import { namedSchemas, type Document, type ItemSchema, type SchemaObject } from './document.ts';

/**
 * The TypeScript source of one exported name for each component schema, with its description.
 *
 * Objects become interfaces, because an interface keeps its name in hovers and errors where a type
 * alias is spelt out; and a list of named things is one of their names.
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
  if (schema.type === 'object') return `export interface ${name} extends ${shape} {}\n`;
  const item = schema.type === 'array' ? itemName(schema.items) : undefined;
  return `export type ${name} = ${item ? `(${item})[]` : shape};\n`;
}

/** The name of what is in a list; undefined where it has none. */
function itemName({ $ref, type, anyOf }: ItemSchema = {}): string | undefined {
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (type === 'null') return 'null';
  const names = anyOf?.map(itemName);
  return names?.includes(undefined) ? undefined : names?.join(' | ');
}

/** A JSDoc comment; a comment's end inside the text is defused. */
function docstring(text: string | undefined): string {
  if (!text) return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n');
}
