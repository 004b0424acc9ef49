import { pathFile } from '../../path-file.js';
import { object } from './document.js';

/** @import { Path } from './document.js' */

/**
 * The operation, path or component that a place belongs to, with its source file relative to the
 * contract's folder.
 *
 * @param {unknown} document
 * @param {Path} path
 */
export function owner(document, path) {
  const [section, group, key] = path.map(String);
  if (section === 'paths' && group !== undefined) {
    const item = object(object(object(document).paths)[group]);
    const operationId = key === undefined ? undefined : object(item[key]).operationId;
    const name = typeof operationId === 'string' ? operationId : group;
    return { name, file: pathFile(group), depth: operationId === undefined ? 2 : 3 };
  }
  if (section === 'components' && group !== undefined && key !== undefined) {
    return { name: key, file: `components/${group}/${key}.yaml`, depth: 3 };
  }
  return { name: 'openapi.yaml', file: 'openapi.yaml', depth: 0 };
}

/**
 * How a message names a place: by the operation or component that it belongs to, and by a JSON
 * pointer if it is deeper inside.
 *
 * @param {unknown} document
 * @param {Path} path
 */
export function place(document, path) {
  const { name, depth } = owner(document, path);
  return path.length === depth ? `\`${name}\`` : `\`${name}\` (\`${pointer(path)}\`)`;
}

/** @param {Path} path */
function pointer(path) {
  const keys = path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['#', ...keys].join('/');
}
