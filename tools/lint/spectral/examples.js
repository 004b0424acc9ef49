import * as doc from './lib/document.js';

const { list, object, own, target } = doc;

/** Each parameter, request body and response with content has an example. */
const present = doc.each(
  (document) =>
    doc.parts(document).filter(({ node, path, role }) => {
      if (role === 'content') return path.at(-4) !== 'headers';
      return role === 'parameters' && !('$ref' in node || Object.keys(object(node.content))[0]);
    }),
  ({ node }) =>
    'example' in node || Object.keys(object(node.examples)).length > 0
      ? []
      : [
          'have an example: add `examples`, each a $ref to components/examples, or a short `example`',
        ],
);

const placeholder =
  /^(string|example|test|todo|tbd|foo|bar|baz|qux|abc|xyz|x{2,}|n\/a|lorem\b.*|<.*>|your[ _-].*)$/i;

/** Forms of keys that services hand out, and that scanners of secrets look for. */
const keys =
  /\b(sk-[\w-]{20,}|gh[opsur]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|xox[abprs]-[\w-]{10,}|ey[\w-]{8,}\.ey[\w-]{8,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Examples have no placeholders and no realistic secrets. */
const plausible = doc.each(exampleTexts, ({ value, isSecret }) => {
  if (placeholder.test(value)) {
    return [`be plausible, not \`${value}\`: write a value that the service could send`];
  }
  const instead = 'write plain words, such as `key-for-the-docs`';
  if (keys.test(value)) return [`not have the form of a real key: ${instead}`];
  if (!isSecret || !isRealistic(value)) return [];
  return [`not show a realistic secret, as its schema has \`x-secret\`: ${instead}`];
});

/** Whether a text is not made of words and small numbers, or of asterisks. @param {string} value */
function isRealistic(value) {
  return value
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => !/^(\p{Lu}?\p{Ll}{0,15}|\p{Lu}{1,15}|\d{1,4})$/u.test(word));
}

/** Returns the texts in all examples. @param {unknown} document */
function exampleTexts(document) {
  return doc.parts(document).flatMap(({ node, path }) => {
    const schema = node.schema ?? node;
    const named = Object.entries(object(node.examples)).flatMap(([name, example]) => {
      const { $ref } = object(example);
      const at = typeof $ref === 'string' ? doc.keysOf($ref) : [...path, 'examples', name];
      return textsIn(document, schema, target(document, example).value, [...at, 'value']);
    });
    const listed = { items: schema };
    return [
      ...textsIn(document, schema, node.example, [...path, 'example']),
      ...textsIn(document, listed, list(node.examples), [...path, 'examples']),
      ...named,
    ];
  });
}

/**
 * Returns the texts in a value, but not the names of properties, and whether their schema has `x-secret`.
 *
 * @param {unknown} document
 * @param {unknown} schema
 * @param {unknown} value
 * @param {doc.Path} path
 * @returns {{ value: string, path: doc.Path, isSecret: boolean }[]}
 */
function textsIn(document, schema, value, path, isInSecret = false) {
  const branches = doc.branches(document, schema);
  const isSecret = isInSecret || branches.some((branch) => branch['x-secret'] === true);
  if (typeof value === 'string') return [{ value, path, isSecret }];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(object(value));
  return inside.flatMap(([key, item]) => {
    const anyOf = branches.map(({ items, properties, additionalProperties }) =>
      Array.isArray(value) ? items : (own(properties, key) ?? additionalProperties),
    );
    return textsIn(document, { anyOf }, item, [...path, key], isSecret);
  });
}

export default doc.choose({ present, plausible });
