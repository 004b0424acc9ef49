import { list, own, parts, text } from './lib/document.js';
import { place } from './lib/place.js';
import { admits } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Node } from './lib/document.js' */

/** Keywords that tell of an object's members. */
const tellers = `properties patternProperties additionalProperties unevaluatedProperties $ref allOf
  anyOf oneOf`.split(/\s+/);

/**
 * Demands that an object lists its members, with those that are required beside them, or says that
 * it may have any.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function objectMembers(document) {
  return parts(document).flatMap(({ node, path }) =>
    faults(node).map((fault) => ({ message: `${place(document, path)} must ${fault}.`, path })),
  );
}

/** @param {Node} node */
function faults(node) {
  if (admits(node, 'object') && !tellers.some((keyword) => keyword in node)) {
    return ['say what members it has: list `properties`, or write `additionalProperties: true`'];
  }
  return list(node.required)
    .map(text)
    .filter((name) => own(node.properties, name) === undefined)
    .map(
      (name) => `list \`${name}\` in \`properties\`, beside \`required\`: types lose it elsewhere`,
    );
}
