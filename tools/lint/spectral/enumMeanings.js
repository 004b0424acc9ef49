import { isObject, list, own, parts, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that `x-enumDescriptions` tells the meaning of exactly the values of its enumeration, and
 * that every named enumeration has it.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function enumMeanings(document) {
  return parts(document).flatMap(({ node, path, role }) => {
    const texts = node['x-enumDescriptions'];
    const named = role === 'schemas' && 'enum' in node;
    if (texts === undefined && !named) return [];
    const values = list(node.enum).map(text);
    if (!isObject(texts)) {
      const message = `${place(document, path)} must have \`x-enumDescriptions\`: say there what each of ${values.join(', ')} means.`;
      return [{ message, path }];
    }
    const missing = values.filter((value) => !isText(own(texts, value)));
    const surplus = Object.keys(texts).filter((key) => !values.includes(key));
    const faults = [
      ...missing.map((value) => `add \`${value}\``),
      ...surplus.map((key) => `take \`${key}\` away`),
    ];
    if (faults.length === 0) return [];
    const message = `\`x-enumDescriptions\` of ${place(document, path)} must have a text for each value of \`enum\` and no other: ${faults.join(', ')}.`;
    return [{ message, path: [...path, 'x-enumDescriptions'] }];
  });
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}
