/** What the responses of an operation have. */
import { branches, keysOf, object } from './document.js';

/**
 * Returns the schemas of what a JSON Pointer leads to in the body of a response.
 *
 * @param {unknown} document
 * @param {{ readonly content?: unknown }} response
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
