import { stateCell } from '../goals.ts';
import { ratio, table } from '../markdown.ts';
import type { Goal } from './goals.ts';
import { span } from './measure.ts';
import type { Subject } from './subjects.ts';
import { type Kind, kindsWithoutPlace, type Summary } from './summary.ts';

/** What was run, and on what. */
export interface Run {
  /** The day, of UTC, as in 2026-01-31. */
  readonly day: string;
  readonly machine: string;
  readonly rounds: number;
  readonly subjects: readonly Subject[];
  readonly kinds: readonly Kind[];
  /** How many valid answers there are. */
  readonly valid: number;
}

/** The results as a page of Markdown. */
export function resultsPage(
  { day, machine, rounds, subjects, kinds, valid }: Run,
  summaries: readonly Summary[],
  goals: readonly Goal[],
): string {
  const nowhere = kindsWithoutPlace();
  return [
    '# The oracle beside its peers',
    `Measured in one run on ${day} (UTC): ${machine}. Written by \`npm run bench\`.`,
    '## Goals',
    table(
      ['Goal', 'Bound', 'Figure', 'State'],
      goals.map(({ name, bound, figure, state }) => [
        name,
        'least' in bound ? `≥ ${bound.least}` : `≤ ${bound.most}`,
        figure === undefined ? '–' : `${figure}`,
        stateCell(state),
      ]),
    ),
    '## What is seen',
    `Each of ${kinds.length + nowhere.length} kinds of faults is put into the ${valid} answers that the contract shows, one at a time, in every place that there is for it. A kind is seen when something is said about the answer, whatever it is, in every one of its places; otherwise it stands there in how many of them.`,
    seenTable(kinds, valid, summaries),
    `For ${nowhere.length} kinds the contract has no place in any answer, so that no tool can show what it does with them:`,
    table(
      ['Kind', 'No place, as'],
      nowhere.map(({ id, title, lack }) => [`${id} ${title}`, lack]),
      2,
    ),
    '## Processor time',
    timeText(rounds),
    timeTable(summaries),
    '## What was measured',
    table(
      ['Subject', 'Version', 'What counts as saying something'],
      subjects.map(({ name, version, use }) => [name, version, use]),
      3,
    ),
    `- Every tool judges the same exchanges, of \`openapi/dist/openapi.json\`: a valid request with a key, and the answer. Prism and \`redocly respect\` get it from a server on 127.0.0.1, \`redocly drift\` from an HTTP archive.
- \`redocly respect\` runs with \`--no-secrets-masking\`: with it, it writes no log when a secret member is a number.
- \`redocly drift\` reports as SARIF, as its own JSON tells only the first of several findings that are alike. What it says of requests is left out: that the contract does not list the key as a parameter.
- openapi-response-validator looks at the status and the body alone; the media type is left to who calls it.`,
    '## Repeat it',
    '```sh\nnpm ci && npm run bench -- --part oracle\n```',
    'The peers are installed by the run itself, from a lockfile of their own in `tools/bench/peers`.',
  ].join('\n\n');
}

function seenTable(kinds: readonly Kind[], valid: number, summaries: readonly Summary[]): string {
  const cell = (count: number, places: number): string => {
    if (count === places) return 'seen';
    return count === 0 ? '–' : `${count} of ${places}`;
  };
  return table(
    ['Kind', 'Places', ...summaries.map(({ name }) => name)],
    [
      ...kinds.map(({ id, title, places }) => [
        `${id} ${title}`,
        `${places}`,
        ...summaries.map(({ seen }) => cell(seen.get(id)!, places)),
      ]),
      ['**Kinds seen**', `${kinds.length}`, ...summaries.map((summary) => `**${summary.whole}**`)],
      [
        'Valid answers, something said',
        `${valid}`,
        ...summaries.map(({ falseAlarms }) => `${falseAlarms}`),
      ],
    ],
  );
}

function timeText(rounds: number): string {
  return `Of one judgement by what is a library, all in the same process, from the text of the body; less is better. Ours judges the request, the key, the headers and the secrets besides, and says where a rule comes from. Each figure is the median of ${rounds} rounds, each an average over ${span} ms, after as much that does not count. The programs are left out: most of what they take is for their start and their connections.`;
}

function timeTable(summaries: readonly Summary[]): string {
  const timed = summaries.filter(({ time }) => time);
  const base = timed.find(({ id }) => id === 'response-validator')?.time;
  const cell = (value: number, reference: number | undefined) =>
    ratio(value, reference, `${value.toFixed(1)} µs`);
  return table(
    ['Subject', 'Valid answers', 'Answers with a fault'],
    timed.map(({ name, time }) => [
      name,
      cell(time!.valid, base?.valid),
      cell(time!.broken, base?.broken),
    ]),
  );
}
