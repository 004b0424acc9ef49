import { parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that every `x-` member is one of the contract's extensions.
 *
 * @param {unknown} document
 * @param {{ known: string[] }} options
 * @returns {IFunctionResult[]}
 */
export default function extensions(document, { known }) {
  return parts(document).flatMap(({ node, path }) =>
    Object.keys(node)
      .filter((key) => key.startsWith('x-') && !known.includes(key))
      .map((key) => ({
        message: `\`${key}\` of ${place(document, path)} must be one of ${known.join(', ')}: rename it, or take it away.`,
        path: [...path, key],
      })),
  );
}
