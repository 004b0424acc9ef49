/** Writes what was recorded as the files of `openapi/evidence/`. */
import { Document, isCollection, type Node, visit } from 'yaml';
import type { FileChange } from '@agent-conversation/cli/files';
import type { EvidenceRequest, EvidenceResponse } from '@agent-conversation/cli/evidence';
import type { Recorded } from '../scenario/index.ts';
import { normalize } from './normalize.ts';

/** Returns the normalized files of an edition, by their names without a folder. */
export function evidenceFiles(edition: string, recorded: readonly Recorded[]): FileChange[] {
  const head = `# Recorded by \`npm run editions -- record ${edition}\`. Do not edit.\n\n`;
  const byOperation = Map.groupBy(recorded, ({ operationId }) => operationId);
  return [...byOperation].map(([operationId, exchanges]) => {
    const entries = normalize(exchanges).map(({ name, request, response }) => [
      name,
      { request: requestOf(request), response: responseOf(response) },
    ]);
    const value = Object.fromEntries(entries) as Record<string, unknown>;
    return { file: `${operationId}.yaml`, content: head + textOf(value) };
  });
}

function textOf(exchanges: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(exchanges).map(([name, exchange]) => {
    const document = new Document({ [name]: exchange }, { aliasDuplicateObjects: false });
    foldShortCollections(document);
    return document.toString({ lineWidth: 0, flowCollectionPadding: true });
  });
  return texts.join('\n');
}

/** What is shorter than that is written on one line. */
const longestLine = 90;

function foldShortCollections(document: Document.Parsed | Document): void {
  visit(document, {
    Collection(_, node) {
      if (!isShort(node)) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
}

function isShort(node: Node): boolean {
  return isCollection(node) && JSON.stringify(node).length <= longestLine;
}

/** The members in one order, whatever the order in which the scenario has them. */
function requestOf({ method, path, headers, body, rawBody, hexBody }: EvidenceRequest) {
  return withoutUndefined({ method, path, headers, body, rawBody, hexBody });
}

function responseOf({ status, headers, body, text }: EvidenceResponse) {
  return withoutUndefined({ status, headers, body, text });
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== undefined));
}
