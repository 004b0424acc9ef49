import { parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that no schema refuses members which it does not list.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function closed(document) {
  return parts(document).flatMap(({ node, path }) =>
    ['additionalProperties', 'unevaluatedProperties']
      .filter((keyword) => node[keyword] === false)
      .map((keyword) => ({
        message: `${place(document, path)} must stay open: take \`${keyword}: false\` away, as the service adds members and takes unknown ones.`,
        path: [...path, keyword],
      })),
  );
}
