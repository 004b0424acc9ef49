import { nameOf, readPage } from './page.ts';

/** A rule or a decorator of this contract, as its ruleset or plugin has it. */
export interface OwnRule {
  readonly id: string;
  readonly kind: 'rule' | 'decorator';
  /** How many cases it has that it must find, and that it must leave alone. */
  readonly firing: number;
  readonly silent: number;
}

/** An id that was given out: an entry of `rules/ids.yaml`. */
export interface GivenId {
  readonly id: string;
  /** The version of the contract since which there is the rule. */
  readonly since: string;
  /** The version of the contract since which there is no such rule any more. */
  readonly retired?: string;
  /** What became of it. */
  readonly instead?: string;
}

/** What must go together. */
export interface OwnRules {
  readonly rules: readonly OwnRule[];
  readonly ids: readonly GivenId[];
  /** The texts of the pages, by the names of their files. */
  readonly pages: ReadonlyMap<string, string>;
}

/** The sections of a page, in their order. */
const sections = {
  rule: ['Why', 'Bad', 'Good', 'How to mend'],
  decorator: ['Why', 'Written', 'Bundled', 'How to change it'],
} as const;

/** What rules, ids, pages and cases lack of each other: one sentence for each fault. */
export function complaints({ rules, ids, pages }: OwnRules): readonly string[] {
  const files = new Map(rules.map((rule) => [`${nameOf(rule.id)}.md`, rule]));
  return [
    ...rules.flatMap((rule) => [...lacks(rule, pages), ...unlisted(rule, ids)]),
    ...ids.flatMap((given, i) => idFaults(given, ids.slice(0, i), rules)),
    ...[...pages.keys()]
      .filter((file) => !files.has(file))
      .map((file) => `rules/${file} is the page of no rule: rename it, or take it away.`),
  ];
}

function lacks(rule: OwnRule, pages: OwnRules['pages']): readonly string[] {
  const file = `${nameOf(rule.id)}.md`;
  const page = pages.get(file);
  return [
    ...(rule.firing > 0 ? [] : [`${rule.id} has no firing case: add one to its cases.`]),
    ...(rule.silent > 0 ? [] : [`${rule.id} has no silent case: add one to its cases.`]),
    ...(page === undefined
      ? [`${rule.id} has no page: write rules/${file}.`]
      : pageFaults(rule, page).map((fault) => `rules/${file} ${fault}.`)),
  ];
}

function pageFaults({ id, kind }: OwnRule, markdown: string): readonly string[] {
  const page = readPage(markdown);
  const faults: string[] = [];
  if (page.title !== id) faults.push(`must have the title \`# ${id}\``);
  if (page.summary === '')
    faults.push('must say under its title, in one sentence, what the rule is');
  for (const section of sections[kind]) {
    const text = page.sections.get(section);
    if (text === undefined) faults.push(`must have the section \`## ${section}\``);
    else if (text === '') faults.push(`must say something under \`## ${section}\``);
  }
  const found = [...page.sections.keys()];
  const isComplete = faults.length === 0;
  if (isComplete && found.join() !== sections[kind].join()) {
    faults.push(
      `must have the sections ${sections[kind].join(', ')}, in this order, and no others`,
    );
  }
  return faults;
}

function unlisted({ id }: OwnRule, ids: readonly GivenId[]): readonly string[] {
  if (ids.some((given) => given.id === id)) return [];
  return [`${id} has no entry in rules/ids.yaml: add it, with the version since which it is.`];
}

function idFaults(
  { id, since, retired, instead }: GivenId,
  before: readonly GivenId[],
  rules: readonly OwnRule[],
): readonly string[] {
  const isRule = rules.some((rule) => rule.id === id);
  const same = before.find((given) => nameOf(given.id) === nameOf(id));
  const faults: string[] = [];
  if (!/^contract[-/][a-z]+(-[a-z]+)*$/.test(id)) {
    faults.push(`must be \`contract-\` or \`contract/\` and words in small letters`);
  }
  if (!isVersion(since)) faults.push('must have `since`, a version such as 0.1.0');
  if (same !== undefined) faults.push(`is given out twice, as ${same.id}: names are unique`);
  if (retired === undefined && !isRule) {
    faults.push(
      'is no rule any more: an id is for good, so bring it back or say since when it is `retired`',
    );
  }
  if (retired !== undefined && isRule) faults.push('is retired: give the rule another id');
  if (retired !== undefined && !isVersion(retired)) {
    faults.push('must have a version such as 0.2.0 in `retired`');
  }
  if (retired !== undefined && (instead ?? '') === '') {
    faults.push('must say in `instead` what became of it');
  }
  return faults.map((fault) => `rules/ids.yaml: ${id} ${fault}.`);
}

function isVersion(text: unknown): boolean {
  return /^\d+\.\d+\.\d+$/.test(String(text));
}
