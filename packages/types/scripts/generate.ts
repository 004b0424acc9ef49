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
import {
  docComment,
  writeGenerated,
} from '@agent-conversation/contract/generate';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

/** Returns the generated files of the types, by name. */
export async function generatedFiles(
  contract: Contract,
): Promise<Record<string, string>> {
  const described = withProvenance(contract);
  const names = emitNames(described);
  const inRequests = requestTargets(described);
  openEnums(described, inRequests);
  const nodes = await openapiTS(described as unknown as OpenAPI3, {
    // The default of a property of a request is applied by the server, not by the sender: it stays optional.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) =>
      schema === anyOtherString ? anyOtherStringType : undefined,
  });
  const schema = nodes.map((node) => allowUndefined(node, inRequests));
  return { 'schema.ts': astToString(schema), 'index.ts': names };
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
function openEnums(contract: Contract, inRequests: ReadonlySet<string>): void {
  const responses = operationsOf(contract).map(
    ({ value }) => value['responses'],
  );
  const others = [...targetsFrom(contract, responses)].filter(
    (it) => !inRequests.has(it),
  );
  for (const part of [
    ...responses,
    ...others.map((it) => valueAt(contract, it)),
  ]) {
    for (const { pointer, target } of referencesIn(part)) {
      if (!childOf(valueAt(contract, target), 'enum')) continue;
      const schema = valueAt(part, pointer.slice(0, -'/$ref'.length)) as Record<
        string,
        unknown
      >;
      const { $ref } = schema;
      delete schema['$ref'];
      schema['anyOf'] = [{ $ref }, anyOtherString];
    }
  }
}

/** Returns the pointers of the components that requests contain. */
function requestTargets(contract: Contract): ReadonlySet<string> {
  const requests = operationsOf(contract).map(({ item, value }) =>
    [item, value].map(({ parameters, requestBody }) => [
      parameters,
      requestBody,
    ]),
  );
  return targetsFrom(contract, requests);
}

/**
 * Lets each optional property of a request be undefined as well, for programs that are compiled with
 * `exactOptionalPropertyTypes`: what is undefined is not sent.
 */
function allowUndefined(
  node: ts.Node,
  inRequests: ReadonlySet<string>,
): ts.Node {
  const visit = (
    visited: ts.Node,
    path: readonly string[],
    isSent: boolean,
  ): ts.Node => {
    const name = nameOfProperty(visited);
    const here = name === undefined ? path : [...path, name];
    const isSentHere = isSent || isPartOfRequest(here, inRequests);
    const visitChild = (child: ts.Node) => visit(child, here, isSentHere);
    const changed = ts.visitEachChild(visited, visitChild, undefined);
    return isSent ? withUndefined(changed) : changed;
  };
  return visit(node, [], false);
}

/** Whether a path of names leads to the parameters or the body of an operation, or to a component of one. */
function isPartOfRequest(
  path: readonly string[],
  inRequests: ReadonlySet<string>,
): boolean {
  const [root, , member] = path;
  if (root === 'components') return inRequests.has(`/${path.join('/')}`);
  const isOfOperation = root === 'operations' && path.length === 3;
  return isOfOperation && (member === 'parameters' || member === 'requestBody');
}

/** Returns the name of an interface or a property; undefined for other nodes. */
function nameOfProperty(node: ts.Node): string | undefined {
  if (ts.isInterfaceDeclaration(node)) return node.name.text;
  if (!ts.isPropertySignature(node)) return undefined;
  const { name } = node;
  return ts.isIdentifier(name) || ts.isStringLiteral(name)
    ? name.text
    : undefined;
}

/** The types to which nothing is added: what is `never` is not sent, and undefined is `unknown`. */
const complete = new Set([
  ts.SyntaxKind.NeverKeyword,
  ts.SyntaxKind.UnknownKeyword,
]);

/** Returns an optional property that may be undefined as well, and any other node as it is. */
function withUndefined(node: ts.Node): ts.Node {
  if (!ts.isPropertySignature(node) || !node.questionToken || !node.type)
    return node;
  const { modifiers, name, questionToken, type } = node;
  if (complete.has(type.kind)) return node;
  const types = ts.isUnionTypeNode(type) ? type.types : [type];
  const undefinedType = ts.factory.createKeywordTypeNode(
    ts.SyntaxKind.UndefinedKeyword,
  );
  const union = ts.factory.createUnionTypeNode([...types, undefinedType]);
  return ts.factory.updatePropertySignature(
    node,
    modifiers,
    name,
    questionToken,
    union,
  );
}

/** Adds the provenance of each element to its description: docstrings do not have the extensions of the contract. */
function withProvenance(contract: Contract): Contract {
  const copy = structuredClone(contract);
  const add = (value: unknown, covers = ''): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { description?: string };
    const text = provenanceText(node, covers);
    if (text)
      node.description =
        `${node.description?.trimEnd() ?? ''}\n\n*${text}*`.trim();
    for (const child of Object.values(value)) add(child);
  };
  for (const { path, value } of operationsOf(copy))
    add(value, provenanceCovers(path));
  add(copy.components);
  return copy;
}

/** Returns the source of a name for each schema with its description, and of the values of each enumeration. */
function emitNames({ components }: Contract): string {
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = schemas.map(([name, schema]) => {
    const docs = schema.description ? docComment([schema.description]) : '';
    return docs + alias(name, schema);
  });
  const enums = schemas.filter(([, schema]) => schema.enum);
  const lists = enums.map(([name, schema]) => {
    const items = schema
      .enum!.map((value) => `  ${JSON.stringify(value)},\n`)
      .join('');
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
  if (type === 'object')
    return `export interface ${name} extends ${shape} {}\n`;
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
