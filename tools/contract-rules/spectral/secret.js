import { parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that `x-secret` is only ever `true`, and stands wherever `format: password` does.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function secret(document) {
  return parts(document).flatMap(({ node, path }) => {
    if ('x-secret' in node && node['x-secret'] !== true) {
      const message = `\`x-secret\` of ${place(document, path)} must be \`true\`: write that, or take it away.`;
      return [{ message, path: [...path, 'x-secret'] }];
    }
    if (node.format === 'password' && !('x-secret' in node)) {
      const message = `${place(document, path)} must have \`x-secret: true\`, as its format is \`password\`: add it.`;
      return [{ message, path: [...path, 'format'] }];
    }
    return [];
  });
}
