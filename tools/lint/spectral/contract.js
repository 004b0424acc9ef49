import * as doc from './lib/document.js';

/** @import { Check, Node, Part } from './lib/document.js' */

const { list, object, target, text } = doc;

const roles = new Set([...doc.methods, 'parameters', 'responses', 'schemas', 'x-lifecycle']);

/**
 * Operations, parameters, responses, named schemas and lifecycles state where they come from, with a
 * decision unless they are documented.
 *
 * @type {Check}
 */
const provenance = (document) =>
  doc.parts(document).flatMap((part) => {
    const must = provenanceFault(part);
    return must === undefined ? [] : [doc.fault(document, part.path, must)];
  });

/** @param {Part} part */
function provenanceFault({ node, role }) {
  const { 'x-provenance': source, 'x-decision': decision } = node;
  const needed = roles.has(role) && !('$ref' in node && role !== 'schemas');
  if (source === undefined && decision === undefined && !needed) return undefined;
  if (source === 'documented') {
    return decision === undefined
      ? undefined
      : 'have no `x-decision`, as it is documented: remove it, or fix `x-provenance`';
  }
  if (source === 'observed' || source === 'assumed') {
    return decision === undefined
      ? `have an \`x-decision\`, as it is ${source}: add the number of the decision`
      : undefined;
  }
  return 'have `x-provenance: documented|observed|assumed`: state where it comes from';
}

/**
 * Each `x-` key is one of the contract's extensions.
 *
 * @type {Check}
 */
const extensions = (document, { known }) =>
  doc.parts(document).flatMap(({ node, path, role }) => {
    // The Paths Object and the Responses Object are maps that may have extensions as well.
    const map = path.length === 0 ? 'paths' : doc.methods.includes(role) ? 'responses' : '';
    return [
      ...Object.keys(node).map((key) => [key]),
      ...Object.keys(object(node[map])).map((key) => [map, key]),
    ]
      .filter((keys) => keys.at(-1)?.startsWith('x-') && !list(known).includes(keys.at(-1)))
      .map((keys) => {
        const must = `not have \`${keys.at(-1)}\`: use one of ${list(known).join(', ')}, or remove it`;
        return doc.fault(document, path, must, [...path, ...keys]);
      });
  });

/**
 * A link leads to an operation, fills the parameters that it requires and no others, and takes them from
 * properties that the response has.
 *
 * @type {Check}
 */
const links = (document) => {
  const known = new Map(doc.operations(document).map((part) => [part.node.operationId, part]));
  return doc
    .parts(document)
    .filter(({ role }) => role === 'responses')
    .flatMap(({ node, path }) =>
      Object.entries(object(node.links)).flatMap(([name, link]) =>
        linkFaults(document, known, node, target(document, link)).map((must) => ({
          message: `The link \`${name}\` of ${doc.nameOf(document, path)} must ${must}.`,
          path: [...path, 'links', name],
        })),
      ),
    );
};

/** @type {(document: unknown, known: Map<unknown, Part>, response: Node, link: Node) => string[]} */
const linkFaults = (document, known, response, { operationId, parameters }) => {
  const operation = known.get(operationId);
  const id = `\`${text(operationId)}\``;
  if (operation === undefined) return [`lead to an operation: fix its operationId ${id}`];
  const taken = doc.parametersOf(document, operation);
  const given = Object.entries(object(parameters));
  const names = given.map(([key]) => key.replace(/^(path|query|header|cookie)\./, ''));
  return [
    ...names
      .filter((name) => !taken.some((parameter) => parameter.name === name))
      .map((name) => `pass parameters that ${id} has: fix \`${name}\``),
    ...taken
      .filter(({ name, required }) => required === true && !names.includes(text(name)))
      .map(({ name }) => `pass what ${id} requires: add \`${text(name)}\``),
    ...given
      .filter(([, value]) => !isThere(document, response, text(value)))
      .map(([, value]) => `take what the response has: fix \`${text(value)}\``),
  ];
};

/**
 * Whether a response has what a runtime expression takes from its body (OpenAPI 3.1.1, section
 * 4.8.20.4). Any other value is a constant.
 *
 * @type {(document: unknown, response: Node, value: string) => boolean}
 */
const isThere = (document, response, value) => {
  const [, pointer] = /^\{?\$response\.body#((?:\/[^}]*)?)\}?$/.exec(value) ?? [];
  if (pointer === undefined) return !value.startsWith('$response.body');
  let schemas = Object.values(object(response.content)).map((media) => object(media).schema);
  for (const name of doc.keysOf(pointer)) {
    schemas = schemas.flatMap((schema) =>
      /^\d+$/.test(name)
        ? doc.branches(document, schema).flatMap((branch) => branch.items ?? [])
        : doc.propertySchemas(document, schema, name),
    );
  }
  return schemas.length > 0;
};

export default doc.choose({ provenance, extensions, links });
