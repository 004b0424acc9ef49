import { object, parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part } from './lib/document.js' */

const roles = new Set(['parameters', 'requestBodies', 'requestBody', 'responses']);

/**
 * Demands an example of every parameter, request body and response that has content.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function examples(document) {
  return parts(document)
    .filter(({ node, role }) => roles.has(role) && !('$ref' in node))
    .flatMap(exampled)
    .filter(({ node }) => !('example' in node) && Object.keys(object(node.examples)).length === 0)
    .map(({ path }) => ({
      message: `${place(document, path)} must have an example: add \`examples\`, each a $ref to components/examples, or a short \`example\`.`,
      path,
    }));
}

/**
 * Where the examples of a part belong: in each of its media types if it has content.
 *
 * @param {Part} part
 */
function exampled({ node, path, role }) {
  const media = Object.entries(object(node.content));
  if (media.length === 0 && role === 'parameters') return [{ node, path }];
  return media.map(([type, value]) => ({ node: object(value), path: [...path, 'content', type] }));
}
