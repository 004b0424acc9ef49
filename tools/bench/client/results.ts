import { stateCell } from '../goals.ts';
import { instrument } from '../instruments.ts';
import { ratio, table, times, whole } from '../markdown.ts';
import { type AbortTime, abortsPerPhase } from './abort.ts';
import type { Goal } from './goals.ts';
import { loads } from './processor.ts';
import type { Subject } from './subjects.ts';
import type { Summary } from './summary.ts';

/** What was run, and on what. */
export interface Run {
  /** The day, of UTC, as in 2026-01-31. */
  readonly day: string;
  readonly machine: string;
  readonly rounds: number;
  readonly subjects: readonly Subject[];
}

/** The results as a page of Markdown. */
export function resultsPage(
  run: Run,
  summaries: readonly Summary[],
  aborts: readonly AbortTime[],
  goals: readonly Goal[],
): string {
  // A part may be measured without what all others are measured by.
  const reference = summaries.find(({ id }) => id === 'fetch');
  return [
    '# The client beside its peers',
    `Measured in one run on ${run.day} (UTC): ${run.machine}. Written by \`npm run bench\`.`,
    'Ours has everything on that it has by default: retries, deadlines, typed errors, and the guard against redirects. Of the peers, ky alone has retries and deadlines.',
    '## Goals',
    table(
      ['Goal', 'Bound', 'Measured', 'State'],
      goals.map(({ name, bound, figure, unit, state }) => [
        name,
        'most' in bound ? `≤ ${show(bound.most, unit)}` : `≥ ${show(bound.least, unit)}`,
        figure === undefined ? '–' : show(figure, unit),
        stateCell(state),
      ]),
    ),
    'A goal of processor time is about the ratio to `fetch` alone.',
    '## Size',
    `Of a program with one pause and one search, with all that it imports, as ${instrument('esbuild')} bundles and minifies it for a browser (ES2022); compressed with gzip, level 9. Less is better. The program itself is about what \`fetch\` alone weighs.`,
    table(
      ['Client', 'Compressed', 'Minified'],
      summaries.map(({ name, size }) => [
        name,
        ratio(size.gzip, reference?.size.gzip, `${whole(size.gzip)} B`),
        `${whole(size.minified)} B`,
      ]),
    ),
    '## Types',
    `Of a program that makes all nine calls and reads a member of each result, as ${instrument('typescript')} checks it (\`strict\`, \`skipLibCheck\`): what \`--extendedDiagnostics\` counts, less what it counts for an empty program. Less is better. Code that a client generates is a part of the program, and is checked with it. The last column is how many characters an editor shows for the variable that holds a sandbox, where it is read.`,
    table(
      ['Client', 'Instantiations', 'Types', 'Hover'],
      summaries.map(({ name, types, hover }) => [
        name,
        whole(types.instantiations),
        whole(types.types),
        whole(hover),
      ]),
    ),
    '`fetch` alone has no types: what it reads is `any`.',
    '## Processor time',
    `Of the process that calls, for a call, a pause and a search in turn, one after another; less is better. On the stub, \`fetch\` is replaced by a function that answers at once with a fresh \`Response\`; over the loopback, it is Node's own, and a server in another process answers at once. Each figure is the median of ${run.rounds} rounds: in each, every client makes its calls in a process of its own, one client after another, and every round begins with another client. A ratio is to \`fetch\` alone, which is 1; what was measured stands beside it in small. Other machines give other figures, and much the same ratios.`,
    table(
      ['Client', ...loads.map((load) => capital(load.name))],
      summaries.map(({ name, processor }) => [
        name,
        ...loads.map(({ id }) =>
          ratio(processor[id], reference?.processor[id], `${processor[id].toFixed(1)} µs`),
        ),
      ]),
    ),
    '## Aborts',
    `From the moment in which the signal of a call of ours is aborted to that in which the call has ended, ${abortsPerPhase} times in each phase.`,
    table(
      ['Aborted', 'Median', 'Longest'],
      aborts.map((it) => [it.phase, milliseconds(it.median), milliseconds(it.longest)]),
    ),
    '## What was measured',
    'Every client is used on `openapi/dist/openapi.json`, in the way and with the defaults of its documentation. Its programs are in `tools/bench/client/programs`; what is bundled to be weighed is what is run for the processor time.',
    table(
      ['Client', 'Version', 'How it is used'],
      run.subjects.map(({ name, version, use }) => [name, version, use]),
      3,
    ),
    `- Every program sends \`X-Session-API-Key\`, checks in its client's way whether a call has succeeded, and reads a member of the answer: \`success\` of a pause, \`items\` of a search.
- The answers are the contract's examples \`PauseBegun\` and \`SandboxesFirstPage\`. What a program has read is checked at every call: a single wrong answer ends the run without results.
${loads.map(({ name, warmUp, calls }) => `- ${capital(name)}: ${whole(calls)} calls a round, after ${whole(warmUp)} that do not count.`).join('\n')}`,
    '## Repeat it',
    '```sh\nnpm ci && npm run bench -- --part client\n```',
    'The peers are installed by the run itself, from a lockfile of their own in `tools/bench/peers`. `npm run bench -- --help` tells the options. Nothing else should run on the machine. The figures of size and types are the same on every machine; their goals are demanded of every change, by `npm run budget --workspace @agent-conversation/bench`.',
  ].join('\n\n');
}

function show(figure: number, unit: Goal['unit']): string {
  if (unit === 'ratio') return times(figure);
  if (unit === 'ms') return milliseconds(figure);
  return unit === 'B' ? `${whole(figure)} B` : whole(figure);
}

function milliseconds(time: number): string {
  return `${time.toFixed(1)} ms`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
