import { isObject, parts, text } from './lib/document.js';
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
      .filter((keyword) => isNever(node[keyword]))
      .map((keyword) => ({
        message: `${place(document, path)} must stay open: take \`${keyword}: ${text(node[keyword])}\` away, as the service adds members and takes unknown ones.`,
        path: [...path, keyword],
      })),
  );
}

/**
 * Whether nothing keeps a schema.
 *
 * @param {unknown} schema
 * @returns {boolean}
 */
function isNever(schema) {
  return schema === false || (isObject(schema) && isAny(schema.not));
}

/** @param {unknown} schema */
function isAny(schema) {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
