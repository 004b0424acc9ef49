import { object, operations, own, parts, target, text } from './lib/document.js';
import { parametersOf } from './lib/input.js';
import { place } from './lib/place.js';
import { memberSchemas } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Node, Part } from './lib/document.js' */

/**
 * Demands that each link leads to an operation, fills the parameters that it needs and no others,
 * and takes them from members that the answer has.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function links(document) {
  const known = new Map(operations(document).map((part) => [part.node.operationId, part]));
  return parts(document)
    .filter(({ node, role }) => role === 'responses' && 'links' in node)
    .flatMap((response) =>
      Object.entries(object(response.node.links)).flatMap(([name, link]) =>
        faults(document, known, response.node, target(document, link)).map((fault) => ({
          message: `The link \`${name}\` of ${place(document, response.path)} must ${fault}.`,
          path: [...response.path, 'links', name],
        })),
      ),
    );
}

/**
 * @param {unknown} document
 * @param {Map<unknown, Part>} known
 * @param {Node} response
 * @param {Node} link
 */
function faults(document, known, response, { operationId, parameters }) {
  const operation = known.get(operationId);
  if (operation === undefined) {
    return [`lead to an operation of the contract: mend its operationId \`${text(operationId)}\``];
  }
  const taken = parametersOf(document, operation);
  const given = Object.entries(object(parameters));
  const names = given.map(([key]) => key.replace(/^(path|query|header|cookie)\./, ''));
  return [
    ...names
      .filter((name) => !taken.some((parameter) => parameter.name === name))
      .map((name) => `give \`${text(operationId)}\` parameters that it has: mend \`${name}\``),
    ...taken
      .filter(({ name, required }) => required === true && !names.includes(text(name)))
      .map(({ name }) => `give \`${text(operationId)}\` what it needs: add \`${text(name)}\``),
    ...given
      .filter(([, value]) => !isThere(document, response, text(value)))
      .map(([, value]) => `take what the answer has: mend \`${text(value)}\``),
  ];
}

/**
 * Whether an answer has what a runtime expression takes from its body (OpenAPI 3.1.1, section
 * 4.8.20.4). What is no such expression is taken as it is.
 *
 * @param {unknown} document
 * @param {Node} response
 * @param {string} value
 */
function isThere(document, response, value) {
  const [, pointer] = /^\{?\$response\.body#((?:\/[^}]*)?)\}?$/.exec(value) ?? [];
  if (pointer === undefined) return !value.startsWith('$response.body');
  let schemas = Object.values(object(response.content)).map((media) => object(media).schema);
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    schemas = schemas.flatMap((schema) => inside(document, schema, name));
  }
  return schemas.length > 0;
}

/**
 * @param {unknown} document
 * @param {unknown} schema
 * @param {string} name
 */
function inside(document, schema, name) {
  if (!/^\d+$/.test(name)) return memberSchemas(document, schema, name);
  const items = own(target(document, schema), 'items');
  return items === undefined ? [] : [items];
}
