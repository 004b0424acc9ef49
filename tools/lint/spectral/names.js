import { methods, object, parts, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part, Path } from './lib/document.js' */
/** @typedef {{ name: string, form: string, path: Path }} Named */

/** @type {Record<string, RegExp>} */
const forms = {
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  'Train-Case': /^[A-Z][A-Za-z0-9]*(-[A-Z0-9][A-Za-z0-9]*)*$/,
};

/**
 * Demands one form of names: components and links in PascalCase, members and parameters in
 * snake_case, headers in Train-Case.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function names(document) {
  return parts(document)
    .flatMap((part) => namesIn(part))
    .filter(({ name, form }) => !forms[form]?.test(name))
    .map(({ name, form, path }) => ({
      message: `${place(document, path)} must have a name in ${form}, not \`${name}\`: rename it.`,
      path,
    }));
}

/**
 * @param {Part} part
 * @returns {Named[]}
 */
function namesIn({ node, path, role }) {
  if (path.length === 1 && path[0] === 'components') {
    return Object.keys(node).flatMap((kind) =>
      keysOf(node, kind, kind === 'headers' ? 'Train-Case' : 'PascalCase', path),
    );
  }
  if (role === 'parameters' && 'name' in node && 'in' in node) {
    const form = node.in === 'header' ? 'Train-Case' : 'snake_case';
    return [{ name: text(node.name), form, path: [...path, 'name'] }];
  }
  if (role === 'responses' || methods.includes(role)) {
    return [
      ...keysOf(node, 'links', 'PascalCase', path),
      ...keysOf(node, 'headers', 'Train-Case', path),
    ];
  }
  return keysOf(node, 'properties', 'snake_case', path);
}

/**
 * @param {Part['node']} node
 * @param {string} map
 * @param {string} form
 * @param {Path} path
 */
function keysOf(node, map, form, path) {
  return Object.keys(object(node[map])).map((name) => ({ name, form, path: [...path, map, name] }));
}
