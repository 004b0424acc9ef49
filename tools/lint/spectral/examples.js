import * as doc from './lib/document.js';

/** @import { Check, Fault, Part, Path } from './lib/document.js' */

const { list, object, own, target } = doc;

const roles = new Set(['parameters', 'requestBodies', 'requestBody', 'responses']);

/**
 * Each parameter, request body and response with content has an example.
 *
 * @type {Check}
 */
const present = (document) =>
  doc
    .parts(document)
    .filter(({ node, role }) => roles.has(role) && !('$ref' in node))
    .flatMap(({ node, path, role }) => {
      const media = Object.entries(object(node.content));
      if (media.length === 0 && role === 'parameters') return [{ node, path }];
      return media.map(([type, value]) => ({
        node: object(value),
        path: [...path, 'content', type],
      }));
    })
    .filter(({ node }) => !('example' in node) && Object.keys(object(node.examples)).length === 0)
    .map(({ path }) => {
      const must =
        'have an example: add `examples`, each a $ref to components/examples, or a short `example`';
      return doc.fault(document, path, must);
    });

const placeholder =
  /^(string|example|test|todo|tbd|foo|bar|baz|qux|abc|xyz|x{2,}|n\/a|lorem\b.*|<.*>|your[ _-].*)$/i;

/** Forms of keys that services hand out, and that scanners of secrets look for. */
const keys =
  /\b(sk-[\w-]{20,}|gh[opsur]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|xox[abprs]-[\w-]{10,}|ey[\w-]{8,}\.ey[\w-]{8,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Examples have no placeholders and no realistic secrets.
 *
 * @type {Check}
 */
const plausible = (document) => {
  /** @type {Fault[]} */
  const faults = [];
  const secrets = secretPaths(document);
  for (const { value, path } of doc.parts(document).flatMap(examplesIn).flatMap(textsIn)) {
    const must = placeholder.test(value)
      ? `be plausible, not \`${value}\`: write a value that the service could send`
      : keys.test(value)
        ? 'not have the form of a real key: write a plainly made-up value, such as `key-for-the-docs`'
        : isRealistic(value) && secrets.has(JSON.stringify(path.map(String)))
          ? 'not show a realistic secret, as its schema has `x-secret`: write plain words, such as `key-for-the-docs`'
          : undefined;
    if (must !== undefined) {
      const message = `The example in ${doc.nameOf(document, path)} must ${must}.`;
      faults.push({ message, path });
    }
  }
  return faults;
};

/**
 * Whether a text could be a secret: it is not made of words and small numbers, or of asterisks.
 *
 * @param {string} value
 */
function isRealistic(value) {
  return value
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => !/^(\p{Lu}?\p{Ll}{0,15}|\p{Lu}{1,15}|\d{1,4})$/u.test(word));
}

/**
 * Returns the example values directly below an object, each with its path.
 *
 * @param {Part} part
 * @returns {{ value: unknown, path: Path }[]}
 */
function examplesIn({ node, path, role }) {
  const keyword = role === 'examples' ? 'value' : 'example';
  const found = keyword in node ? [{ value: node[keyword], path: [...path, keyword] }] : [];
  if (Array.isArray(node.examples)) {
    found.push({ value: node.examples, path: [...path, 'examples'] });
  }
  return found;
}

/**
 * Returns the texts in a value, but not the names of properties.
 *
 * @param {{ value: unknown, path: Path }} example
 * @returns {{ value: string, path: Path }[]}
 */
function textsIn({ value, path }) {
  if (typeof value === 'string') return [{ value, path }];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(object(value));
  return inside.flatMap(([key, item]) => textsIn({ value: item, path: [...path, key] }));
}

/**
 * Returns the paths of all example texts whose schema has `x-secret`, as JSON.
 *
 * @param {unknown} document
 */
function secretPaths(document) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {(schema: unknown, value: unknown, path: Path) => void} */
  const visit = (schema, value, path) => {
    const branches = doc.branches(document, schema);
    if (branches.some((branch) => branch['x-secret'] === true)) {
      for (const each of textsIn({ value, path })) found.add(JSON.stringify(each.path.map(String)));
      return;
    }
    for (const branch of branches) {
      for (const [i, item] of list(value).entries()) visit(branch.items, item, [...path, i]);
      for (const [name, item] of Object.entries(object(value))) {
        visit(own(branch.properties, name) ?? branch.additionalProperties, item, [...path, name]);
      }
    }
  };
  for (const part of doc.parts(document)) {
    const { node, path } = part;
    if ('schema' in node) {
      if ('example' in node) visit(node.schema, node.example, [...path, 'example']);
      for (const [name, example] of Object.entries(object(node.examples))) {
        const { $ref } = object(example);
        const at = typeof $ref === 'string' ? doc.keysOf($ref) : [...path, 'examples', name];
        visit(node.schema, target(document, example).value, [...at, 'value']);
      }
    } else if ('example' in node) visit(node, node.example, [...path, 'example']);
    for (const [i, value] of list(node.examples).entries()) {
      visit(node, value, [...path, 'examples', i]);
    }
  }
  return found;
}

export default doc.choose({ present, plausible });
