import { targetsFrom } from '@agent-conversation/contract';
import * as doc from './lib/document.js';

const { list, object, own, target, text } = doc;

/**
 * Operation ids begin with a known verb.
 *
 * @type {doc.Rule}
 */
function ids(document, report, { verbs }) {
  const known = list(verbs).map(text);
  const form = new RegExp(`^(${known.join('|')})([A-Z][a-z0-9]*)+$`);
  for (const operation of doc.operations(document)) {
    const { operationId } = operation.node;
    if (operationId === undefined || form.test(text(operationId))) continue;
    report(
      operation,
      `have an operationId of a known verb (${known.join(', ')}) and a noun in camelCase, not ` +
        `\`${text(operationId)}\`: rename it, or add its verb to .spectral.yaml`,
      'operationId',
    );
  }
}

/**
 * Tags and components belong to the generation of their operation.
 *
 * @type {doc.Rule}
 */
function legacy(document, report) {
  for (const operation of doc.operations(document)) {
    const { node, path } = operation;
    const isLegacy = !String(path[1]).startsWith('/api/v1/');
    const ends = isLegacy ? 'ends' : 'does not end';
    for (const tag of list(node.tags).map(text)) {
      if (tag.endsWith(' (legacy)') === isLegacy) continue;
      report(
        operation,
        `have a tag that ${ends} with \`(legacy)\`, not \`${tag}\`: use a tag of its generation`,
        'tags',
      );
    }
    if (isLegacy) continue;
    for (const pointer of targetsFrom(document, node)) {
      if (!/^\/components\/[^/]+\/Legacy/.test(pointer)) continue;
      report(
        operation,
        `not use \`${pointer.slice(1)}\`, which belongs to the legacy generation: refer to a component of V1`,
      );
    }
  }
}

/**
 * Each tag has operations, and stands in one group of `x-tagGroups`.
 *
 * @type {doc.Rule}
 */
function tagGroups(document, report) {
  const tags = list(own(document, 'tags')).map((tag) => object(tag).name);
  const grouped = list(own(document, 'x-tagGroups')).flatMap((group) =>
    list(object(group).tags),
  );
  for (const part of doc.parts(document)) {
    if (part.role === 'x-tagGroups') {
      for (const name of list(part.node.tags)) {
        if (tags.includes(name)) continue;
        report(
          part,
          `list declared tags: fix \`${text(name)}\`, or add it to \`tags\``,
        );
      }
    }
    if (part.role !== 'tags') continue;
    const { name } = part.node;
    const count = grouped.filter((it) => it === name).length;
    if (count !== 1) {
      report(
        part,
        `be in one group of \`x-tagGroups\`, not in ${count}: list it there once`,
      );
    }
    const isUsed = doc
      .operations(document)
      .some(({ node }) => list(node.tags).some((tag) => tag === name));
    if (!isUsed) report(part, 'have an operation: use it in one, or remove it');
  }
}

/** Methods whose requests have no body: what a server does with one is not defined (RFC 9110, section 9.3). */
const bodyless = ['get', 'head', 'delete'];

/** Keywords of a schema that reject some texts, or some lists of texts. */
const bounds =
  `enum const not format pattern minLength maxLength minItems maxItems uniqueItems
  contains`.split(/\s+/);

/**
 * Whether a schema admits every text, or every text as an item of its list; `around` are the schemas around it.
 *
 * @type {(document: unknown, schema: unknown, around?: ReadonlySet<unknown>) => boolean}
 */
const takesAnyText = (document, schema, around = new Set()) => {
  const node = object(schema);
  if (around.has(node)) return true;
  /** @param {unknown} part */
  const takes = (part) =>
    takesAnyText(document, part, new Set([...around, node]));
  return (
    !bounds.some((keyword) => keyword in node) &&
    (!('type' in node) ||
      doc.admits(node, 'string') ||
      (doc.admits(node, 'array') && takes(node.items))) &&
    (!('$ref' in node) || takes(target(document, node))) &&
    list(node.allOf).every(takes) &&
    [node.anyOf, node.oneOf].every(
      (choices) => !Array.isArray(choices) || choices.some(takes),
    )
  );
};

/**
 * Operations declare the errors that their input can cause.
 *
 * @type {doc.Rule}
 */
function inputErrors(document, report) {
  for (const operation of doc.operations(document)) {
    requires404(document, report, operation);
    requires422(document, report, operation);
  }
}

/** @type {(document: unknown, report: doc.Report, operation: doc.Part) => void} */
function requires404(document, report, operation) {
  const hasPathParameter = doc
    .parametersOf(document, operation)
    .some((it) => it.in === 'path');
  if (!hasPathParameter || declares(operation, '404')) return;
  const must =
    'declare 404, as what its path names may not exist: add a response with that status';
  report(operation, must, 'responses');
}

/** @type {(document: unknown, report: doc.Report, operation: doc.Part) => void} */
function requires422(document, report, operation) {
  if (declares(operation, '422')) return;
  const reason = reasonOf422(document, operation);
  if (reason === undefined) return;
  report(
    operation,
    `declare 422, as ${reason}: add a response with that status`,
    'responses',
  );
}

/** @type {(document: unknown, operation: doc.Part) => string | undefined} */
function reasonOf422(document, operation) {
  const { node, role } = operation;
  if ('requestBody' in node && !bodyless.includes(role)) {
    return 'its body can be malformed or invalid';
  }
  // Every value in a URL or header is a text, so only a schema that takes any text admits them all.
  const fragile = doc
    .parametersOf(document, operation)
    .find(
      (parameter) =>
        (parameter.required === true && parameter.in !== 'path') ||
        !takesAnyText(document, parameter.schema),
    );
  return fragile && `\`${text(fragile.name)}\` can be invalid`;
}

/**
 * Whether an operation declares a status, also by its range or the default.
 *
 * @type {(operation: doc.Part, status: string) => boolean}
 */
function declares({ node }, status) {
  const declared = Object.keys(object(node.responses));
  return [status, `${status[0]}XX`, 'default'].some((each) =>
    declared.includes(each),
  );
}

/**
 * Operations that page do so as all others.
 *
 * @type {doc.Rule}
 */
function paging(document, report) {
  for (const operation of doc.operations(document)) {
    const { operationId, responses } = operation.node;
    const parameters = doc
      .parametersOf(document, operation)
      .map(({ name }) => name);
    const response = target(document, own(responses, '200'));
    const schema = own(own(response.content, 'application/json'), 'schema');
    const hasNext =
      doc.propertySchemas(document, schema, 'next_page_id').length > 0;
    const isCalledSearch = text(operationId).startsWith('search');
    if (!isCalledSearch && !parameters.includes('page_id') && !hasNext)
      continue;
    /** @type {(isMet: boolean, step: string) => void} */
    const require = (isMet, step) => {
      if (!isMet) report(operation, `page as all others do: ${step}`);
    };
    require(isCalledSearch, 'begin its operationId with `search`');
    require(operation.role === 'get', 'make it a GET');
    require(parameters.includes('page_id'), 'add the parameter `page_id`');
    require(parameters.includes('limit'), 'add the parameter `limit`');
    require(hasItems(document, schema), 'respond with 200 and a list `items`');
    require(hasNext, 'respond with 200 and a `next_page_id`');
    require(isLinkedToNext(
      document,
      response,
      operationId,
    ), 'link 200 to itself with `page_id: $response.body#/next_page_id`, as the next page');
  }
}

/** @type {(document: unknown, schema: unknown) => boolean} */
function hasItems(document, schema) {
  const items = doc.propertySchemas(document, schema, 'items');
  return items.some((item) =>
    doc.branches(document, item).some((branch) => doc.admits(branch, 'array')),
  );
}

/** @type {(document: unknown, response: doc.Node, operationId: unknown) => boolean} */
function isLinkedToNext(document, response, operationId) {
  return Object.values(object(response.links)).some((value) => {
    const link = target(document, value);
    const next = own(link.parameters, 'page_id');
    return (
      link.operationId === operationId &&
      next === '$response.body#/next_page_id'
    );
  });
}

/**
 * What a description says about repeating a request agrees with `x-retry`.
 *
 * @type {doc.Rule}
 */
function retryTexts(document, report) {
  for (const operation of doc.operations(document)) {
    const { description, 'x-retry': retry } = operation.node;
    const prose = text(description);
    const isDenied = /\b(not|never|non-?)\s*idempotent\b/i.test(prose);
    const isSaid = /(^|[.:]\s+)(it is )?idempotent\b/im.test(prose);
    const isSafe = retry === 'safe';
    const isUnsafe = retry === 'never' || retry === 'unsent';
    const isContradicted = isDenied ? isSafe : isSaid && isUnsafe;
    if (!isContradicted) continue;
    const said = isDenied ? 'not idempotent' : 'idempotent';
    const reason = `its description says that it is ${said}`;
    const remedy = isDenied ? '`unsent` or `never`' : '`safe`';
    report(
      operation,
      `not have \`x-retry: ${text(retry)}\`, as ${reason}: write ${remedy}, or fix the text`,
      'x-retry',
    );
  }
}

/** What other parts of a contract state: these declarations are ignored (OpenAPI 3.1.1, 4.8.12.2 and 4.8.17.1). */
const ignoredParameters = ['accept', 'content-type', 'authorization'];

/**
 * No header is declared that OpenAPI ignores.
 *
 * @type {doc.Rule}
 */
function ignoredHeaders(document, report) {
  for (const part of doc.parts(document)) {
    const { node, path, role } = part;
    const isParameter = role === 'parameters' && node.in === 'header';
    const parameter = text(node.name).toLowerCase();
    if (isParameter && ignoredParameters.includes(parameter)) {
      const instead =
        parameter === 'authorization' ? 'a security scheme' : '`content`';
      report(
        part,
        `not be the header ${text(node.name)}, which OpenAPI ignores in parameters: remove it, ${instead} states it`,
        'name',
      );
    } else if (
      role === 'headers' &&
      text(path.at(-1)).toLowerCase() === 'content-type'
    ) {
      report(
        part,
        'not be the header Content-Type, which OpenAPI ignores: remove it, `content` states it',
      );
    }
  }
}

export default doc.functionOf({
  ids,
  legacy,
  tagGroups,
  inputErrors,
  paging,
  retryTexts,
  ignoredHeaders,
});
