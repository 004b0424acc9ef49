import * as doc from './lib/document.js';

const { list, object, target, text } = doc;

const roles = new Set([...doc.methods, 'parameters', 'responses', 'schemas', 'x-lifecycle']);

/** Parts of these roles state where they come from, with a decision unless they are documented. */
const provenance = doc.each(doc.parts, ({ node, role }) => {
  const { 'x-provenance': source, 'x-decision': decision, 'x-assumed': assumed } = node;
  if (assumed !== undefined) {
    const aspects = Object.keys(object(assumed));
    const isKnown = aspects.length > 0 && aspects.every((it) => /^(meaning|omission)$/.test(it));
    if (!isKnown) {
      return [['have `meaning` or `omission` with a decision in `x-assumed`: fix it', 'x-assumed']];
    }
    if (source === 'assumed') {
      return [['not have `x-assumed`, as it is assumed as a whole: remove it', 'x-assumed']];
    }
  }
  const isNeeded = roles.has(role) && !('$ref' in node && role !== 'schemas');
  if (source === undefined && decision === undefined && !isNeeded) return [];
  if (source === 'documented') {
    const must = 'have no `x-decision`, as it is documented: remove it, or fix `x-provenance`';
    return decision === undefined ? [] : [must];
  }
  if (source !== 'observed' && source !== 'assumed') {
    return ['have `x-provenance: documented|observed|assumed`: state where it comes from'];
  }
  const must = `have an \`x-decision\`, as it is ${source}: add the number of the decision`;
  return decision === undefined ? [must] : [];
});

/** Each `x-` key is one of the contract's extensions. */
const extensions = doc.each(doc.parts, ({ node, path, role }, _, { known }) => {
  // The Paths Object and the Responses Object are maps that may have extensions as well.
  const map = path.length === 0 ? 'paths' : doc.methods.includes(role) ? 'responses' : '';
  const names = list(known).map(text);
  return [
    ...Object.keys(node).map((key) => [key]),
    ...Object.keys(object(node[map])).map((key) => [map, key]),
  ].flatMap((at) => {
    const key = at.at(-1) ?? '';
    if (!key.startsWith('x-') || names.includes(key)) return [];
    return [[`not have \`${key}\`: use one of ${names.join(', ')}, or remove it`, ...at]];
  });
});

/** A link leads to an operation and passes its required and no unknown parameters, from properties of the response. */
const links = doc.each(
  (document) =>
    doc.parts(document).filter(({ path, role }) => role === 'links' && path[1] !== 'links'),
  ({ node, path }, document) => {
    const { operationId, parameters } = target(document, node);
    const id = `\`${text(operationId)}\``;
    const operation = doc.operations(document).find((it) => it.node.operationId === operationId);
    if (operation === undefined) return [`lead to an operation: fix its operationId ${id}`];
    const taken = doc.parametersOf(document, operation);
    const names = taken.map(({ name }) => text(name));
    const given = Object.entries(object(parameters)).map(([key, value]) => ({
      name: key.replace(/^(path|query|header|cookie)\./, ''),
      value: text(value),
    }));
    const required = taken.filter((it) => it.required === true).map(({ name }) => text(name));
    const response = object(doc.valueAt(document, path.slice(0, -2)));
    return [
      ...given
        .filter(({ name }) => !names.includes(name))
        .map(({ name }) => `pass parameters that ${id} has: fix \`${name}\``),
      ...required
        .filter((name) => !given.some((it) => it.name === name))
        .map((name) => `pass what ${id} requires: add \`${name}\``),
      ...given
        .filter(({ value }) => !isThere(document, response, value))
        .map(({ value }) => `take what the response has: fix \`${value}\``),
    ];
  },
);

/**
 * Whether a response has what a runtime expression (OpenAPI 3.1.1, 4.8.20.4) takes from its body; others are constants.
 *
 * @type {(document: unknown, response: doc.Node, value: string) => boolean}
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
