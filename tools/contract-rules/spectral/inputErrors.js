import { object, operations, own, text } from './lib/document.js';
import { parametersOf } from './lib/input.js';
import { place } from './lib/place.js';
import { admits, branches } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Node, Part } from './lib/document.js' */

/** Keywords of a schema that refuse some texts. */
const bounds = ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'];

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
  return !branches(document, parameter.schema).some(
    (schema) => (admits(schema, 'string') || isAny(schema)) && !bounds.some((key) => key in schema),
  );
}

/** @param {Node} schema */
function isAny(schema) {
  return ['type', '$ref', 'allOf', 'anyOf', 'oneOf'].every((keyword) => !(keyword in schema));
}

/**
 * @param {unknown} responses
 * @param {string} status
 */
function declares(responses, status) {
  const range = `${status.charAt(0)}XX`;
  return [status, range, 'default'].some((key) => own(object(responses), key) !== undefined);
}
