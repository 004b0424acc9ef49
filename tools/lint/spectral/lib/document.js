/**
 * What the checks share: the objects of a document, and how to follow what they refer to. A document may
 * have anything anywhere, so nothing here assumes a type.
 */

import {
  childOf,
  isObject,
  listOf,
  methods,
  objectOf,
  pointerTo,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';

/** @typedef {import('@agent-conversation/contract').JsonObject} Node */
/** @typedef {readonly (string | number)[]} Path */
/**
 * An object of a document. Its role is the keyword under which it stands, directly or in a list or
 * map: `get` for an operation, `responses` for a response, `schemas` for a named schema.
 *
 * @typedef {{ node: Node, path: Path, role: string }} Part
 */
/** @typedef {{ message: string, path: Path }} Fault */
/**
 * Reports what a part must do; the rest is the path below it.
 *
 * @typedef {(part: { path: Path }, must: string, ...at: Path) => void} Report
 */
/** @typedef {(document: unknown, report: Report, options: Node) => void} Rule */

export {
  isObject,
  listOf as list,
  methods,
  objectOf as object,
  stepsOf,
  childOf as own,
  textOf as text,
};

/** Keywords whose values are data: nothing in them is part of the contract's structure. */
const data = new Set(['const', 'default', 'enum', 'example', 'value']);

/** Keywords whose values are maps: the keys in them are names, and may look like keywords. */
const maps = new Set(
  `paths webhooks callbacks responses content headers encoding links variables
  schemas parameters examples requestBodies securitySchemes pathItems
  properties patternProperties dependentSchemas $defs mapping x-enumDescriptions`.split(
    /\s+/,
  ),
);

/** @type {WeakMap<Node, Part[]>} */
const known = new WeakMap();

/** Returns all objects of a document, except those in data such as examples. @type {(document: unknown) => Part[]} */
export const parts = (document) => {
  if (!isObject(document)) return [];
  const walked = known.get(document) ?? [...walk(document, [], '')];
  known.set(document, walked);
  return walked;
};

/** @type {(value: unknown, path: Path, role: string) => Generator<Part>} */
function* walk(value, path, role) {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      yield* walk(item, [...path, i], role);
  } else if (isObject(value)) {
    yield { node: value, path, role };
    for (const [key, child] of Object.entries(value)) {
      if (data.has(key) || (key === 'examples' && Array.isArray(child)))
        continue;
      // What a link passes to its operation is data as well.
      if (role === 'links' && (key === 'parameters' || key === 'requestBody'))
        continue;
      const at = [...path, key];
      if (!maps.has(key) || !isObject(child)) yield* walk(child, at, key);
      else
        for (const [name, item] of Object.entries(child))
          yield* walk(item, [...at, name], key);
    }
  }
}

/** @param {unknown} document */
export const operations = (document) =>
  parts(document).filter(({ role }) => methods.includes(role));

/** Returns what is at a path. @type {(value: unknown, path: Path) => unknown} */
export const valueAt = (value, path) => path.reduce(childOf, value);

/** Returns what a local `$ref` points at, else the node itself. @type {(document: unknown, node: unknown) => Node} */
export const target = (document, node) => {
  const { $ref } = objectOf(node);
  return objectOf(
    typeof $ref === 'string' ? valueAt(document, stepsOf($ref)) : node,
  );
};

/** Returns the parameters of an operation and of its path. @type {(document: unknown, operation: Part) => Node[]} */
export const parametersOf = (document, { node, path }) => {
  const item = objectOf(valueAt(document, path.slice(0, -1)));
  const all = [...listOf(item.parameters), ...listOf(node.parameters)];
  return all.map((parameter) => target(document, parameter));
};

/**
 * Returns a schema, the target of its `$ref`, and the branches of its choices.
 *
 * @type {(document: unknown, schema: unknown) => Node[]}
 */
export const branches = (document, schema) => {
  const schemas = new Set([objectOf(schema)]);
  // A set yields what is added to it while it is read.
  for (const node of schemas) {
    if ('$ref' in node) schemas.add(target(document, node));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const branch of listOf(node[keyword]))
        if (isObject(branch)) schemas.add(branch);
    }
  }
  return [...schemas];
};

/**
 * Returns the schemas of a property in all branches of an object's schema; none if no branch lists it.
 *
 * @type {(document: unknown, schema: unknown, name: string) => unknown[]}
 */
export const propertySchemas = (document, schema, name) =>
  branches(document, schema)
    .map((branch) => childOf(branch.properties, name))
    .filter((property) => property !== undefined);

/** Whether a schema admits a type, among others. @type {(schema: Node, wanted: string) => boolean} */
export const admits = ({ type }, wanted) =>
  type === wanted || listOf(type).includes(wanted);

/**
 * Names a part in a message: the operation or component, with a JSON Pointer if it is inside of it; or its own name.
 *
 * @type {(document: unknown, path: Path) => string}
 */
const nameOf = (document, path) => {
  if (path.length === 0) return 'The document';
  const pointer = `\`#${pointerTo('', ...path)}\``;
  const { name, depth } = ownerOf(document, path);
  if (!name) return pointer;
  const code = `\`${textOf(name)}\``;
  return path.length > depth ? `${code} (${pointer})` : code;
};

/**
 * Returns what a path is named after, and how many of its steps lead there: an operation, a component, a path, or
 * else what has a name of its own.
 *
 * @type {(document: unknown, path: Path) => { name: unknown, depth: number }}
 */
function ownerOf(document, path) {
  const [section, group = '', key = ''] = path;
  if (section === 'components') return { name: key, depth: 3 };
  if (section !== 'paths')
    return { name: childOf(valueAt(document, path), 'name'), depth: 2 };
  const operation = valueAt(document, [...path.slice(0, 3), 'operationId']);
  if (typeof operation === 'string') return { name: operation, depth: 3 };
  return { name: group, depth: 2 };
}

/**
 * Makes the function that Spectral calls: `functionOptions.check` names one of the rules.
 *
 * @param {Record<string, Rule>} rules
 * @returns {(document: unknown, options: Node) => Fault[]}
 */
export function functionOf(rules) {
  return (document, options) => {
    /** @type {Fault[]} */
    const faults = [];
    /** @type {Report} */
    const report = ({ path }, must, ...at) => {
      const message = `${nameOf(document, path)} must ${must}.`;
      faults.push({ message, path: [...path, ...at] });
    };
    rules[textOf(options.check)]?.(document, report, options);
    return faults;
  };
}
