import { operations } from './lib/document.js';
import { generationOf } from './lib/generation.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that each operation names its generation, and that the path agrees.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function generation(document) {
  return operations(document).flatMap((operation) => {
    const { node, path } = operation;
    const want = generationOf(operation);
    if (node['x-generation'] === want) return [];
    const message = `${place(document, path)} must have \`x-generation: ${want}\`, as V1 is what is under /api/v1: write it, or mend the path.`;
    return [{ message, path: [...path, 'x-generation'] }];
  });
}
