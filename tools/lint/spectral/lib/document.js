/** @typedef {Record<string, unknown>} Node */
/** @typedef {(string | number)[]} Path */
/**
 * An object of a document. Its role is the keyword under which it stands, directly or in a list or
 * map: `get` for an operation, `responses` for a response, `schemas` for a named schema.
 *
 * @typedef {{ node: Node, path: Path, role: string }} Part
 */

/** The roles of operations. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Keywords whose values are data: nothing in them is part of the contract's structure. */
const data = new Set(['const', 'default', 'enum', 'example', 'value']);

/** Keywords whose values are maps: the keys in them are names, and may look like keywords. */
const maps = new Set(
  `paths webhooks callbacks responses content headers encoding links variables
  schemas parameters examples requestBodies securitySchemes pathItems
  properties patternProperties dependentSchemas $defs mapping x-enumDescriptions`.split(/\s+/),
);

/** Members of links that are data, too: what the operation is called with. */
const linkData = new Set(['parameters', 'requestBody']);

/**
 * All objects of a document, except those in example values and other data.
 *
 * @param {unknown} document
 * @returns {Part[]}
 */
export function parts(document) {
  return [...walk(document, [], '')];
}

/**
 * The operations of a document.
 *
 * @param {unknown} document
 */
export function operations(document) {
  return parts(document).filter(({ role }) => methods.includes(role));
}

/**
 * @param {unknown} value
 * @param {Path} path
 * @param {string} role
 * @returns {Generator<Part>}
 */
function* walk(value, path, role) {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* walk(item, [...path, i], role);
  } else if (isObject(value)) {
    yield { node: value, path, role };
    for (const [key, child] of Object.entries(value)) {
      if (data.has(key) || (key === 'examples' && Array.isArray(child))) continue;
      if (role === 'links' && linkData.has(key)) continue;
      const at = [...path, key];
      if (!maps.has(key) || !isObject(child)) yield* walk(child, at, key);
      else for (const [name, item] of Object.entries(child)) yield* walk(item, [...at, name], key);
    }
  }
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value if it is an object, else an empty one.
 *
 * @param {unknown} value
 * @returns {Node}
 */
export function object(value) {
  return isObject(value) ? value : {};
}

/**
 * The value if it is a list, else an empty one.
 *
 * @param {unknown} value
 * @returns {unknown[]}
 */
export function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * What a local `$ref` points at, or the node itself if it is none.
 *
 * @param {unknown} document
 * @param {unknown} node
 */
export function target(document, node) {
  const { $ref } = object(node);
  if (typeof $ref !== 'string') return object(node);
  const keys = $ref.split('/').slice(1);
  return object(keys.reduce((value, key) => own(value, unescape(key)), document));
}

/**
 * A member that an object has itself: `constructor` is none.
 *
 * @param {unknown} value
 * @param {string} key
 */
export function own(value, key) {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * How a message tells a value. A document may have anything anywhere, also an object that cannot be
 * made a text.
 *
 * @param {unknown} value
 */
export function text(value) {
  if (value === undefined) return 'undefined';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param {string} key */
function unescape(key) {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
