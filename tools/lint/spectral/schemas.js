import * as doc from './lib/document.js';

const { list, object, own, target, text } = doc;

/** Whether a schema rejects every value. @type {(schema: unknown) => boolean} */
function isNever(schema) {
  if (!doc.isObject(schema)) return schema === false;
  const { not } = schema;
  return not === true || (doc.isObject(not) && Object.keys(not).length === 0);
}

/**
 * Schemas allow further properties.
 *
 * @type {doc.Rule}
 */
function closed(document, report) {
  for (const part of doc.parts(document)) {
    for (const keyword of closingKeywords(document, part.node)) {
      const value = text(part.node[keyword]);
      report(
        part,
        `stay open: remove \`${keyword}: ${value}\`, as the service adds properties and accepts unknown ones`,
        keyword,
      );
    }
  }
}

/** @type {(document: unknown, node: doc.Node) => string[]} */
function closingKeywords(document, node) {
  const allowed = target(document, node.propertyNames);
  const isNamed = 'enum' in allowed || 'const' in allowed;
  /** @type {Record<string, boolean>} */
  const closings = {
    additionalProperties: isNever(node.additionalProperties),
    unevaluatedProperties: isNever(node.unevaluatedProperties),
    propertyNames: [node.propertyNames, allowed].some(isNever) || isNamed,
    patternProperties: Object.values(object(node.patternProperties)).some(
      isNever,
    ),
  };
  return Object.keys(closings).filter((keyword) => closings[keyword]);
}

/** Keywords that state which properties an object has. */
const listing =
  `properties patternProperties additionalProperties unevaluatedProperties $ref allOf
  anyOf oneOf`.split(/\s+/);

/**
 * Objects list their properties, and those that they require.
 *
 * @type {doc.Rule}
 */
function objects(document, report) {
  for (const part of doc.parts(document)) {
    const { node } = part;
    if (
      doc.admits(node, 'object') &&
      !listing.some((keyword) => keyword in node)
    ) {
      report(
        part,
        'list its `properties`, or have `additionalProperties: true`',
      );
      continue;
    }
    for (const name of list(node.required).map(text)) {
      if (own(node.properties, name) !== undefined) continue;
      report(
        part,
        `list \`${name}\` in \`properties\`, beside \`required\`: it is lost in the types otherwise`,
        'required',
      );
    }
  }
}

/**
 * A property whose name ends with `_at` is a time.
 *
 * @type {doc.Rule}
 */
function times(document, report) {
  for (const part of doc.parts(document)) {
    for (const [name, schema] of Object.entries(object(part.node.properties))) {
      if (!name.endsWith('_at')) continue;
      const branches = doc.branches(document, schema);
      if (branches.some(({ format }) => format === 'date-time')) continue;
      const problem = `have \`format: date-time\` in \`${name}\``;
      const reason =
        'as a name that ends with `_at` is a time: add it, or rename the property';
      report(part, `${problem}, ${reason}`, 'properties', name);
    }
  }
}

/**
 * Formats are those that validators know.
 *
 * @type {doc.Rule}
 */
function formats(document, report, { known }) {
  const allowed = list(known).map(text);
  for (const part of doc.parts(document)) {
    const { format } = part.node;
    if (typeof format !== 'string' || allowed.includes(format)) continue;
    report(
      part,
      `not have \`format: ${format}\`, which no validator here checks: use ${allowed.join(', ')} or \`pattern\``,
      'format',
    );
  }
}

/**
 * Enumerations that are components state what each value means.
 *
 * @type {doc.Rule}
 */
function enumMeanings(document, report) {
  for (const part of doc.parts(document)) {
    const { node, role } = part;
    const meanings = node['x-enumDescriptions'];
    const values = list(node.enum).map(text);
    const isNamedEnum = role === 'schemas' && 'enum' in node;
    if (meanings === undefined && !isNamedEnum) continue;
    if (!doc.isObject(meanings)) {
      const all = values.join(', ');
      report(
        part,
        `have \`x-enumDescriptions\`: state what each of ${all} means`,
      );
      continue;
    }
    const missing = values.filter(
      (value) => text(own(meanings, value)).trim() === '',
    );
    const unknown = Object.keys(meanings).filter(
      (key) => !values.includes(key),
    );
    const steps = [
      ...missing.map((value) => `add \`${value}\``),
      ...unknown.map((key) => `remove \`${key}\``),
    ];
    if (steps.length === 0) continue;
    report(
      part,
      `describe each value of \`enum\` and no other in \`x-enumDescriptions\`: ${steps.join(', ')}`,
      'x-enumDescriptions',
    );
  }
}

/**
 * Passwords are secret, and only documented ones have the format.
 *
 * @type {doc.Rule}
 */
function secret(document, report) {
  for (const part of doc.parts(document)) {
    const { node, path } = part;
    const annotation = node['x-secret'];
    if ('x-secret' in node && annotation !== true && annotation !== 'query') {
      report(
        part,
        'have `x-secret: true`, `x-secret: query` or none',
        'x-secret',
      );
    } else if (node.format === 'password' && !('x-secret' in node)) {
      report(
        part,
        'have `x-secret: true`, as its format is `password`: add it',
        'format',
      );
    } else if (
      node.format === 'password' &&
      provenanceAt(document, path) !== 'documented'
    ) {
      report(
        part,
        'have no `format: password`, as it is not documented: remove it, `x-secret: true` is enough',
        'format',
      );
    }
  }
}

/**
 * Returns the provenance that the nearest object states for what is in it.
 *
 * @type {(document: unknown, path: doc.Path) => unknown}
 */
function provenanceAt(document, path) {
  return path
    .map((_, i) =>
      own(doc.valueAt(document, path.slice(0, i + 1)), 'x-provenance'),
    )
    .findLast((source) => source !== undefined);
}

/** @type {Record<string, RegExp>} */
const forms = {
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  'Train-Case': /^[A-Z][A-Za-z0-9]*(-[A-Z0-9][A-Za-z0-9]*)*$/,
};

/**
 * Names have the form of their kind.
 *
 * @type {doc.Rule}
 */
function names(document, report) {
  for (const part of doc.parts(document)) {
    const { node, path, role } = part;
    /** @type {(name: unknown, form: string, ...at: string[]) => void} */
    const check = (name, form, ...at) => {
      if (forms[form]?.test(text(name))) return;
      report(
        part,
        `have a name in ${form}, not \`${text(name)}\`: rename it`,
        ...at,
      );
    };
    const isComponent = path.length === 3 && path[0] === 'components';
    if (role === 'headers') check(path.at(-1), 'Train-Case');
    else if (role === 'links' || isComponent) check(path.at(-1), 'PascalCase');
    else if (role === 'properties') check(path.at(-1), 'snake_case');
    if (role === 'parameters' && 'name' in node) {
      check(
        node.name,
        node.in === 'header' ? 'Train-Case' : 'snake_case',
        'name',
      );
    }
  }
}

/**
 * A discriminator's values lead to the branches: each branch requires the property and gives it constants, and each
 * constant is in `mapping`, or is the name of the branch's schema.
 *
 * @type {doc.Rule}
 */
function discriminators(document, report) {
  for (const part of doc.parts(document)) {
    const { discriminator } = part.node;
    if (!doc.isObject(discriminator)) continue;
    const property = text(discriminator.propertyName);
    const branches = [...list(part.node.oneOf), ...list(part.node.anyOf)];
    const mapping = object(discriminator.mapping);
    for (const branch of branches) {
      reportBranch(document, part, report, branch, property);
      reportUnmapped(document, part, report, branch, property, mapping);
    }
    const known = branches.map((branch) => schemaName(object(branch).$ref));
    for (const [value, schema] of Object.entries(mapping)) {
      if (known.includes(schemaName(schema))) continue;
      const problem = `map \`${value}\` to one of its branches, not to \`${text(schema)}\``;
      const must = `${problem}: use one of ${known.join(', ')}`;
      report(part, must, 'discriminator', 'mapping', value);
    }
  }
}

/**
 * Returns the name of the schema that a reference leads to, in a source or in the bundle.
 *
 * @param {unknown} reference
 */
function schemaName(reference) {
  return text(reference)
    .replace(/^.*\//, '')
    .replace(/\.yaml$/, '');
}

/** @type {(document: unknown, part: doc.Part, report: doc.Report, branch: unknown, property: string) => void} */
function reportBranch(document, part, report, branch, property) {
  const name = schemaName(object(branch).$ref);
  const required = doc
    .branches(document, branch)
    .flatMap((node) => list(node.required));
  if (constantsOf(document, branch, property).length === 0) {
    const problem = `have the property \`${property}\` with \`const\` or \`enum\` in each branch`;
    report(
      part,
      `${problem}: add it to \`${name}\`, or fix \`propertyName\``,
      'discriminator',
    );
  } else if (!required.includes(property)) {
    const problem = `require \`${property}\` in each branch, as nothing else distinguishes them`;
    const remedy = `add it to \`required\` of \`${name}\`, or remove the discriminator`;
    report(part, `${problem}: ${remedy}`, 'discriminator');
  }
}

/**
 * @param {unknown} document
 * @param {doc.Part} part
 * @param {doc.Report} report
 * @param {unknown} branch
 * @param {string} property
 * @param {doc.Node} mapping
 */
function reportUnmapped(document, part, report, branch, property, mapping) {
  const name = schemaName(object(branch).$ref);
  for (const value of constantsOf(document, branch, property)) {
    if (value === name || Object.hasOwn(mapping, value)) continue;
    const problem = `map \`${value}\` to a schema, as no schema has this name`;
    report(
      part,
      `${problem}: add \`mapping: { ${value}: ${name}.yaml }\``,
      'discriminator',
    );
  }
}

/**
 * Returns the values that a property may have in a branch; none if it may have any.
 *
 * @type {(document: unknown, branch: unknown, property: string) => string[]}
 */
function constantsOf(document, branch, property) {
  return doc.propertySchemas(document, branch, property).flatMap((schema) =>
    doc.branches(document, schema).flatMap((node) => {
      if ('const' in node) return [text(node.const)];
      return list(node.enum).map(text);
    }),
  );
}

export default doc.functionOf({
  closed,
  objects,
  times,
  formats,
  enumMeanings,
  secret,
  names,
  discriminators,
});
