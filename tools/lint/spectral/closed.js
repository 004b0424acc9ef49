import { isObject, object, parts, target, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/** Keywords that refuse members, each with what it has then. */
const closings = {
  additionalProperties: isNever,
  unevaluatedProperties: isNever,
  propertyNames: isList,
  patternProperties: hasNever,
};

/**
 * Demands that no schema refuses members which it does not list.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function closed(document) {
  return parts(document).flatMap(({ node, path }) =>
    Object.entries(closings)
      .filter(([keyword, closes]) => closes(node[keyword], document))
      .map(([keyword]) => ({
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

/**
 * Whether a schema of names takes none, or only those that it lists.
 *
 * @param {unknown} names
 * @param {unknown} document
 */
function isList(names, document) {
  const node = target(document, names);
  return isNever(names) || isNever(node) || 'enum' in node || 'const' in node;
}

/**
 * Whether members of some names are refused.
 *
 * @param {unknown} schemas
 */
function hasNever(schemas) {
  return Object.values(object(schemas)).some(isNever);
}

/** @param {unknown} schema */
function isAny(schema) {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
