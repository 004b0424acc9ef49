import { isObject, list, object, own, target } from './document.js';

/** @import { Node } from './document.js' */

/**
 * The schemas that a schema is made of: itself behind its `$ref`, and the branches of its choices.
 *
 * @param {unknown} document
 * @param {unknown} schema
 * @returns {Node[]}
 */
export function branches(document, schema) {
  const found = new Set([object(schema)]);
  // A set hands out what is added to it while it is read.
  for (const node of found) {
    if ('$ref' in node) found.add(target(document, node));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const branch of list(node[keyword])) if (isObject(branch)) found.add(branch);
    }
  }
  return [...found];
}

/**
 * The schemas of a member, in all branches of an object's schema; none if no branch lists it.
 *
 * @param {unknown} document
 * @param {unknown} schema
 * @param {string} name
 */
export function memberSchemas(document, schema, name) {
  return branches(document, schema)
    .map((branch) => own(branch.properties, name))
    .filter((member) => member !== undefined);
}

/**
 * Whether a schema admits a type, if with others.
 *
 * @param {Node} schema
 * @param {string} wanted
 */
export function admits({ type }, wanted) {
  return type === wanted || list(type).includes(wanted);
}
