import { list, object, operations, own, target, text } from './lib/document.js';
import { parametersOf } from './lib/input.js';
import { place } from './lib/place.js';
import { admits } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Node, Part } from './lib/document.js' */

/** Keywords of a schema that refuse some texts, or some lists of texts. */
const bounds = `enum const not format pattern minLength maxLength minItems maxItems uniqueItems
  contains`.split(/\s+/);

/**
 * Demands that an operation declares the errors which its input can bring about: 400 if it reads a
 * body, 404 if its path has an id, 422 if something in the input can be wrong.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function inputErrors(document) {
  return operations(document).flatMap((operation) => {
    const { node, path } = operation;
    return reasons(document, operation)
      .filter(({ status }) => !declares(node.responses, status))
      .map(({ status, why }) => ({
        message: `${place(document, path)} must declare ${status}, as ${why}: add the response of that status.`,
        path: [...path, 'responses'],
      }));
  });
}

/**
 * @param {unknown} document
 * @param {Part} operation
 */
function reasons(document, operation) {
  const found = [];
  const parameters = parametersOf(document, operation);
  const fragile = parameters.find((parameter) => canBeWrong(document, parameter));
  const hasBody = 'requestBody' in operation.node;
  if (hasBody) found.push({ status: '400', why: 'its body may be no JSON' });
  if (parameters.some((parameter) => parameter.in === 'path')) {
    found.push({ status: '404', why: 'what its path names may not exist' });
  }
  if (hasBody) found.push({ status: '422', why: 'its body can be invalid' });
  else if (fragile) found.push({ status: '422', why: `\`${text(fragile.name)}\` can be invalid` });
  return found;
}

/**
 * Whether a request can have a value that a parameter does not admit. Every value is a text, so a
 * parameter that takes any text has none.
 *
 * @param {unknown} document
 * @param {Node} parameter
 */
function canBeWrong(document, parameter) {
  if (parameter.required === true && parameter.in !== 'path') return true;
  return !takesAnyText(document, parameter.schema);
}

/**
 * Whether a schema admits every text; one of a list, whether it admits every text as an item.
 *
 * @param {unknown} document
 * @param {unknown} schema
 * @param {ReadonlySet<unknown>} around the schemas that it is a part of
 * @returns {boolean}
 */
function takesAnyText(document, schema, around = new Set()) {
  const node = object(schema);
  if (around.has(node)) return true;
  /** @param {unknown} part */
  const takes = (part) => takesAnyText(document, part, new Set([...around, node]));
  return (
    !bounds.some((keyword) => keyword in node) &&
    (!('type' in node) || admits(node, 'string') || (admits(node, 'array') && takes(node.items))) &&
    (!('$ref' in node) || takes(target(document, node))) &&
    list(node.allOf).every(takes) &&
    [node.anyOf, node.oneOf].every((choices) => !Array.isArray(choices) || choices.some(takes))
  );
}

/**
 * @param {unknown} responses
 * @param {string} status
 */
function declares(responses, status) {
  const range = `${status.charAt(0)}XX`;
  return [status, range, 'default'].some((key) => own(object(responses), key) !== undefined);
}
