import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDecisions } from './lib/decisions.js';
import { object, parts, text } from './lib/document.js';
import { owner, place } from './lib/place.js';

/** @import { IFunctionResult, RulesetFunctionContext } from '@stoplight/spectral-core' */
/** @import { Path } from './lib/document.js' */
/** @import { Decision, Mark } from './lib/decisions.js' */
/** @typedef {Mark & { id: string, path: Path }} Carrier */

/**
 * Demands that each `x-decision` has an entry in the list of decisions, and that the marks of the
 * entries lead to just the parts that carry them.
 *
 * @param {unknown} document
 * @param {{ file: string }} options the list, relative to the folder of the ruleset
 * @param {RulesetFunctionContext} context
 * @returns {IFunctionResult[]}
 */
export default function decision(document, { file }, { rule }) {
  const page = read(resolve(folder(rule), file));
  if (page === undefined) {
    return [{ message: `The list of decisions must be in ${file}: write it there.`, path: [] }];
  }
  const entries = parseDecisions(page);
  const carriers = parts(document)
    .filter(({ node }) => 'x-decision' in node)
    .map(({ node, path }) => ({ id: text(node['x-decision']), path, ...owner(document, path) }));
  return [
    ...carriers.flatMap((carrier) => {
      const fault = faultOf(carrier, entries, file);
      if (fault === undefined) return [];
      const message = `\`${carrier.id}\` of ${place(document, carrier.path)} must ${fault}.`;
      return [{ message, path: [...carrier.path, 'x-decision'] }];
    }),
    ...[...surplus(carriers, entries, file), ...misnumbered(entries, file)].map((message) => ({
      message,
      path: [],
    })),
  ];
}

/**
 * @param {Carrier} carrier
 * @param {Decision[]} entries
 * @param {string} file
 */
function faultOf(carrier, entries, file) {
  if (!/^D\d\d$/.test(carrier.id)) return 'be a number such as D07: mend it';
  const entry = entries.find(({ id }) => id === carrier.id);
  if (entry === undefined) {
    return `have an entry \`## ${carrier.id} · Title\` in ${file}: write it, or mend the number`;
  }
  if (entry.marks.some((mark) => link(mark) === link(carrier))) return undefined;
  return `be marked in ${file}:${entry.line}: add \`${link(carrier)}\` to its **Marks:**`;
}

/**
 * @param {Carrier[]} carriers
 * @param {Decision[]} entries
 * @param {string} file
 */
function surplus(carriers, entries, file) {
  const carried = new Set(carriers.map((carrier) => carrier.id + link(carrier)));
  return entries.flatMap(({ id, line, marks }) =>
    marks
      .filter((mark) => !carried.has(id + link(mark)))
      .map(
        (mark) =>
          `\`${id}\` in ${file}:${line} must not mark \`${link(mark)}\`, which does not carry it: take the link away, or write \`x-decision: ${id}\` there.`,
      ),
  );
}

/**
 * @param {Decision[]} entries
 * @param {string} file
 */
function misnumbered(entries, file) {
  const wanted = entries.map((_, i) => `## D${String(i + 1).padStart(2, '0')} · `);
  const at = entries.findIndex(({ heading }, i) => !heading.startsWith(wanted[i] ?? ''));
  const entry = entries[at];
  if (entry === undefined) return [];
  return [
    `\`${entry.heading}\` in ${file}:${entry.line} must begin with \`${wanted[at]}\`: entries are numbered in order, without gaps and repeats.`,
  ];
}

/**
 * The folder of the ruleset that a rule stands in.
 *
 * @param {RulesetFunctionContext['rule']} rule
 */
function folder(rule) {
  const { source } = object(object(rule).owner);
  return typeof source === 'string' ? dirname(source) : '.';
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {Mark} mark */
function link({ name, file }) {
  return `[${name}](${file})`;
}
