/**
 * Checks quantities in texts, such as "10 requests a second": those of the contract stand in a decision or in a keyword
 * beside the text, and those of decisions and guides stand in the contract.
 */
import type { SourceFiles } from '@agent-conversation/cli/source';
import { type JsonObject, textOf } from '@agent-conversation/contract';
import {
  Report,
  type Contract,
  type Diagnostic,
  errorAt,
  type Path,
} from './diagnostic.ts';
import { object, parts, valueAt } from './spectral/lib/document.js';

const rule = 'contract-quantities';
const decisionsFile = 'openapi/decisions.md';

/** A number, and what it counts. */
interface Quantity {
  /** Such as `10 a second`, `32 digits`, `the edition 1.5.0`, or `100` for a bound; equal for equal quantities. */
  readonly value: string;
  readonly isBound: boolean;
  readonly offset: number;
}

const words = 'zero one two three four five six seven eight nine ten'.split(
  ' ',
);
const digits = String.raw`(?<![\d.,/:-])\d[\d,]*(?![\d.]*\d)`;
const number = `(?:${digits}|${words.join('|')})`;
const comparisons =
  'at most|at least|more than|less than|fewer than|above|below|up to|exactly';
const measures =
  '[a-z]*seconds?|minutes?|hours?|days?|weeks?|times|m?s|[KMG]i?B|digits|characters|bytes|requests|a|per|in a';

/** `10 requests a second`, `100 per minute`, `10 per 1 second`. */
const rate = `(?<amount>${number}) (?:requests )?(?:in )?(?:a|per|per 1) (?<per>second|minute|hour|day)`;
/** `32 lowercase hexadecimal digits`. */
const length = `(?<amount>${number}) (?:lowercase )?(?:hexadecimal )?(?<unit>digits|characters|bytes)`;
/** `at most 99`, `default 100`; a measured time or size is none. */
const bound = `(?:${comparisons}|default(?: of deployments)?(?: is)?) (?<amount>${digits})(?! (?:${measures})\\b| ?%)`;
/** `100 or more`. */
const beginning = `(?<amount>${digits}) or (?:more|less|fewer)`;
/** `1.5.0`. */
const edition = String.raw`(?<![\d.])(?<edition>\d+\.\d+\.\d+)(?!\.\d)`;
/** What is before the sections of a standard, or its version, which look like editions. */
const standard =
  /(?:sections?|\u00a7|OpenAPI)\s*(?:[\d.]+(?:,| and|, and)\s+)*$/i;
const pattern = [edition, rate, length, bound, beginning]
  .map((each) => String.raw`\b${each}\b`)
  .join('|');
const quantity = new RegExp(pattern.replaceAll(' ', String.raw`\s+`), 'gi');

function quantitiesIn(text: string): readonly Quantity[] {
  const matches = [...text.matchAll(quantity)].filter(
    ({ groups, index }) =>
      !groups?.['edition'] || !standard.test(text.slice(0, index)),
  );
  return matches.map(({ groups = {}, index }) => {
    const { edition: version, amount = '', per, unit } = groups;
    let value = valueOf(amount);
    if (version !== undefined) value = editionOf(version);
    if (per !== undefined) value += ` a ${per}`;
    if (unit !== undefined) value += ` ${unit}`;
    const isBound = [version, per, unit].every((it) => it === undefined);
    return { value, isBound, offset: index };
  });
}

const editionOf = (version: string): string => `the edition ${version}`;

function valueOf(text: string): string {
  const position = words.indexOf(text.toLowerCase());
  return position < 0 ? text.replaceAll(',', '') : String(position);
}

/** Reports quantities that contradict the place where they are decided, or that nothing but one text states. */
export function checkQuantities(
  { files, document }: Contract,
  guides: readonly string[],
): readonly Diagnostic[] {
  if (!files.exists(decisionsFile)) return [];
  const decided = quantitiesOfDecisions(files.text(decisionsFile));
  const decidedAnywhere = new Set(
    [...decided.values()].flatMap((values) => [...values]),
  );
  const stated = new Set<string>();
  const report = new Report(files, rule);
  for (const { node, path } of parts(document)) {
    const ids = decisionsAt(document, path);
    const keywords = numbersBeside(node);
    for (const keyword of keywords) stated.add(keyword);
    for (const key of ['summary', 'description', 'value']) {
      for (const { value, isBound } of quantitiesIn(textOf(node[key]))) {
        stated.add(value);
        // The same bound may belong to something else. Examples have no decisions of their own.
        const isDecided =
          isBound && key !== 'value'
            ? ids.some((id) => decided.get(id)?.has(value))
            : decidedAnywhere.has(value);
        if (isDecided || keywords.has(value)) continue;
        const decision = ids.length > 0 ? ids.join(' or ') : 'a decision';
        const message = `${key} states ${value}, which neither ${decision} nor a keyword beside it does`;
        report.add(
          [...path, key],
          `${message}: make them equal, or state it in ${decisionsFile}.`,
        );
      }
    }
  }
  const others = [decisionsFile, ...guides].flatMap((file) =>
    quantitiesOfFile(files, file, stated, decidedAnywhere),
  );
  return [...report.diagnostics, ...others];
}

/** Reports the quantities of decisions that no text of the contract has, and those of a guide that neither has. */
function quantitiesOfFile(
  files: SourceFiles,
  file: string,
  stated: ReadonlySet<string>,
  decided: ReadonlySet<string>,
): readonly Diagnostic[] {
  const text = withoutCode(files.text(file));
  const isGuide = file !== decisionsFile;
  return (
    quantitiesIn(text)
      .filter(
        ({ value }) => !stated.has(value) && !(isGuide && decided.has(value)),
      )
      // Decisions also name releases of the contract.
      .filter(({ value }) => isGuide || !value.startsWith(editionOf('')))
      .map(({ value, offset }) => {
        const message = `The text states ${value}, which the contract does not: make them equal.`;
        return errorAt(file, text, offset, rule, message);
      })
  );
}

/** Replaces fenced blocks by spaces: what programs print is compared when they run. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[^]*?^```$/gm, (block) =>
    block.replaceAll(/[^\n]/g, ' '),
  );
}

/** Returns the quantities of each decision by its number; entries are sections or rows. */
function quantitiesOfDecisions(
  text: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = text.split(/^(?=## D\d\d |\| D\d\d )/m);
  return new Map(
    entries.map((entry) => {
      const [id = ''] = /D\d\d/.exec(entry) ?? [];
      return [id, new Set(quantitiesIn(entry).map(({ value }) => value))];
    }),
  );
}

/** Returns the decisions of a part, or of the nearest part around it that has some. */
function decisionsAt(document: unknown, path: Path): readonly string[] {
  const around = path.map((_, i) => valueAt(document, path.slice(0, i + 1)));
  const decisions = [document, ...around].map((node) => {
    const { 'x-decision': decision, 'x-assumed': assumed } = object(node);
    return [decision ?? [], ...Object.values(object(assumed))]
      .flat()
      .map(textOf);
  });
  return [...new Set(decisions.findLast((ids) => ids.length > 0))];
}

/** Returns the numbers among the keywords of a part and of its schema, such as `maximum`. */
function numbersBeside(node: JsonObject): ReadonlySet<string> {
  const values = [
    ...Object.values(node),
    ...Object.values(object(node['schema'])),
  ];
  return new Set(
    values.filter((value) => typeof value === 'number').map(String),
  );
}
