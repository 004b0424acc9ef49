/**
 * Generates the types from the contract. openapi-typescript makes `paths`, `components` and `operations`; its options
 * `rootTypes` and `enumValues` are not used, because they make names without docstrings, which editors do not show,
 * and lists of values whose type takes the compiler a deep mapping of all components.
 */
import {
  childOf,
  type Contract,
  lowerFirst,
  nameOf,
  operationsOf,
  provenanceCovers,
  provenanceText,
  referencesIn,
  type Schema,
  targetsFrom,
  valueAt,
} from '@agent-conversation/contract';
import { docComment, writeGenerated } from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

/** Returns the generated files of the types, by name. */
export async function generatedFiles(contract: Contract): Promise<Record<string, string>> {
  const described = withProvenance(contract);
  const names = emitNames(described);
  openEnums(described);
  const nodes = await openapiTS(described as unknown as OpenAPI3, {
    // The default of a property of a request is applied by the server, not by the sender: it stays optional.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => (schema === anyOtherString ? anyOtherStringType : undefined),
  });
  return { 'schema.ts': astToString(nodes), 'index.ts': names };
}

/** A schema that stands for `string & {}`, which unlike `string` leaves an editor the known values to offer. */
const anyOtherString = { type: 'string' } as const;
const anyOtherStringType = ts.factory.createIntersectionTypeNode([
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
  ts.factory.createTypeLiteralNode([]),
]);

/**
 * Lets an enumeration admit other strings wherever it is in a response, and in what only responses contain: a service
 * may send values that the contract does not have.
 */
function openEnums(contract: Contract): void {
  const operations = operationsOf(contract);
  const responses = operations.map(({ value }) => value['responses']);
  const requests = operations.map(({ item, value }) =>
    [item, value].map(({ parameters, requestBody }) => [parameters, requestBody]),
  );
  const inRequests = targetsFrom(contract, requests);
  const others = [...targetsFrom(contract, responses)].filter((it) => !inRequests.has(it));
  for (const part of [...responses, ...others.map((it) => valueAt(contract, it))]) {
    for (const { pointer, target } of referencesIn(part)) {
      if (!childOf(valueAt(contract, target), 'enum')) continue;
      const schema = valueAt(part, pointer.slice(0, -'/$ref'.length)) as Record<string, unknown>;
      const { $ref } = schema;
      delete schema['$ref'];
      schema['anyOf'] = [{ $ref }, anyOtherString];
    }
  }
}

/** Adds the provenance of each element to its description: docstrings do not have the extensions of the contract. */
function withProvenance(contract: Contract): Contract {
  const copy = structuredClone(contract);
  const add = (value: unknown, covers = ''): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { description?: string };
    const text = provenanceText(node, covers);
    if (text) node.description = `${node.description?.trimEnd() ?? ''}\n\n*${text}*`.trim();
    for (const child of Object.values(value)) add(child);
  };
  for (const { path, value } of operationsOf(copy)) add(value, provenanceCovers(path));
  add(copy.components);
  return copy;
}

/** Returns the source of a name for each schema with its description, and of the values of each enumeration. */
function emitNames({ components }: Contract): string {
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = schemas.map(([name, schema]) => {
    const docs = schema.description ? docComment([schema.description]) : '';
    return docs + alias(name, schema);
  });
  const enums = schemas.filter(([, schema]) => schema.enum);
  const lists = enums.map(([name, schema]) => {
    const items = schema.enum!.map((value) => `  ${JSON.stringify(value)},\n`).join('');
    return `/** The values of \`${name}\` that the contract knows. A service may send others. */
export const ${lowerFirst(name)}Values = [
${items}] as const satisfies readonly ${name}[];
`;
  });
  return [imports, ...names, ...lists].join('\n');
}

const imports = `import type { components } from './schema.ts';
export type { components, operations, paths } from './schema.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
`;

/**
 * Objects become interfaces: an interface keeps its name in hovers and errors, where an alias is spelt out. A list of
 * named schemas is a list of their names.
 */
function alias(name: string, { type, items }: Schema): string {
  const shape = `Schema<'${name}'>`;
  if (type === 'object') return `export interface ${name} extends ${shape} {}\n`;
  const item = type === 'array' ? itemName(items) : undefined;
  return `export type ${name} = ${item ? `(${item})[]` : shape};\n`;
}

/** Returns the name of the items of a list; undefined if they have none. */
function itemName({ $ref, type, anyOf }: Schema = {}): string | undefined {
  if ($ref) return nameOf($ref);
  if (type === 'null') return 'null';
  const names = anyOf?.map(itemName);
  return names?.includes(undefined) ? undefined : names?.join(' | ');
}

if (import.meta.main) {
  await writeGenerated(new URL('../generated/', import.meta.url), () =>
    generatedFiles(document as unknown as Contract),
  );
}
