import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { BuildError } from '../sources/read-source.ts';

/** The keys and indexes that lead to a place in a document. */
export type Path = readonly (string | number)[];

/** A YAML document, and how to refuse it for what stands at a place. */
export interface YamlFile {
  readonly value: unknown;
  readonly refuse: (path: Path, why: string) => never;
}

/**
 * Parses a YAML file.
 *
 * @throws {BuildError} when it is not YAML, and from `refuse`: both name the file and the line
 */
export function readYaml(text: string, file: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const throwAt = (offset: number, why: string): never => {
    throw new BuildError(`${file}:${Math.max(lines.linePos(offset).line, 1)}: ${why}.`);
  };
  for (const { pos, message } of document.errors) {
    throwAt(pos[0], `this is not YAML: ${message.replace(/\.$/, '')}`);
  }
  return {
    value: document.toJS(),
    refuse: (path, why) => throwAt(offsetOf(document.contents, path), why),
  };
}

/** Where a place begins, or the last thing on the way to it that is there. */
function offsetOf(root: unknown, path: Path): number {
  let node = root;
  let offset = 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isMap(node) || isSeq(node) || isScalar(node)) offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}

/**
 * A value as a table.
 *
 * @param path where it stands in the file
 * @throws {BuildError} when it is none
 */
export function tableAt(value: unknown, path: Path, { refuse }: YamlFile): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  return refuse(path, 'here must be a table of names and values');
}
