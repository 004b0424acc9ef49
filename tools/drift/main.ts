/** The program: see `node main.ts --help`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choose } from './catalogue/choose.ts';
import { readEquivalents } from './catalogue/equivalents.ts';
import { mutants } from './catalogue/mutants.ts';
import { type Options, readOptions, usage, UsageError } from './cli/options.ts';
import { drift } from './engine/drift.ts';
import type { Tried } from './engine/outcome.ts';
import { Workshop } from './engine/workshop.ts';
import { liveGates } from './live/live-gates.ts';
import { matrixHtml } from './report/matrix-html.ts';
import { matrixMarkdown } from './report/matrix-markdown.ts';
import { isAllKilled } from './report/score.ts';
import { summary } from './report/summary.ts';
import { tellOnTerminal } from './report/terminal.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Somebody ended the run. */
class Interruption extends Error {}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else process.exitCode = isAllKilled(await run(options)) ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  if (error instanceof UsageError) console.error(`${error.message}\nSee npm run drift -- --help`);
  else console.error(error instanceof Interruption ? error.message : error);
}

async function run(options: Options): Promise<readonly Tried[]> {
  const chosen = choose(mutants, options);
  const equivalents = readEquivalents(
    readFileSync(new URL('catalogue/equivalent.yaml', import.meta.url), 'utf8'),
    mutants,
    new Date().toISOString().slice(0, 10),
  );
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new Interruption(`Ended by ${signal}`)));
  }
  const cache = mkdtempSync(join(tmpdir(), 'drift-cache-'));
  const workshops: Workshop[] = [];
  try {
    const first = new Workshop(repository, cache, stop.signal);
    workshops.push(first);
    const count = Math.min(availableParallelism(), 4, chosen.length);
    while (workshops.length < count) workshops.push(new Workshop(repository, cache, stop.signal));
    const all = await drift(
      {
        mutants: chosen,
        equivalents,
        without: options.without,
        workshops: [first, ...workshops.slice(1)],
        liveGates: liveGates(stop.signal),
      },
      tellOnTerminal(process.stderr),
    );
    process.stdout.write(summary(all));
    if (options.report) writeReports(all);
    return all;
  } finally {
    for (const workshop of workshops) workshop.remove();
    rmSync(cache, { recursive: true, force: true });
  }
}

function writeReports(all: readonly Tried[]): void {
  const folder = fileURLToPath(new URL('results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kill-matrix.md'), matrixMarkdown(all));
  writeFileSync(join(folder, 'kill-matrix.html'), matrixHtml(all));
}
