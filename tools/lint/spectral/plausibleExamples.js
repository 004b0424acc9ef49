import { isObject, parts } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part, Path } from './lib/document.js' */

const placeholder =
  /^(string|example|test|todo|tbd|foo|bar|baz|qux|abc|xyz|x{2,}|n\/a|lorem\b.*|<.*>|your[ _-].*)$/i;

/** Forms of keys that services hand out, and that scanners of secrets look for. */
const keys =
  /\b(sk-[\w-]{20,}|gh[opsur]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|xox[abprs]-[\w-]{10,}|ey[\w-]{8,}\.ey[\w-]{8,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Demands that examples are plausible: no placeholders, and nothing that has the form of a real key.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function plausibleExamples(document) {
  return parts(document).flatMap((part) =>
    examplesIn(part)
      .flatMap(texts)
      .filter(({ text }) => faultOf(text) !== undefined)
      .map(({ text, path }) => ({
        message: `The example in ${place(document, path)} must ${faultOf(text)}.`,
        path,
      })),
  );
}

/** @param {string} text */
function faultOf(text) {
  if (placeholder.test(text))
    return `be plausible, not \`${text}\`: write what a service could say`;
  if (keys.test(text)) return 'have no key of a known form: write one that is plainly made up';
  return undefined;
}

/** @param {Part} part */
function examplesIn({ node, path, role }) {
  const keyword = role === 'examples' ? 'value' : 'example';
  const found = keyword in node ? [{ value: node[keyword], path: [...path, keyword] }] : [];
  if (Array.isArray(node.examples))
    found.push({ value: node.examples, path: [...path, 'examples'] });
  return found;
}

/**
 * The texts in a value, with the names of members left out.
 *
 * @param {{ value: unknown, path: Path }} example
 * @returns {{ text: string, path: Path }[]}
 */
function texts({ value, path }) {
  if (typeof value === 'string') return [{ text: value, path }];
  if (!isObject(value) && !Array.isArray(value)) return [];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inside.flatMap(([key, item]) => texts({ value: item, path: [...path, key] }));
}
