import { own, parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Path } from './lib/document.js' */

/**
 * Demands that `x-secret` is only ever `true`, that it stands wherever `format: password` does, and
 * that the latter stands only where it is documented.
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
    if (node.format === 'password' && provenanceAt(document, path) !== 'documented') {
      const message = `${place(document, path)} must have no \`format: password\`, as no document tells it: take it away, \`x-secret: true\` is enough.`;
      return [{ message, path: [...path, 'format'] }];
    }
    return [];
  });
}

/**
 * The `x-provenance` of the nearest part that has one, from a place outwards.
 *
 * @param {unknown} document
 * @param {Path} path
 */
function provenanceAt(document, path) {
  let nearest;
  let value = document;
  for (const key of path) {
    value = Array.isArray(value) ? value[Number(key)] : own(value, String(key));
    nearest = own(value, 'x-provenance') ?? nearest;
  }
  return nearest;
}
