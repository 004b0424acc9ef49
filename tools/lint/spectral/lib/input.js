import { list, object, own, target } from './document.js';

/** @import { Node, Part, Path } from './document.js' */

/**
 * The parameters of an operation, with those of its path: what they are, behind their `$ref`s.
 *
 * @param {unknown} document
 * @param {Part} operation
 * @returns {Node[]}
 */
export function parametersOf(document, { node, path }) {
  const item = at(document, path.slice(0, -1));
  return [...list(object(item).parameters), ...list(node.parameters)].map((parameter) =>
    target(document, parameter),
  );
}

/**
 * What stands at a place of a document.
 *
 * @param {unknown} document
 * @param {Path} path
 */
function at(document, path) {
  return path.reduce((value, key) => own(value, String(key)), document);
}
