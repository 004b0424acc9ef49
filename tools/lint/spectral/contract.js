import * as doc from './lib/document.js';
import { schemasAt } from './lib/responses.js';

const { list, object, target, text } = doc;

/** What states where it comes from. */
const sourced = new Set([
  ...doc.methods,
  'parameters',
  'responses',
  'schemas',
  'x-lifecycle',
]);

/**
 * Parts of some roles state where they come from, with a decision unless they are documented.
 *
 * @type {doc.Rule}
 */
function provenance(document, report) {
  for (const part of doc.parts(document)) {
    const { node, role } = part;
    const isNeeded =
      sourced.has(role) && !('$ref' in node && role !== 'schemas');
    if (reportAssumed(part, report)) continue;
    const { 'x-provenance': source, 'x-decision': decision } = node;
    const isStated = source !== undefined || decision !== undefined;
    if (isStated || isNeeded) reportSource(part, report);
  }
}

/** Returns whether `x-assumed` is wrong. @type {(part: doc.Part, report: doc.Report) => boolean} */
function reportAssumed(part, report) {
  const { 'x-provenance': source, 'x-assumed': assumed } = part.node;
  if (assumed === undefined) return false;
  const aspects = Object.keys(object(assumed));
  const isKnown =
    aspects.length > 0 &&
    aspects.every((it) => /^(meaning|omission)$/.test(it));
  if (!isKnown) {
    const must =
      'have `meaning` or `omission` with a decision in `x-assumed`: fix it';
    report(part, must, 'x-assumed');
    return true;
  }
  if (source === 'assumed') {
    report(
      part,
      'not have `x-assumed`, as it is assumed as a whole: remove it',
      'x-assumed',
    );
    return true;
  }
  return false;
}

/** @type {(part: doc.Part, report: doc.Report) => void} */
function reportSource(part, report) {
  const { 'x-provenance': source, 'x-decision': decision } = part.node;
  let must = '';
  if (source === 'documented') {
    if (decision !== undefined)
      must =
        'have no `x-decision`, as it is documented: remove it, or fix `x-provenance`';
  } else if (source !== 'observed' && source !== 'assumed') {
    must =
      'have `x-provenance: documented|observed|assumed`: state where it comes from';
  } else if (decision === undefined) {
    must = `have an \`x-decision\`, as it is ${source}: add the number of the decision`;
  }
  if (must !== '') report(part, must);
}

/**
 * Each `x-` key is one of the contract's extensions.
 *
 * @type {doc.Rule}
 */
function extensions(document, report, { known }) {
  const names = list(known).map(text);
  for (const part of doc.parts(document)) {
    const { node, path, role } = part;
    // The Paths Object and the Responses Object are maps that may have extensions as well.
    const maps = [];
    if (path.length === 0) maps.push('paths');
    if (doc.methods.includes(role)) maps.push('responses');
    const keys = [
      ...Object.keys(node).map((key) => [key]),
      ...maps.flatMap((map) =>
        Object.keys(object(node[map])).map((key) => [map, key]),
      ),
    ];
    for (const at of keys) {
      const key = text(at.at(-1));
      if (!key.startsWith('x-') || names.includes(key)) continue;
      const must = `not have \`${key}\`: use one of ${names.join(', ')}, or remove it`;
      report(part, must, ...at);
    }
  }
}

/**
 * A link leads to an operation and passes its required and no unknown parameters, from properties of the response.
 *
 * @type {doc.Rule}
 */
function links(document, report) {
  for (const link of doc.parts(document)) {
    if (link.role !== 'links' || link.path[1] === 'links') continue;
    const { operationId, parameters } = target(document, link.node);
    const id = `\`${text(operationId)}\``;
    const operation = doc
      .operations(document)
      .find((it) => it.node.operationId === operationId);
    if (operation === undefined) {
      report(link, `lead to an operation: fix its operationId ${id}`);
      continue;
    }
    const declared = doc.parametersOf(document, operation);
    const passed = Object.entries(object(parameters)).map(([key, value]) => ({
      name: key.replace(/^(path|query|header|cookie)\./, ''),
      value: text(value),
    }));
    reportPassed(link, report, id, declared, passed);
    const response = object(doc.valueAt(document, link.path.slice(0, -2)));
    for (const { value } of passed) {
      if (isThere(document, response, value)) continue;
      report(link, `take what the response has: fix \`${value}\``);
    }
  }
}

/**
 * @type {(link: doc.Part, report: doc.Report, id: string, declared: doc.Node[], passed: { name: string }[]) => void}
 */
function reportPassed(link, report, id, declared, passed) {
  for (const { name } of passed) {
    if (declared.some((parameter) => parameter.name === name)) continue;
    report(link, `pass parameters that ${id} has: fix \`${name}\``);
  }
  for (const { name, required } of declared) {
    if (
      required !== true ||
      passed.some((parameter) => parameter.name === name)
    )
      continue;
    report(link, `pass what ${id} requires: add \`${text(name)}\``);
  }
}

/**
 * Whether a response has what a runtime expression (OpenAPI 3.1.1, 4.8.20.4) takes from its body. Others are not
 * checked.
 *
 * @type {(document: unknown, response: doc.Node, value: string) => boolean}
 */
function isThere(document, response, value) {
  const [, pointer] =
    /^\{?\$response\.body#((?:\/[^}]*)?)\}?$/.exec(value) ?? [];
  if (pointer === undefined) return !value.startsWith('$response.body');
  return schemasAt(document, response, pointer).length > 0;
}

export default doc.functionOf({ provenance, extensions, links });
