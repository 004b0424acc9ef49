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
    patternProperties: Object.values(object(node.patternProperties)).some(isNever),
  };
  return Object.keys(closings).filter((keyword) => closings[keyword]);
}

/** Keywords that state which properties an object has. */
const listing = `properties patternProperties additionalProperties unevaluatedProperties $ref allOf
  anyOf oneOf`.split(/\s+/);

/**
 * Objects list their properties, and those that they require.
 *
 * @type {doc.Rule}
 */
function objects(document, report) {
  for (const part of doc.parts(document)) {
    const { node } = part;
    if (doc.admits(node, 'object') && !listing.some((keyword) => keyword in node)) {
      report(part, 'list its `properties`, or have `additionalProperties: true`');
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
      report(
        part,
        `have \`format: date-time\` in \`${name}\`, as a name that ends with \`_at\` is a time: add it, or rename the property`,
        'properties',
        name,
      );
    }
  }
}

/**
 * Formats are those that validators know.
 *
 * @type {doc.Rule}
 */
function formats(document, report, { known }) {
  for (const part of doc.parts(document)) {
    const { format } = part.node;
    if (typeof format !== 'string' || list(known).includes(format)) continue;
    report(
      part,
      `not have \`format: ${format}\`, which no validator here checks: use ${list(known).join(', ')} or \`pattern\``,
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
      report(part, `have \`x-enumDescriptions\`: state what each of ${all} means`);
      continue;
    }
    const missing = values.filter((value) => text(own(meanings, value) ?? '').trim() === '');
    const unknown = Object.keys(meanings).filter((key) => !values.includes(key));
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
      report(part, 'have `x-secret: true`, `x-secret: query` or none', 'x-secret');
    } else if (node.format === 'password' && !('x-secret' in node)) {
      report(part, 'have `x-secret: true`, as its format is `password`: add it', 'format');
    } else if (node.format === 'password' && provenanceAt(document, path) !== 'documented') {
      report(
        part,
        'have no `format: password`, as it is not documented: remove it, `x-secret: true` is enough',
        'format',
      );
    }
  }
}

/** Returns the provenance that the nearest object states for what is in it. @type {(document: unknown, path: doc.Path) => unknown} */
function provenanceAt(document, path) {
  return path
    .map((_, i) => own(doc.valueAt(document, path.slice(0, i + 1)), 'x-provenance'))
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
      report(part, `have a name in ${form}, not \`${text(name)}\`: rename it`, ...at);
    };
    const isComponent = path.length === 3 && path[0] === 'components';
    if (role === 'headers') check(path.at(-1), 'Train-Case');
    else if (role === 'links' || isComponent) check(path.at(-1), 'PascalCase');
    else if (role === 'properties') check(path.at(-1), 'snake_case');
    if (role === 'parameters' && 'name' in node) {
      check(node.name, node.in === 'header' ? 'Train-Case' : 'snake_case', 'name');
    }
  }
}

/**
 * A discriminator's values lead to the branches: each branch has the property with constants, and each constant is in
 * `mapping`, or is the name of the branch's schema.
 *
 * @type {doc.Rule}
 */
function discriminators(document, report) {
  for (const part of doc.parts(document)) {
    const { discriminator } = part.node;
    if (!doc.isObject(discriminator)) continue;
    const property = text(discriminator.propertyName);
    const mapping = object(discriminator.mapping);
    reportMapping(part, report, mapping);
    for (const branch of [...list(part.node.oneOf), ...list(part.node.anyOf)]) {
      const $ref = text(object(branch).$ref ?? '');
      const name = doc.keysOf($ref).at(-1) ?? 'inline';
      const values = constantsOf(document, branch, property);
      if (values === undefined) {
        report(
          part,
          `have the property \`${property}\` with \`const\` or \`enum\` in each branch: add it to \`${name}\`, or fix \`propertyName\``,
          'discriminator',
        );
        continue;
      }
      for (const value of values) {
        if (value === name || Object.hasOwn(mapping, value)) continue;
        report(
          part,
          `map \`${value}\` to a schema, as no schema has this name: add \`mapping: { ${value}: '${$ref}' }\``,
          'discriminator',
        );
      }
    }
  }
}

/** @type {(part: doc.Part, report: doc.Report, mapping: doc.Node) => void} */
function reportMapping(part, report, mapping) {
  const branches = [...list(part.node.oneOf), ...list(part.node.anyOf)];
  const targets = branches.map((branch) => text(object(branch).$ref ?? ''));
  for (const [value, schema] of Object.entries(mapping)) {
    const pointer = text(schema);
    const isBranch = targets.some(($ref) => $ref === pointer || $ref.endsWith(`/${pointer}`));
    if (isBranch) continue;
    report(
      part,
      `map \`${value}\` to one of its branches, not to \`${pointer}\`: use one of ${targets.join(', ')}`,
      'discriminator',
      'mapping',
      value,
    );
  }
}

/** Returns the values that a property may have in a branch; undefined if it may have any. @type {(document: unknown, branch: unknown, property: string) => string[] | undefined} */
function constantsOf(document, branch, property) {
  const schemas = doc.propertySchemas(document, branch, property);
  const values = schemas.flatMap((schema) =>
    doc.branches(document, schema).flatMap((node) => {
      if ('const' in node) return [text(node.const)];
      return list(node.enum).map(text);
    }),
  );
  return values.length === 0 ? undefined : values;
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
