import { object, operations, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that every error is a shared response, so that all operations fail alike.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function sharedErrors(document) {
  return operations(document).flatMap(({ node, path }) =>
    Object.entries(object(node.responses))
      .filter(([status, response]) => /^([45]|default$)/.test(status) && !isShared(response))
      .map(([status]) => ({
        message: `Status ${status} of ${place(document, path)} must be a $ref to components/responses: move the response to a file there.`,
        path: [...path, 'responses', status],
      })),
  );
}

/** @param {unknown} response */
function isShared(response) {
  return text(object(response).$ref).startsWith('#/components/responses/');
}
