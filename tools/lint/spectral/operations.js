import * as doc from './lib/document.js';

const { list, object, own, target, text } = doc;

const id = doc.each(doc.operations, ({ node: { operationId } }, _, { verbs }) => {
  const form = new RegExp(`^(${list(verbs).join('|')})([A-Z][a-z0-9]*)+$`);
  if (operationId === undefined || form.test(text(operationId))) return [];
  const must = `have an operationId of a known verb (${list(verbs).join(', ')}) and a noun in camelCase, not \`${text(operationId)}\`: rename it, or add its verb to .spectral.yaml`;
  return [[must, 'operationId']];
});

/** The components that a node needs, such as `schemas/Job`. @type {(document: unknown, node: unknown) => string[]} */
const reach = (document, node) => {
  const reached = new Set();
  const nodes = [node];
  for (const value of nodes) {
    const name = /^#\/components\/(.+)$/.exec(text(object(value).$ref))?.[1];
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      nodes.push(target(document, value));
    }
    nodes.push(...(doc.isObject(value) ? Object.values(value) : list(value)));
  }
  return [...reached].map(text);
};

const legacy = doc.each(doc.operations, ({ node, path }, document) => {
  const isLegacy = !String(path[1]).startsWith('/api/v1/');
  const ends = isLegacy ? 'ends' : 'does not end';
  const components = isLegacy ? [] : reach(document, node);
  return [
    ...list(node.tags)
      .map(text)
      .filter((tag) => tag.endsWith(' (legacy)') !== isLegacy)
      .map((tag) => [
        `have a tag that ${ends} with \`(legacy)\`, not \`${tag}\`: use a tag of its generation`,
        'tags',
      ]),
    ...components
      .filter((name) => /^[^/]+\/Legacy/.test(name))
      .map(
        (name) =>
          `not use \`components/${name}\`, which belongs to the legacy generation: refer to a component of V1`,
      ),
  ];
});

/** Each tag has operations, and stands in one group of `x-tagGroups`. */
const tagGroups = doc.each(
  (document) => doc.parts(document).filter(({ role }) => role === 'tags' || role === 'x-tagGroups'),
  ({ node, role }, document) => {
    const isDeclared = (/** @type {string} */ name) =>
      list(own(document, 'tags')).some((tag) => object(tag).name === name);
    if (role === 'x-tagGroups') {
      return list(node.tags)
        .map(text)
        .filter((name) => !isDeclared(name))
        .map((name) => `list declared tags: fix \`${name}\`, or add it to \`tags\``);
    }
    const groups = list(own(document, 'x-tagGroups')).flatMap((group) => list(object(group).tags));
    const count = groups.filter((name) => name === node.name).length;
    const isUsed = doc.operations(document).some((it) => list(it.node.tags).includes(node.name));
    return [
      ...(count === 1
        ? []
        : [`be in one group of \`x-tagGroups\`, not in ${count}: list it there once`]),
      ...(isUsed ? [] : ['have an operation: use it in one, or remove it']),
    ];
  },
);

/** Methods whose requests have no body: what a server does with one is not defined (RFC 9110, section 9.3). */
const bodyless = ['get', 'head', 'delete'];

/** Keywords of a schema that reject some texts, or some lists of texts. */
const bounds = `enum const not format pattern minLength maxLength minItems maxItems uniqueItems
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
  const takes = (part) => takesAnyText(document, part, new Set([...around, node]));
  return (
    !bounds.some((keyword) => keyword in node) &&
    (!('type' in node) ||
      doc.admits(node, 'string') ||
      (doc.admits(node, 'array') && takes(node.items))) &&
    (!('$ref' in node) || takes(target(document, node))) &&
    list(node.allOf).every(takes) &&
    [node.anyOf, node.oneOf].every((choices) => !Array.isArray(choices) || choices.some(takes))
  );
};

const inputErrors = doc.each(doc.operations, (operation, document) => {
  const { node, role } = operation;
  const parameters = doc.parametersOf(document, operation);
  // Every value in a URL or header is a text, so only a schema that takes any text admits them all.
  const fragile = parameters.find(
    (parameter) =>
      (parameter.required === true && parameter.in !== 'path') ||
      !takesAnyText(document, parameter.schema),
  );
  const hasBody = 'requestBody' in node && !bodyless.includes(role);
  /** @type {[boolean, string, string][]} */
  const reasons = [
    [parameters.some((it) => it.in === 'path'), '404', 'what its path names may not exist'],
    [hasBody, '422', 'its body can be malformed or invalid'],
    [!hasBody && fragile !== undefined, '422', `\`${text(fragile?.name)}\` can be invalid`],
  ];
  const declared = Object.keys(object(node.responses));
  const isDeclared = (/** @type {string} */ status) =>
    [status, `${status[0]}XX`, 'default'].some((it) => declared.includes(it));
  return reasons
    .filter(([isPossible, status]) => isPossible && !isDeclared(status))
    .map(([, status, why]) => [
      `declare ${status}, as ${why}: add a response with that status`,
      'responses',
    ]);
});

const paging = doc.each(doc.operations, (operation, document) => {
  const { operationId, responses } = operation.node;
  const taken = doc.parametersOf(document, operation).map(({ name }) => name);
  const response = target(document, own(responses, '200'));
  const schema = own(own(response.content, 'application/json'), 'schema');
  const items = doc.propertySchemas(document, schema, 'items');
  const hasNext = doc.propertySchemas(document, schema, 'next_page_id').length > 0;
  const isCalled = text(operationId).startsWith('search');
  if (!isCalled && !taken.includes('page_id') && !hasNext) return [];
  const isList = items.some((item) =>
    doc.branches(document, item).some((it) => doc.admits(it, 'array')),
  );
  const isLinked = Object.values(object(response.links)).some((value) => {
    const link = target(document, value);
    const next = own(link.parameters, 'page_id');
    return link.operationId === operationId && next === '$response.body#/next_page_id';
  });
  /** @type {[boolean, string][]} */
  const demands = [
    [isCalled, 'begin its operationId with `search`'],
    [operation.role === 'get', 'make it a GET'],
    [taken.includes('page_id'), 'add the parameter `page_id`'],
    [taken.includes('limit'), 'add the parameter `limit`'],
    [isList, 'respond with 200 and a list `items`'],
    [hasNext, 'respond with 200 and a `next_page_id`'],
    [isLinked, 'link 200 to itself with `page_id: $response.body#/next_page_id`, as the next page'],
  ];
  return demands.filter(([met]) => !met).map(([, what]) => `page as all others do: ${what}`);
});

export default doc.choose({ id, legacy, tagGroups, inputErrors, paging });
