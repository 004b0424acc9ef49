/** What the responses of an operation have. */
import { branches, object, own, stepsOf } from './document.js';

/**
 * Returns the schemas of what a JSON Pointer leads to in the body of a response.
 *
 * @param {unknown} document
 * @param {{ readonly content?: unknown }} response
 * @param {string} pointer
 * @returns {unknown[]}
 */
export function schemasAt(document, response, pointer) {
  /** @type {unknown[]} */
  let schemas = Object.values(object(response.content)).map((media) =>
    own(media, 'schema'),
  );
  for (const name of stepsOf(pointer)) {
    schemas = schemas
      .flatMap((schema) => branches(document, schema))
      .flatMap((branch) => childSchemas(branch, name));
  }
  return schemas;
}

/**
 * Returns the schemas of an item or of a property, also of one that only a map has.
 *
 * @param {import('./document.js').Node} branch
 * @param {string} name
 */
function childSchemas({ items, properties, additionalProperties }, name) {
  const item = /^\d+$/.test(name) ? items : undefined;
  const property = own(properties, name) ?? (additionalProperties || undefined);
  return [item, property].filter((schema) => schema !== undefined);
}
