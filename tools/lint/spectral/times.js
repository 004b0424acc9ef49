import { object, parts } from './lib/document.js';
import { place } from './lib/place.js';
import { branches } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that members whose names end with `_at` are times, in the form that all times have.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function times(document) {
  return parts(document).flatMap(({ node, path }) =>
    Object.entries(object(node.properties))
      .filter(([name, schema]) => name.endsWith('_at') && !isTime(document, schema))
      .map(([name]) => ({
        message: `${place(document, [...path, 'properties', name])} must be a time, as its name ends with \`_at\`: write \`format: date-time\`, or rename it.`,
        path: [...path, 'properties', name],
      })),
  );
}

/**
 * @param {unknown} document
 * @param {unknown} schema
 */
function isTime(document, schema) {
  return branches(document, schema).some(({ format }) => format === 'date-time');
}
