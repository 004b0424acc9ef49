import { methods, object, parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part } from './lib/document.js' */

/**
 * Demands that every `x-` member is one of the contract's extensions.
 *
 * @param {unknown} document
 * @param {{ known: string[] }} options
 * @returns {IFunctionResult[]}
 */
export default function extensions(document, { known }) {
  return parts(document).flatMap((part) =>
    members(part)
      .filter((keys) => keys.some((key) => key.startsWith('x-') && !known.includes(key)))
      .map((keys) => ({
        message: `\`${keys.at(-1)}\` of ${place(document, part.path)} must be one of ${known.join(', ')}: rename it, or take it away.`,
        path: [...part.path, ...keys],
      })),
  );
}

/**
 * The ways to the members of a part, and of the two maps that may have extensions beside their
 * entries: the Paths Object and the Responses Object (OpenAPI 3.1.1, sections 4.8.8 and 4.8.16).
 *
 * @param {Part} part
 */
function members({ node, path, role }) {
  const map = path.length === 0 ? 'paths' : methods.includes(role) ? 'responses' : undefined;
  const ways = Object.keys(node).map((key) => [key]);
  if (map === undefined) return ways;
  return [...ways, ...Object.keys(object(node[map])).map((key) => [map, key])];
}
