import { isObject, list, object, parts, text } from './document.js';

/**
 * The lifecycles of a document, each with the enumeration of its states. Faulty entries are left
 * out: the shape is the matter of another rule.
 *
 * @param {unknown} document
 */
export function lifecycles(document) {
  return parts(document)
    .filter(({ node }) => 'x-lifecycle' in node)
    .map(({ node, path }) => {
      const lifecycle = object(node['x-lifecycle']);
      return {
        path: [...path, 'x-lifecycle'],
        states: list(node.enum).map(text),
        initial: text(lifecycle.initial),
        final: list(lifecycle.final).map(text),
        transitions: list(lifecycle.transitions).filter(isObject),
        unchanged: list(lifecycle.unchanged).filter(isObject),
        refused: list(lifecycle.refused).filter(isObject),
      };
    });
}

/** @typedef {ReturnType<typeof lifecycles>[number]} Lifecycle */
