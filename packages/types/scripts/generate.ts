/**
 * Generates the types from the contract. openapi-typescript makes `paths`, `components` and `operations`; its options
 * `rootTypes` and `enumValues` are not used, because they make names without docstrings, which editors do not show,
 * and lists of values whose type takes the compiler a deep mapping of all components.
 */
import {
  type Contract,
  lowerFirst,
  nameOf,
  operationsOf,
  provenanceCovers,
  provenanceText,
  type Schema,
  targetOf,
  targetsFrom,
} from '@agent-conversation/contract';
import { docComment, writeGenerated } from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

/** Returns the generated files of the types, by name. */
export async function generatedFiles(contract: Contract): Promise<Record<string, string>> {
  const described = withProvenance(contract);
  return {
    'schema.ts': await emitSchema(described),
    'index.ts': emitNames(described, contract),
  };
}

/**
 * Returns the source of `paths`, `components` and `operations`.
 *
 * A property of a request with a default stays optional (`defaultNonNullable: false`): the default is applied by the
 * server, not by the sender. An enumeration that only responses refer to also admits other strings: a service may
 * send values that the contract does not have.
 */
async function emitSchema(contract: Contract): Promise<string> {
  const isResponseOnly = responseOnly(contract);
  const enums = new Set(enumsOf(contract).map(([name]) => `components["schemas"]["${name}"]`));
  const open = (type: ts.TypeNode, path = ''): ts.TypeNode | undefined =>
    ts.isIndexedAccessTypeNode(type) && enums.has(astToString(type).trim()) && isResponseOnly(path)
      ? ts.factory.createUnionTypeNode([type, anyOtherString])
      : undefined;
  const nodes = await openapiTS(contract as unknown as OpenAPI3, {
    defaultNonNullable: false,
    silent: true,
    postTransform: (type, { path }) => open(type, path),
    // `postTransform` does not see a property that is nothing but a reference.
    transformProperty(property, _, { path }) {
      const { modifiers, name, questionToken, type } = property;
      const opened = type && open(type, path);
      return (
        opened &&
        ts.factory.updatePropertySignature(property, modifiers, name, questionToken, opened)
      );
    },
  });
  return astToString(nodes);
}

/** `string & {}`, which unlike `string` leaves an editor the known values to offer. */
const anyOtherString = ts.factory.createIntersectionTypeNode([
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
  ts.factory.createTypeLiteralNode([]),
]);

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

/**
 * Returns whether responses, and never requests, contain an element: one at a path of openapi-typescript, such as
 * `#/components/schemas/Sandbox/status`.
 */
function responseOnly(contract: Contract): (path: string) => boolean {
  const responses = new Set<string>();
  const requests = new Set<string>();
  for (const { item, value } of operationsOf(contract)) {
    targetsFrom(contract, value.responses, responses);
    targetsFrom(contract, [item.parameters, value.parameters, value.requestBody], requests);
  }
  return (path) => {
    const [, section, , , part] = path.split('/');
    const component = targetOf(path).split('/').slice(0, 4).join('/');
    if (section === 'paths') return part === 'responses';
    return responses.has(component) && !requests.has(component);
  };
}

/** Returns the source of a name for each schema with its description, and of the values of each enumeration. */
function emitNames(described: Contract, contract: Contract): string {
  const names = schemasOf(described).map(([name, schema]) => {
    const docs = schema.description ? docComment([schema.description]) : '';
    return docs + alias(name, schema);
  });
  const lists = enumsOf(contract).map(([name, values]) => {
    const items = values.map((value) => `  ${JSON.stringify(value)},\n`).join('');
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

/** The schemas of the contract, in the order of their names. */
function schemasOf({ components }: Contract): [name: string, schema: Schema][] {
  return Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function enumsOf(contract: Contract): [name: string, values: readonly unknown[]][] {
  return schemasOf(contract).flatMap(([name, schema]) =>
    schema.enum ? [[name, schema.enum] as [string, readonly unknown[]]] : [],
  );
}

if (import.meta.main) {
  await writeGenerated(new URL('../generated/', import.meta.url), () =>
    generatedFiles(document as unknown as Contract),
  );
}
