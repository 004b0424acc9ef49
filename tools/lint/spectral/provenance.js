import { methods, parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part } from './lib/document.js' */

const roles = new Set([...methods, 'parameters', 'responses', 'schemas', 'x-lifecycle']);

/**
 * Demands that all operations, parameters, responses, named schemas and lifecycles say where they
 * come from, with a decision unless it is the interface document.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function provenance(document) {
  return parts(document).flatMap((part) => {
    const fault = faultOf(part);
    if (fault === undefined) return [];
    return [{ message: `${place(document, part.path)} must ${fault}.`, path: part.path }];
  });
}

/** @param {Part} part */
function faultOf({ node, role }) {
  const { 'x-provenance': source, 'x-decision': decision } = node;
  const needed = roles.has(role) && !('$ref' in node && role !== 'schemas');
  if (source === undefined && decision === undefined && !needed) return undefined;
  switch (source) {
    case 'documented':
      if (decision === undefined) return undefined;
      return 'have no `x-decision`, as it is documented: take it away, or mend `x-provenance`';
    case 'observed':
    case 'assumed':
      if (decision !== undefined) return undefined;
      return `have an \`x-decision\`, as it is ${source}: add the number of the decision`;
    default:
      return 'have `x-provenance: documented|observed|assumed`: say where it comes from';
  }
}
