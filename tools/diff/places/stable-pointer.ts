import { isList, type Json, member } from '../model/json.ts';
import { namesOf, step } from '../model/pointer.ts';

/**
 * A JSON Pointer in which elements of arrays have names in place of positions, where they have any, so that it
 * stays the same when others are put before them.
 */
export function stablePointer(root: Json, pointer: string): string {
  let value: Json | undefined = root;
  const stable = namesOf(pointer).map((name) => {
    const within = value;
    value = step(value, name);
    return isList(within) ? (nameOf(value) ?? name) : name;
  });
  return JSON.stringify(stable);
}

/** By what references, parameters, tags, servers and entries of lifecycles are told apart. */
const names = ['$ref', 'in', 'name', 'url', 'from', 'to', 'operation', 'cause'];

function nameOf(element: Json | undefined): string | undefined {
  if (typeof element !== 'object')
    return element === undefined ? undefined : JSON.stringify(element);
  const known = names.map((name) => member(element, name)).filter((it) => typeof it === 'string');
  return known.length > 0 ? known.join(' ') : undefined;
}
