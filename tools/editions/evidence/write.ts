/** Writes what was recorded as the files of `openapi/evidence/`. */
import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { FileChange } from '@agent-conversation/cli/files';
import type { EvidenceRequest } from '@agent-conversation/cli/evidence';
import type { Recorded } from '../scenario/index.ts';
import { normalize } from './normalize.ts';

/** Returns the normalized files of an edition, by their names without a folder. */
export function evidenceFiles(
  edition: string,
  recorded: readonly Recorded[],
): FileChange[] {
  const head = `# Recorded by \`npm run editions -- record ${edition}\`. Do not edit.\n\n`;
  const byOperation = Map.groupBy(recorded, ({ operationId }) => operationId);
  return [...byOperation].map(([operationId, exchanges]) => {
    const entries = normalize(exchanges).map(({ name, request, response }) => [
      name,
      { request: requestOf(request), response },
    ]);
    const value = Object.fromEntries(entries) as Record<string, unknown>;
    return { file: `${operationId}.yaml`, content: head + textOf(value) };
  });
}

function textOf(exchanges: Readonly<Record<string, unknown>>): string {
  const document = new Document(exchanges, {
    aliasDuplicateObjects: false,
    merge: true,
  });
  const { contents } = document;
  if (!isMap(contents)) return '';
  mergeRepeatedResources(document, contents, new Map());
  foldShortCollections(contents);
  separate(contents);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** A resource that others of the file are merged with: only what differs is written. */
interface Template {
  readonly node: YAMLMap;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What resources are recognized by. */
const resources = {
  task: ['app_conversation_id', 'request'],
  request: ['initial_message', 'selected_branch', 'pr_number'],
  conversation: ['execution_status', 'sandbox_status'],
  sandbox: ['exposed_urls', 'sandbox_spec_id'],
  spec: ['command', 'working_dir'],
  settings: ['llm_model', 'provider_tokens_set'],
} as const;

/** Writes each resource but the first of its kind as what differs from that: `<<: *task`. */
function mergeRepeatedResources(
  document: Document,
  node: unknown,
  templates: Map<string, Template>,
): void {
  if (isSeq(node))
    for (const item of node.items)
      mergeRepeatedResources(document, item, templates);
  if (!isMap(node)) return;
  const value = node.toJS(document) as Readonly<Record<string, unknown>>;
  const resource = resourceOf(value);
  const template = resource && templates.get(resource);
  if (template && haveSameNames(template.value, value)) {
    removeRepeated(node, value, template.value);
    const alias = document.createAlias(template.node);
    node.items.unshift(new Pair(new Scalar('<<'), alias));
  } else if (resource && !template && isTypical(value)) {
    node.anchor = resource;
    templates.set(resource, { node, value });
  }
  for (const { value: child } of node.items)
    mergeRepeatedResources(document, child, templates);
}

function resourceOf(value: object): string | undefined {
  const resource = Object.entries(resources).find(([, names]) =>
    names.every((name) => Object.hasOwn(value, name)),
  );
  // A request that the scenario sends has few of the properties.
  return resource && Object.keys(value).length >= 5 ? resource[0] : undefined;
}

/** A sandbox that does not run has less to be merged with. */
function isTypical(value: Template['value']): boolean {
  return value['session_api_key'] !== null;
}

function haveSameNames(one: object, other: object): boolean {
  return isDeepStrictEqual(
    Object.keys(one).toSorted(),
    Object.keys(other).toSorted(),
  );
}

function removeRepeated(
  node: YAMLMap,
  value: Template['value'],
  base: Template['value'],
): void {
  for (const [name, child] of Object.entries(value)) {
    if (isDeepStrictEqual(child, base[name])) node.delete(name);
  }
}

/** What is shorter than that is written on one line. */
const longestLine = 100;

function foldShortCollections(contents: YAMLMap): void {
  visit(contents, {
    Collection(_, node) {
      if (!isShort(node)) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
}

function isShort(node: Node): boolean {
  let isAnchored = false;
  visit(node, {
    Collection(_, { anchor }) {
      isAnchored ||= anchor !== undefined;
    },
  });
  return !isAnchored && JSON.stringify(node).length <= longestLine;
}

/** Puts an empty line before each exchange. */
function separate(contents: YAMLMap): void {
  for (const { key } of contents.items.slice(1))
    if (isScalar(key)) key.spaceBefore = true;
}

/** The members in one order, whatever the order in which the scenario has them. */
function requestOf({
  method,
  path,
  headers,
  body,
  rawBody,
  hexBody,
}: EvidenceRequest) {
  return { method, path, headers, body, rawBody, hexBody };
}
