import * as doc from './lib/document.js';
import { isRealistic, keyForms } from './lib/secrets.js';

const { list, object, own, target } = doc;

/**
 * Each parameter, request body and response with content has an example.
 *
 * @type {doc.Rule}
 */
function present(document, report) {
  for (const part of doc.parts(document)) {
    const { node } = part;
    const hasExample =
      'example' in node || Object.keys(object(node.examples)).length > 0;
    if (hasExample || !needsExample(part)) continue;
    report(
      part,
      'have an example: add `examples`, each a $ref to components/examples, or a short `example`',
    );
  }
}

/** @param {doc.Part} part */
function needsExample({ node, path, role }) {
  if (role === 'content') return path.at(-4) !== 'headers';
  return (
    role === 'parameters' &&
    !('$ref' in node || Object.keys(object(node.content))[0])
  );
}

const placeholder =
  /^(string|example|test|todo|tbd|foo|bar|baz|qux|abc|xyz|x{2,}|n\/a|lorem\b.*|<.*>|your[ _-].*)$/i;

/**
 * Examples have no placeholders and no realistic secrets.
 *
 * @type {doc.Rule}
 */
function plausible(document, report) {
  for (const example of exampleTexts(document)) {
    const { value, isSecret } = example;
    if (placeholder.test(value)) {
      report(
        example,
        `be plausible, not \`${value}\`: write a value that the service could send`,
      );
    } else if (isSecret && isRealistic(value) && !keyForms.test(value)) {
      // `contract/secrets` reports what has the form of a key, wherever it stands.
      report(
        example,
        'not show a realistic secret, as its schema has `x-secret`: write plain words, such as `key-for-the-docs`',
      );
    }
  }
}

/** Returns the texts in all examples. @param {unknown} document */
function exampleTexts(document) {
  return doc.parts(document).flatMap(({ node, path }) => {
    const schema = node.schema ?? node;
    const named = Object.entries(object(node.examples)).flatMap(
      ([name, example]) => {
        const { $ref } = object(example);
        const at =
          typeof $ref === 'string'
            ? doc.stepsOf($ref)
            : [...path, 'examples', name];
        return textsIn(document, schema, target(document, example).value, [
          ...at,
          'value',
        ]);
      },
    );
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
  const isSecret =
    isInSecret || branches.some((branch) => branch['x-secret'] === true);
  if (typeof value === 'string') return [{ value, path, isSecret }];
  const inside = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(object(value));
  return inside.flatMap(([key, item]) => {
    const anyOf = branches.map(({ items, properties, additionalProperties }) =>
      Array.isArray(value)
        ? items
        : (own(properties, key) ?? additionalProperties),
    );
    return textsIn(document, { anyOf }, item, [...path, key], isSecret);
  });
}

export default doc.functionOf({ present, plausible });
