import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { provenanceCovers, provenanceText } from '@agent-conversation/contract';
import { answerOnly } from './answer-only.ts';
import { namedEnums, type Document } from './document.ts';

/**
 * The TypeScript source of `paths`, `components` and `operations`.
 *
 * A request member with a default stays optional (`defaultNonNullable: false`): the default is the
 * server's business, not the sender's.
 *
 * Where only answers refer to an enumeration, other strings are taken, too: a service may send values
 * that the contract does not know.
 */
export async function emitSchema(document: Document): Promise<string> {
  const open = opener(document);
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    defaultNonNullable: false,
    silent: true,
    postTransform: (type, { path }) => open(type, path),
    // A member that is nothing but a reference is not given to `postTransform`.
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

/**
 * Adds the provenance of each part to its description: whoever reads docstrings cannot read the extensions of the
 * contract.
 */
export function withProvenance(document: Document): Document {
  const copy = structuredClone(document);
  const add = (value: unknown, covers = ''): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { description?: string; operationId?: string };
    const text = provenanceText(node, covers);
    if (text) node.description = `${node.description?.trimEnd() ?? ''}\n\n*${text}*`.trim();
    for (const child of Object.values(value)) add(child);
  };
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const operation of Object.values(item)) add(operation, provenanceCovers(path));
  }
  add(copy.components);
  return copy;
}

/** Makes a function that opens a type if it stands for an enumeration at a place of answers only. */
function opener(document: Document) {
  const isAnswerOnly = answerOnly(document);
  const enums = new Set(namedEnums(document).map(([name]) => `components["schemas"]["${name}"]`));
  return (type: ts.TypeNode, path = ''): ts.TypeNode | undefined =>
    ts.isIndexedAccessTypeNode(type) && enums.has(textOf(type)) && isAnswerOnly(path)
      ? ts.factory.createUnionTypeNode([type, anyOtherString])
      : undefined;
}

/** `string & {}`, which unlike `string` leaves an editor the known values to offer. */
const anyOtherString = ts.factory.createIntersectionTypeNode([
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
  ts.factory.createTypeLiteralNode([]),
]);

function textOf(type: ts.TypeNode): string {
  return astToString(type).trim();
}
