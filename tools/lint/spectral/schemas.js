import * as doc from './lib/document.js';

const { list, object, own, target, text } = doc;

/** Whether a schema rejects every value. @type {(schema: unknown) => boolean} */
function isNever(schema) {
  if (!doc.isObject(schema)) return schema === false;
  const { not } = schema;
  return not === true || (doc.isObject(not) && Object.keys(not).length === 0);
}

const closed = doc.each(doc.parts, ({ node }, document) => {
  const names = target(document, node.propertyNames);
  /** @type {Record<string, boolean>} */
  const closings = {
    additionalProperties: isNever(node.additionalProperties),
    unevaluatedProperties: isNever(node.unevaluatedProperties),
    propertyNames: [node.propertyNames, names].some(isNever) || 'enum' in names || 'const' in names,
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

const objects = doc.each(doc.parts, ({ node }) => {
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

const times = doc.each(doc.parts, ({ node }, document) =>
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

const formats = doc.each(doc.parts, ({ node }, _, { known }) => {
  if (typeof node.format !== 'string' || list(known).includes(node.format)) return [];
  return [
    [
      `not have \`format: ${node.format}\`, which no validator here checks: use ${list(known).join(', ')} or \`pattern\``,
      'format',
    ],
  ];
});

const enumMeanings = doc.each(doc.parts, ({ node, role }) => {
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

const secret = doc.each(doc.parts, ({ node, path }, document) => {
  if ('x-secret' in node && node['x-secret'] !== true && node['x-secret'] !== 'query') {
    return [['have `x-secret: true`, `x-secret: query` or none', 'x-secret']];
  }
  if (node.format !== 'password') return [];
  if (!('x-secret' in node)) {
    return [['have `x-secret: true`, as its format is `password`: add it', 'format']];
  }
  // The nearest object that has one states it for what is inside.
  const provenance = path
    .map((_, i) => own(doc.valueAt(document, path.slice(0, i + 1)), 'x-provenance'))
    .findLast((it) => it !== undefined);
  if (provenance === 'documented') return [];
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

const names = doc.each(doc.parts, ({ node, path, role }) => {
  const isComponent = path.length === 3 && path[0] === 'components';
  /** @type {[name: unknown, form: string, ...at: string[]][]} */
  const found = [];
  if (role === 'headers') found.push([path.at(-1), 'Train-Case']);
  else if (role === 'links' || isComponent) found.push([path.at(-1), 'PascalCase']);
  else if (role === 'properties') found.push([path.at(-1), 'snake_case']);
  if (role === 'parameters' && 'name' in node) {
    found.push([node.name, node.in === 'header' ? 'Train-Case' : 'snake_case', 'name']);
  }
  return found
    .filter(([name, form]) => !forms[form]?.test(text(name)))
    .map(([name, form, ...at]) => [
      `have a name in ${form}, not \`${text(name)}\`: rename it`,
      ...at,
    ]);
});

export default doc.choose({ closed, objects, times, formats, enumMeanings, secret, names });
