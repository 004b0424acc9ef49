import { operations, text } from './lib/document.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/** Words that begin a sentence and end like a verb in the third person. */
const notVerbs = new Set(`This Its As Is Was Has Does Always Sometimes Besides`.split(' '));

/**
 * Demands of each operation a summary such as `Pause a sandbox`, and a description that begins with
 * what it does, such as `Pauses the sandbox`.
 *
 * @param {unknown} document
 * @param {{ longest: number }} options the most characters of a summary
 * @returns {IFunctionResult[]}
 */
export default function purposeFirst(document, { longest }) {
  return operations(document).flatMap(({ node, path }) => {
    const faults = [];
    if (!isImperative(text(node.summary), longest)) {
      const message = `The summary of ${place(document, path)} must say in the imperative what it does, in at most ${longest} characters and without a full stop, such as \`Pause a sandbox\`: rewrite it.`;
      faults.push({ message, path: [...path, 'summary'] });
    }
    if (!beginsWithVerb(text(node.description))) {
      const message = `The description of ${place(document, path)} must begin with what it does, in the third person, such as \`Pauses the sandbox\`: rewrite its first sentence.`;
      faults.push({ message, path: [...path, 'description'] });
    }
    return faults;
  });
}

/**
 * @param {string} summary
 * @param {number} longest
 */
function isImperative(summary, longest) {
  const verb = /^[A-Z][a-z]+(?= \S)/.exec(summary)?.[0] ?? '';
  // What is left of `Pausing` has a vowel, of `Bring` it has none.
  const isOther = verb === '' || /[^s]s$/.test(verb) || /[aeiouy].*ing$/i.test(verb);
  return !isOther && summary.length <= longest && !/[.!?]\s*$/.test(summary);
}

/** @param {string} description */
function beginsWithVerb(description) {
  const word = /^[A-Z][a-z]*(?![a-z])/.exec(description)?.[0] ?? '';
  return /[^su]s$/.test(word) && !notVerbs.has(word);
}
