/** What the responses of an operation have. */
import { branches, keysOf, object, target } from './document.js';

/**
 * Returns the declared responses of an operation with some statuses.
 *
 * @param {unknown} document
 * @param {import('./document.js').Part} operation
 * @param {RegExp} statuses
 */
export function responsesOf(document, { node }, statuses) {
  return Object.entries(object(node.responses))
    .filter(([status]) => statuses.test(status))
    .map(([, response]) => target(document, response));
}

/** Returns the names of the headers of a response. @param {import('./document.js').Node} response */
export function headersOf(response) {
  return Object.keys(object(response.headers));
}

/**
 * Returns the schemas of what a JSON Pointer leads to in the body of a response.
 *
 * @param {unknown} document
 * @param {import('./document.js').Node} response
 * @param {string} pointer
 * @returns {unknown[]}
 */
export function schemasAt(document, response, pointer) {
  let schemas = Object.values(object(response.content)).map(
    (media) => object(media).schema,
  );
  for (const name of keysOf(pointer)) {
    schemas = schemas.flatMap((schema) =>
      branches(document, schema).flatMap((branch) =>
        childSchemas(branch, name),
      ),
    );
  }
  return schemas;
}

/**
 * Returns the schemas of an item or of a property, also of one that only a map has.
 *
 * @param {import('./document.js').Node} branch
 * @param {string} name
 * @returns {unknown[]}
 */
function childSchemas({ items, properties, additionalProperties }, name) {
  const isItem = /^\d+$/.test(name) && items !== undefined;
  const declared = object(properties);
  const property = Object.hasOwn(declared, name)
    ? declared[name]
    : additionalProperties || undefined;
  return [
    ...(isItem ? [items] : []),
    ...(property === undefined ? [] : [property]),
  ];
}
