/** @import { Part } from './document.js' */

/**
 * The generation of an operation, as its path tells it.
 *
 * @param {Part} operation
 */
export function generationOf({ path }) {
  return String(path[1]).startsWith('/api/v1/') ? 'v1' : 'v0';
}
