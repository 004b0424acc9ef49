import { operations, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that each operation says when a client may repeat it; reading is always safe.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function retry(document) {
  return operations(document).flatMap(({ node, path, role }) => {
    const values = role === 'get' || role === 'head' ? ['safe'] : ['safe', 'unsent', 'never'];
    if (values.includes(text(node['x-retry']))) return [];
    const message = `${place(document, path)} must have \`x-retry: ${values.join('|')}\`: say when a client may repeat it.`;
    return [{ message, path: [...path, 'x-retry'] }];
  });
}
