import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { namesOf, outwards } from './pointer.ts';

/** Finds lines, counted from 1, by JSON Pointers: of what is there, or of the nearest around it. */
export function lineFinder(text: string): (pointer: string) => number {
  let find: ((pointer: string) => number) | undefined;
  return (pointer) => (find ??= finder(text))(pointer);
}

function finder(text: string): (pointer: string) => number {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter });
  return (pointer) => {
    const offsets = outwards(pointer).map((place) => offsetOf(contents, namesOf(place)));
    return lineCounter.linePos(offsets.find((offset) => offset !== undefined) ?? 0).line;
  };
}

/** Where the name of a member begins, or an element of an array. */
function offsetOf(root: unknown, names: readonly string[]): number | undefined {
  let node = root;
  let offset = 0;
  for (const name of names) {
    if (isSeq(node)) {
      node = node.items[Number(name)];
      if (!isNode(node)) return undefined;
      offset = node.range?.[0] ?? offset;
    } else if (isMap(node)) {
      const found = node.items.find(({ key }) => isNode(key) && String(key.toJSON()) === name);
      if (!found || !isNode(found.key)) return undefined;
      node = found.value;
      offset = found.key.range?.[0] ?? offset;
    } else return undefined;
  }
  return offset;
}
