import { isObject, object, target, text } from './document.js';

/**
 * The components that a node leads to by `$ref`, directly or through others, as `schemas/Job`.
 *
 * @param {unknown} document
 * @param {unknown} node
 */
export function reach(document, node) {
  /** @type {Set<string>} */
  const reached = new Set();
  const nodes = [node];
  for (const value of nodes) {
    const ref = text(object(value).$ref);
    const name = /^#\/components\/(.+)$/.exec(ref)?.[1];
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      nodes.push(target(document, value));
    }
    if (Array.isArray(value)) nodes.push(...value);
    else if (isObject(value)) nodes.push(...Object.values(value));
  }
  return reached;
}
