import { isMap, isScalar, isSeq, type Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { isOfResource } from '../contract/segment.ts';
import type { Sources } from '../contract/sources.ts';
import type { Design } from '../design/design.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { NewFile } from './file.ts';
import { changedYaml } from './yaml.ts';

const file = 'openapi/openapi.yaml';

/** The root of the contract, with the path in its table, and with the tag if it is new. */
export function rootDocument(design: Design, sources: Sources): NewFile[] {
  const document = sources.document(file);
  const paths = at(document, ['paths'], isMap) as YAMLMap;
  if (design.isListed && !design.tag.isNew) return [];
  if (!design.isListed) addPath(document, paths, design);
  if (design.tag.isNew) addTag(document, design);
  return [changedYaml(file, document)];
}

/** Behind the paths of its resource, or else behind those of V1. */
function addPath(document: Document, paths: YAMLMap, { path, file: target }: Design): void {
  const known = paths.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  const ofResource = known.findLastIndex((it) => isOfResource(it, path));
  const ofV1 = known.findLastIndex((it) => it.startsWith('/api/v1/'));
  const pair = document.createPair(path, { $ref: `./${target}` });
  paths.items.splice((ofResource < 0 ? ofV1 : ofResource) + 1, 0, pair);
}

/** Behind the other tags of the first group, which is V1. */
function addTag(document: Document, { tag, resource }: Design): void {
  const group = at(document, ['x-tagGroups', 0, 'tags'], isSeq) as YAMLSeq;
  const tags = at(document, ['tags'], isSeq) as YAMLSeq;
  const description = `The operations of \`client.${resource}\`.`;
  tags.items.splice(group.items.length, 0, document.createNode({ name: tag.name, description }));
  group.items.push(document.createNode(tag.name));
}

function at(
  document: Document,
  path: readonly (string | number)[],
  is: (node: unknown) => boolean,
): unknown {
  const node: unknown = document.getIn(path, true);
  if (is(node)) return node;
  throw new ScaffoldError(`${file} must have /${path.join('/')}`);
}
