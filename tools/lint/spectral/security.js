import { isObject, list, object, operations, target } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that each operation asks for the API key by itself, and for nothing else.
 *
 * @param {unknown} document
 * @param {{ header: string }} options
 * @returns {IFunctionResult[]}
 */
export default function security(document, { header }) {
  const schemes = object(object(object(document).components).securitySchemes);
  const name = Object.keys(schemes).find((key) => isKey(target(document, schemes[key]), header));
  if (name === undefined) {
    const message = `The document must declare the API key: add a scheme of type \`apiKey\`, in the header \`${header}\`, to components.securitySchemes.`;
    return [{ message, path: ['components', 'securitySchemes'] }];
  }
  return operations(document)
    .filter(({ node }) => !asksOnlyFor(node.security, name))
    .map(({ path }) => ({
      message: `${place(document, path)} must ask for the API key and nothing else: write \`security: [{ ${name}: [] }]\`.`,
      path: [...path, 'security'],
    }));
}

/**
 * @param {import('./lib/document.js').Node} scheme
 * @param {string} header
 */
function isKey(scheme, header) {
  return scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name === header;
}

/**
 * @param {unknown} requirements
 * @param {string} name
 */
function asksOnlyFor(requirements, name) {
  const [only, ...others] = list(requirements);
  return isObject(only) && others.length === 0 && Object.keys(only).join() === name;
}
