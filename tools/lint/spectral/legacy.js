import { list, operations, text } from './lib/document.js';
import { generationOf } from './lib/generation.js';
import { place } from './lib/place.js';
import { reach } from './lib/reach.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that what is called legacy belongs to the legacy generation alone: tags that end with
 * `(legacy)`, and components whose names begin with `Legacy`.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function legacy(document) {
  return operations(document).flatMap((operation) => {
    const { node, path } = operation;
    const isLegacy = generationOf(operation) === 'v0';
    const tags = list(node.tags)
      .map(text)
      .filter((tag) => tag.endsWith(' (legacy)') !== isLegacy)
      .map((tag) => ({
        message: `${place(document, path)} must have a tag that ${isLegacy ? 'ends' : 'does not end'} with \`(legacy)\`, not \`${tag}\`: take the tag of its generation.`,
        path: [...path, 'tags'],
      }));
    const components = [...reach(document, node)]
      .filter((name) => !isLegacy && /^[^/]+\/Legacy/.test(name))
      .map((name) => ({
        message: `${place(document, path)} must do without \`components/${name}\`, which belongs to the legacy generation: refer to a component of V1.`,
        path,
      }));
    return [...tags, ...components];
  });
}
