import { operations, text } from './lib/document.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands an `operationId` that is a known verb and a noun in camelCase, and that is unique.
 *
 * @param {unknown} document
 * @param {{ verbs: string[] }} options
 * @returns {IFunctionResult[]}
 */
export default function operationId(document, { verbs }) {
  const form = new RegExp(`^(${verbs.join('|')})([A-Z][a-z0-9]*)+$`);
  const seen = new Set();
  return operations(document).flatMap(({ node, path: [...path] }) => {
    const id = node.operationId;
    const [, url, method] = path;
    if (typeof id === 'string') path.push('operationId');
    if (typeof id !== 'string' || !form.test(id)) {
      const message = `The operationId of ${method} ${url} must be a known verb (${verbs.join(', ')}) and a noun in camelCase, not \`${text(id)}\`: rename it, or add its verb to .spectral.yaml.`;
      return [{ message, path }];
    }
    if (seen.has(id)) {
      const message = `\`${id}\` must be the operationId of one operation only: rename that of ${method} ${url}.`;
      return [{ message, path }];
    }
    seen.add(id);
    return [];
  });
}
