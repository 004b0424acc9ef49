import { operations } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that each operation names its generation, and that the path agrees.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function generation(document) {
  return operations(document).flatMap(({ node, path }) => {
    const want = String(path[1]).startsWith('/api/v1/') ? 'v1' : 'v0';
    if (node['x-generation'] === want) return [];
    const message = `${place(document, path)} must have \`x-generation: ${want}\`, as V1 is what is under /api/v1: write it, or mend the path.`;
    return [{ message, path: [...path, 'x-generation'] }];
  });
}
