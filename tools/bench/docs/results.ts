import { stateCell } from '../goals.ts';
import { ratio, table, times, whole } from '../markdown.ts';
import { caseId } from './cases.ts';
import { sizes } from './contracts.ts';
import { buildTime, type Goal } from './goals.ts';
import type { Load } from './load.ts';
import { type Profile, profiles } from './profiles.ts';
import { buildCounts } from './sites.ts';
import type { Subject } from './subjects.ts';
import type { Summary } from './summary.ts';
import { type View, views } from './views.ts';
import { patience, quiet, viewport } from './visit.ts';

/** What was run, and on what. */
export interface Run {
  /** The day, of UTC, as in 2026-01-31. */
  readonly day: string;
  readonly machine: string;
  readonly browser: string;
  readonly rounds: number;
  readonly subjects: readonly Subject[];
}

const [real, ...larger] = sizes;

/** The results as a page of Markdown. */
export function resultsPage(
  run: Run,
  summaries: readonly Summary[],
  goals: readonly Goal[],
): string {
  // A part may be measured without what all others are measured by.
  const reference = summaries.find(({ id }) => id === 'redoc');
  return [
    '# The documentation beside its peers',
    `Measured in one run on ${run.day} (UTC): ${run.machine}, ${run.browser}. Written by \`npm run bench\`.`,
    `A ratio is to Redoc as it comes, which is 1; what was measured stands beside it in small. Other machines give other figures, and much the same ratios. Less is better in all tables.`,
    '## Goals',
    goalTable(goals),
    `The bytes and the blocking until the text are the most of both views and both profiles, at ${real} operations.`,
    '## An operation by its address',
    `From the navigation to the first frame in which the heading and the text of \`pauseSandbox\` stand in view, by how many operations the contract has.`,
    ...profiles.flatMap((profile) => [
      `${capital(profile.id)}: ${profile.text}.`,
      table(
        ['Documentation', ...sizes.map((size) => `${whole(size)} operations`)],
        summaries.map(({ name, loads }) => [
          name,
          ...sizes.map((size) => {
            const id = caseId(size, 'operation', profile.id);
            return timeCell(loads.get(id)?.readable, reference?.loads.get(id)?.readable);
          }),
        ]),
      ),
    ]),
    `“Not in view” stands where heading and text were not in view when the page was at rest, or after ${patience / 1000} s.`,
    `## All figures at ${real} operations`,
    ...views.flatMap((view) => [
      `### ${view.name}`,
      ...profiles.flatMap((profile) => [
        `${capital(profile.id)}:`,
        loadTable(summaries, reference, view, profile),
      ]),
    ]),
    `- First and largest paint are those with content, as the browser tells them. The largest need not be the text that the reader came for; the column Text is about that.
- Blocking is what tasks of the page's main thread have above 50 ms each: until the frame begins that shows the text, and until the page is at rest. What that frame takes itself is the layout of the text. A busy browser now and then leaves one out, which the medians make up for.
- Bytes are those over the line, with headers, compressed with gzip: until the frame begins that shows the text, and until the page is at rest. What that frame takes itself is the layout of the text. What has come of an answer by then is taken in proportion to what is unpacked.
- Requests are counted with those that fail: to an icon that is not there, and to hosts of others, none of which has an address here.
- Shift is the sum of all layout shifts.`,
    '## Build',
    `From the start of the program to its end; in the last columns for one operation. At ${real} operations, most of it is the start of the program, and each figure is the median of ${buildCounts.real} builds; a larger contract is built once.`,
    buildTable(summaries, reference),
    'Scalar and Swagger UI read the contract in the browser, and are not built.',
    '## What was measured',
    `Each subject is a folder with all that it needs, on one server on 127.0.0.1 (HTTP/1.1), which compresses all texts before and gives the same caching headers to all. Each load has a fresh context of the browser, with nothing in its cache, and a window of ${viewport.width} × ${viewport.height} pixels; it is over when the text is in view and nothing has happened for ${quiet} ms. Each figure is the median of ${run.rounds} such loads: the subjects take turns, and every round begins with another one. Scalar and Swagger UI are loaded once with the larger contracts.`,
    table(
      ['Documentation', 'Version', 'How it is made'],
      run.subjects.map(({ name, version, use }) => [name, version, use]),
      3,
    ),
    `- The contracts of ${larger.map(whole).join(' and ')} operations are made of the real one: copies of its operations and schemas, with names, paths, tags, links and lifecycles of their own (\`tools/bench/docs/enlarge.ts\`).
- A page is asked for its text at each frame: the heading and the beginning of the text must have a box in the window, be visible and have nothing over them.`,
    '## Repeat it',
    '```sh\nnpm ci && npm run bench -- --part docs\n```',
    'The peers are installed by the run itself, from a lockfile of their own in `tools/bench/peers`. It needs Chromium or Chrome, on the `PATH` or named by `CHROME_PATH`. `npm run bench -- --help` tells the options. Nothing else should run on the machine.',
  ].join('\n\n');
}

function goalTable(goals: readonly Goal[]): string {
  return table(
    ['Goal', 'Bound', 'Measured', 'State'],
    goals.map(({ name, bound, figure, unit, state }) => [
      name,
      'most' in bound ? `≤ ${show(bound.most, unit)}` : `≥ ${show(bound.least, unit)}`,
      figure === undefined ? '–' : show(figure, unit),
      stateCell(state),
    ]),
  );
}

function loadTable(
  summaries: readonly Summary[],
  reference: Summary | undefined,
  view: View,
  profile: Profile,
): string {
  const id = caseId(real, view.id, profile.id);
  const base = reference?.loads.get(id);
  const cells = (load: Load) => [
    milliseconds(load.firstPaint),
    milliseconds(load.largestPaint),
    timeCell(load.readable, base?.readable),
    milliseconds(load.loaded),
    milliseconds(load.blockingBefore),
    milliseconds(load.blocking),
    kilobytes(load.bytesBefore),
    kilobytes(load.bytes),
    whole(load.requests),
    load.shift.toFixed(3),
  ];
  return table(
    [
      'Documentation',
      'First paint',
      'Largest paint',
      'Text',
      'Load event',
      'Blocking until the text',
      'Blocking',
      'Bytes until the text',
      'Bytes',
      'Requests',
      'Shift',
    ],
    summaries.flatMap(({ name, loads }) => {
      const load = loads.get(id);
      return load ? [[name, ...cells(load)]] : [];
    }),
  );
}

function buildTable(summaries: readonly Summary[], reference: Summary | undefined): string {
  return table(
    [
      'Documentation',
      ...sizes.map((size) => `${whole(size)} operations`),
      ...sizes.map((size) => `One of ${whole(size)}`),
    ],
    summaries
      .filter(({ builds }) => builds)
      .map((summary) => [
        summary.name,
        ...sizes.map((size) => timeCell(summary.builds![size], reference?.builds?.[size])),
        ...sizes.map((size) => `${buildTime(summary, size)!.toFixed(1)} ms`),
      ]),
  );
}

/** A time beside that of the reference, unless one of them has none. */
function timeCell(time: number | undefined, reference: number | undefined): string {
  if (time === undefined) return '–';
  if (time === Infinity) return 'not in view';
  const base = reference === Infinity ? undefined : reference;
  return ratio(time, base, milliseconds(time));
}

function show(figure: number, unit: Goal['unit']): string {
  if (unit === 'ratio') return times(figure);
  return unit === 'ms' ? milliseconds(figure) : `${whole(figure)} B`;
}

function milliseconds(time: number): string {
  return time === Infinity ? '–' : `${whole(time)} ms`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
