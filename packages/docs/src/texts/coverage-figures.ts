import { type CoverageKind, coverageKinds, type GroupCoverage } from '../sources/coverage.ts';

const words: Readonly<Record<CoverageKind, string>> = {
  message: 'messages',
  example: 'examples',
  present: 'present',
  absent: 'absent',
  null: 'null',
  empty: 'empty',
  choice: 'choices',
  value: 'values',
  transition: 'transitions',
  unchanged: 'unchanged',
  rejected: 'rejected',
};

const meanings: Readonly<Record<CoverageKind, string>> = {
  message: 'a request, or an answer with a status, of a media type',
  example: 'a body that is the one of a named example',
  present: 'a parameter or member that is there',
  absent: 'one that may be left out, and is',
  null: 'a member that may be null, and is',
  empty: 'a list without items',
  choice: 'each of the types that may stand in one place',
  value: 'each value of an enumeration',
  transition: 'a change from one state to another, as two answers show it',
  unchanged: 'a call that leaves a state as it is',
  rejected: 'a request that is rejected in a state',
};

/** What each word of the figures stands for. */
export function explainFigures(): string {
  return coverageKinds.map((kind) => `- *${words[kind]}*: ${meanings[kind]}`).join('\n');
}

/** By kinds: how many points were seen of how many, as `3/4`. */
type Counts = GroupCoverage['parts'][string];

/** How many points of some parts were seen, as Markdown: all together, and by what they are about. */
export function figures(parts: readonly Counts[]): [all: string, byKind: string] {
  const byKind = coverageKinds.flatMap((kind) => {
    const sum = sumOf(parts.map((counts) => counts[kind]));
    return sum ? [inWords(sum, `${words[kind]} `)] : [];
  });
  const all = sumOf(parts.flatMap((counts) => Object.values(counts)));
  return [all ? inWords(all) : '', byKind.join(', ')];
}

interface Sum {
  readonly seen: number;
  readonly of: number;
}

/** All counts together; undefined where there are none. */
function sumOf(counts: readonly (string | undefined)[]): Sum | undefined {
  return counts.reduce<Sum | undefined>((sum, count) => {
    if (count === undefined) return sum;
    const [seen = 0, of = 0] = count.split('/').map(Number);
    return { seen: seen + (sum?.seen ?? 0), of: of + (sum?.of ?? 0) };
  }, undefined);
}

/** What is not whole is set apart. */
function inWords({ seen, of }: Sum, before = ''): string {
  const text = `${before}${seen} of ${of}`;
  return seen === of ? text : `**${text}**`;
}
