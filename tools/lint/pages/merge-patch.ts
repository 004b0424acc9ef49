import { isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';

/**
 * Merges a patch into a map of a YAML document: members that are null are taken away (RFC 7396, section
 * 2). The text matters, too: a key is quoted as the patch has it, and its keys stand in the patch's order.
 */
export function mergePatch(target: YAMLMap, patch: YAMLMap): void {
  const wanted = patch.items.map((pair) => ({ pair, before: find(target, pair) }));
  for (const { pair, before } of wanted) {
    if (isScalar(pair.value) && pair.value.value === null) remove(target, before);
    else if (before === undefined) insert(target, patch, pair);
    else if (isMap(before.value) && isMap(pair.value)) {
      mergePatch(before.value, pair.value);
      before.key = pair.key;
    } else {
      before.key = pair.key;
      before.value = pair.value;
    }
  }
  reorder(target, patch);
}

/** Puts a new member behind the one that stands before it in the patch, or else before the next one. */
function insert(target: YAMLMap, patch: YAMLMap, pair: Pair): void {
  const i = patch.items.indexOf(pair);
  const [before] = patch.items
    .slice(0, i)
    .flatMap((each) => find(target, each) ?? [])
    .slice(-1);
  const [next] = patch.items.slice(i + 1).flatMap((each) => find(target, each) ?? []);
  const end = next === undefined ? target.items.length : target.items.indexOf(next);
  const place = before === undefined ? end : target.items.indexOf(before) + 1;
  target.items.splice(place, 0, pair);
}

/** Puts the members that a patch names, in its order, into the places that they have together. */
function reorder(target: YAMLMap, patch: YAMLMap): void {
  const named = patch.items.flatMap((pair) => find(target, pair) ?? []);
  const places = named.map((pair) => target.items.indexOf(pair)).toSorted((a, b) => a - b);
  for (const [i, place] of places.entries()) target.items[place] = named[i] as Pair<Node>;
}

function find(map: YAMLMap, { key }: Pair): Pair | undefined {
  return map.items.find((pair) => String(pair.key) === String(key));
}

function remove(map: YAMLMap, pair: Pair | undefined): void {
  map.items = map.items.filter((each) => each !== pair);
}
