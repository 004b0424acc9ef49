import { stateCell } from '../goals.ts';
import { ratio, table, times, whole } from '../markdown.ts';
import type { Goal } from './goals.ts';
import { connections } from './load.ts';
import { idleTime, startCount, warmUp } from './measure.ts';
import { requests } from './requests.ts';
import type { Subject } from './subjects.ts';
import type { Summary } from './summary.ts';

/** What was run, and on what. */
export interface Run {
  /** The day, of UTC, as in 2026-01-31. */
  readonly day: string;
  readonly machine: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly subjects: readonly Subject[];
}

/** What the results say where the system does not tell what processes use. */
const untold = 'Processor time and memory are left out: this system does not tell them in `/proc`.';

/** The results as a page of Markdown. */
export function resultsPage(
  run: Run,
  summaries: readonly Summary[],
  goals: readonly Goal[],
): string {
  // A part may be measured without what all others are measured by.
  const reference = summaries.find(({ id }) => id === 'prism');
  return [
    '# The mock beside its peers',
    `Measured in one run on ${run.day} (UTC): ${run.machine}. Written by \`npm run bench\`.`,
    `A ratio is to \`prism mock\`, which is 1; what was measured stands beside it in small. Other machines give other figures, and much the same ratios.`,
    '## Goals',
    goalTable(goals),
    `The first column compares ours with \`prism mock\`, each as it starts by default; the second compares ours with \`--quiet\` and \`prism mock -v error\`, of which neither prints a line for a request. The goals are about the first.`,
    '## Throughput',
    `Answers in a second; more is better. ${connections} connections ask at the same time for ${run.seconds} s, after ${warmUp} s that do not count; each figure is the median of ${run.rounds} such loads.`,
    requestTable(
      summaries,
      reference,
      ({ rates }) => rates,
      (rate) => `${whole(rate)}/s`,
    ),
    ...processorSection(summaries, reference),
    '## Start',
    `From the start of the process to its first right answer to \`GET /api/settings\`; less is better. Each figure is the median of ${startCount} starts.`,
    table(
      ['Subject', 'First answer'],
      summaries.map(({ name, start }) => [
        name,
        ratio(start, reference?.start, `${whole(start)} ms`),
      ]),
    ),
    ...memorySection(summaries, reference),
    '## What was measured',
    `Each subject is a process of its own on 127.0.0.1 that serves \`openapi/dist/openapi.json\`. What it prints goes to the null device. It is started anew for each load and ended after it, and no other subject runs meanwhile; the subjects take turns within each request of each round.`,
    table(
      ['Subject', 'Version', 'Started from the root as'],
      run.subjects.map(({ name, version, args }) => [
        name,
        version,
        `\`node ${args('PORT').join(' ')}\``,
      ]),
      3,
    ),
    `Every request carries \`X-Session-API-Key\`. Before each load, two sandboxes are started; the first of them is the one to pause.`,
    table(
      ['Request', 'Sent', 'Right answer'],
      requests.map(({ name, method, path, status }) => [
        name,
        `\`${method} ${path}\``,
        `${status}`,
      ]),
      2,
    ),
    `The valid start is the contract's example \`StartAppConversationFromMessage\`; the invalid one has \`"pr_number": ["x"]\` in it.`,
    `- Every answer was checked, ${whole(summaries.reduce((sum, { answers }) => sum + answers, 0))} of them under measured load, and each had the right status: a single wrong or missing answer ends the run without results.
- Scalar has its defaults, with which it validates requests but not its answers, and prints nothing for a request.
- Ours keeps state, the peers do not: each valid start of a conversation leaves one behind, and takes time and memory for it. That is to our disadvantage.
- The load comes from autocannon on the same machine, which takes processor time as well.`,
    '## Repeat it',
    '```sh\nnpm ci && npm run bench\n```',
    'The peers are installed by the run itself, from a lockfile of their own in `tools/bench/peers`. `npm run bench -- --help` tells the options. Nothing else should run on the machine.',
  ].join('\n\n');
}

function goalTable(goals: readonly Goal[]): string {
  const show = (value: number | undefined) => (value === undefined ? '–' : times(value));
  return table(
    ['Goal', 'Bound', 'By default', 'Without lines', 'State'],
    goals.map(({ name, bound, usual, quiet, state }) => [
      name,
      'least' in bound ? `≥ ${bound.least}` : `≤ 1/${Math.round(1 / bound.most)}`,
      show(usual),
      show(quiet),
      stateCell(state),
    ]),
  );
}

function requestTable(
  summaries: readonly Summary[],
  reference: Summary | undefined,
  figures: (summary: Summary) => ReadonlyMap<string, number>,
  show: (figure: number) => string,
): string {
  return table(
    ['Subject', ...requests.map(({ name }) => name)],
    summaries.map((summary) => [
      summary.name,
      ...requests.map(({ id }) => {
        const figure = figures(summary).get(id)!;
        return ratio(figure, reference && figures(reference).get(id), show(figure));
      }),
    ]),
  );
}

function processorSection(
  summaries: readonly Summary[],
  reference: Summary | undefined,
): readonly string[] {
  if (summaries.some(({ processor }) => !processor.size)) return ['## Processor time', untold];
  return [
    '## Processor time',
    'Of the subject with all its processes, for an answer, in the same loads; less is better.',
    requestTable(
      summaries,
      reference,
      ({ processor }) => processor,
      (time) => `${whole(time)} µs`,
    ),
  ];
}

function memorySection(
  summaries: readonly Summary[],
  reference: Summary | undefined,
): readonly string[] {
  const cell = (bytes: number | undefined, base: number | undefined) =>
    bytes === undefined ? '–' : ratio(bytes, base, `${whole(bytes / 2 ** 20)} MiB`);
  if (summaries.some(({ idleMemory }) => idleMemory === undefined)) return ['## Memory', untold];
  return [
    '## Memory',
    `Resident memory of the subject with all its processes; less is better. Idle is the median of ${startCount} starts, ${idleTime} ms after the first answer; under load is the most that was seen in any load.`,
    table(
      ['Subject', 'Idle', 'Under load'],
      summaries.map(({ name, idleMemory, loadMemory }) => [
        name,
        cell(idleMemory, reference?.idleMemory),
        cell(loadMemory, reference?.loadMemory),
      ]),
    ),
  ];
}
