import * as doc from './lib/document.js';

/** @import { Check, Node, Part, Path } from './lib/document.js' */

const { list, object, own, target, text } = doc;

/**
 * Runs a check on each object of the document.
 *
 * @param {(part: Part, document: unknown, options: Node) => [must: string, ...at: string[]][]} demands
 *   what the object must do, and where below it that is reported
 * @returns {Check}
 */
function each(demands) {
  return (document, options) =>
    doc.parts(document).flatMap((part) =>
      demands(part, document, options).map(([must, ...at]) => {
        return doc.fault(document, part.path, must, [...part.path, ...at]);
      }),
    );
}

/**
 * Whether a schema rejects every value.
 *
 * @param {unknown} schema
 * @returns {boolean}
 */
function isNever(schema) {
  if (!doc.isObject(schema)) return schema === false;
  const { not } = schema;
  return not === true || (doc.isObject(not) && Object.keys(not).length === 0);
}

/**
 * Whether a schema of names admits none, or only those that it lists.
 *
 * @param {unknown} names
 * @param {unknown} document
 */
function isListOfNames(names, document) {
  const node = target(document, names);
  return isNever(names) || isNever(node) || 'enum' in node || 'const' in node;
}

const closed = each(({ node }, document) => {
  /** @type {Record<string, boolean>} */
  const closings = {
    additionalProperties: isNever(node.additionalProperties),
    unevaluatedProperties: isNever(node.unevaluatedProperties),
    propertyNames: isListOfNames(node.propertyNames, document),
    patternProperties: Object.values(object(node.patternProperties)).some(isNever),
  };
  return Object.keys(closings)
    .filter((keyword) => closings[keyword])
    .map((keyword) => [
      `stay open: remove \`${keyword}: ${text(node[keyword])}\`, as the service adds properties and accepts unknown ones`,
      keyword,
    ]);
});

const tellers = `properties patternProperties additionalProperties unevaluatedProperties $ref allOf
  anyOf oneOf`.split(/\s+/);

const objects = each(({ node }) => {
  if (doc.admits(node, 'object') && !tellers.some((keyword) => keyword in node)) {
    return [['list its `properties`, or have `additionalProperties: true`']];
  }
  return list(node.required)
    .map(text)
    .filter((name) => own(node.properties, name) === undefined)
    .map((name) => [
      `list \`${name}\` in \`properties\`, beside \`required\`: it is lost in the types otherwise`,
      'required',
    ]);
});

const times = each(({ node }, document) =>
  Object.entries(object(node.properties))
    .filter(([name]) => name.endsWith('_at'))
    .filter(([, schema]) =>
      doc.branches(document, schema).every(({ format }) => format !== 'date-time'),
    )
    .map(([name]) => [
      `have \`format: date-time\` in \`${name}\`, as a name that ends with \`_at\` is a time: add it, or rename the property`,
      'properties',
      name,
    ]),
);

const formats = each(({ node }, _, { known }) => {
  if (typeof node.format !== 'string' || list(known).includes(node.format)) return [];
  return [
    [
      `not have \`format: ${node.format}\`, which no validator here checks: use ${list(known).join(', ')} or \`pattern\``,
      'format',
    ],
  ];
});

const enumMeanings = each(({ node, role }) => {
  const texts = node['x-enumDescriptions'];
  if (texts === undefined && !(role === 'schemas' && 'enum' in node)) return [];
  const values = list(node.enum).map(text);
  if (!doc.isObject(texts)) {
    return [[`have \`x-enumDescriptions\`: state what each of ${values.join(', ')} means`]];
  }
  const faults = [
    ...values
      .filter((value) => text(own(texts, value) ?? '').trim() === '')
      .map((value) => `add \`${value}\``),
    ...Object.keys(texts)
      .filter((key) => !values.includes(key))
      .map((key) => `remove \`${key}\``),
  ];
  if (faults.length === 0) return [];
  const must = `describe each value of \`enum\` and no other in \`x-enumDescriptions\`: ${faults.join(', ')}`;
  return [[must, 'x-enumDescriptions']];
});

/**
 * The `x-provenance` of the nearest object that has one, from a path outwards.
 *
 * @param {unknown} document
 * @param {Path} path
 */
function provenanceAt(document, path) {
  let nearest;
  let value = document;
  for (const key of path) {
    value = Array.isArray(value) ? value[Number(key)] : own(value, String(key));
    nearest = own(value, 'x-provenance') ?? nearest;
  }
  return nearest;
}

const secret = each(({ node, path }, document) => {
  if ('x-secret' in node && node['x-secret'] !== true) {
    return [['have `x-secret: true`, the only value that it can have, or none', 'x-secret']];
  }
  if (node.format !== 'password') return [];
  if (!('x-secret' in node)) {
    return [['have `x-secret: true`, as its format is `password`: add it', 'format']];
  }
  if (provenanceAt(document, path) === 'documented') return [];
  const must =
    'have no `format: password`, as it is not documented: remove it, `x-secret: true` is enough';
  return [[must, 'format']];
});

/** @type {Record<string, RegExp>} */
const forms = {
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  'Train-Case': /^[A-Z][A-Za-z0-9]*(-[A-Z0-9][A-Za-z0-9]*)*$/,
};

const names = each(({ node, path, role }) => {
  /** @type {(map: string, form: string) => [name: string, form: string, ...at: string[]][]} */
  const keysIn = (map, form) =>
    Object.keys(object(node[map])).map((name) => [name, form, map, name]);
  const found = [];
  if (path.length === 1 && path[0] === 'components') {
    for (const kind of Object.keys(node)) {
      found.push(...keysIn(kind, kind === 'headers' ? 'Train-Case' : 'PascalCase'));
    }
  } else if (role === 'parameters' && 'name' in node && 'in' in node) {
    found.push([text(node.name), node.in === 'header' ? 'Train-Case' : 'snake_case', 'name']);
  } else if (role === 'responses') {
    found.push(...keysIn('links', 'PascalCase'), ...keysIn('headers', 'Train-Case'));
  } else found.push(...keysIn('properties', 'snake_case'));
  return found
    .filter(([name, form]) => !forms[text(form)]?.test(text(name)))
    .map(([name, form, ...at]) => [`have a name in ${form}, not \`${name}\`: rename it`, ...at]);
});

export default doc.choose({ closed, objects, times, formats, enumMeanings, secret, names });
