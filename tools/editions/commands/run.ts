/** The commands that work on an edition step by step, and end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { writeFiles } from '@agent-conversation/cli/files';
import { count } from '@agent-conversation/cli/text';
import { evidenceFiles } from '../evidence/write.ts';
import type { Installed } from '../install/cache.ts';
import type { Run } from '../processes/run.ts';
import { textOf, watchUse } from '../service/limits.ts';
import { type Service, startService } from '../service/service.ts';
import { buildPackages } from '../steps/build.ts';
import { check } from '../steps/check.ts';
import { allSteps } from '../steps/index.ts';
import {
  compare,
  evidenceFolder,
  record,
  scenarioDeadlineInMs,
} from '../steps/scenario.ts';
import { runStep, type Step } from '../steps/step.ts';
import { type EditionOptions, withEdition } from './options.ts';
import {
  checkReport,
  type Finished,
  markdownReport,
  prettyReport,
} from './report.ts';

/** A command that works step by step. */
export type StepCommand = 'compare' | 'check' | 'run';

const stepsOf: Readonly<Record<StepCommand, readonly Step[]>> = {
  compare: [compare],
  check: [check],
  run: allSteps,
};

/** Installs an edition. @returns the exit code */
export async function installEdition(options: EditionOptions): Promise<number> {
  return withEdition(options, async (_, { version, folder }) => {
    options.out(`Edition ${version} is in ${folder}\n`);
    return 0;
  });
}

/** Writes what an edition responds to the scenario. @returns the exit code */
export async function recordEdition(options: EditionOptions): Promise<number> {
  return withEdition(options, async (run, installed) => {
    const service = await startWatched(run, installed);
    const recorded = await run.step(
      'Ask the questions of the scenario',
      scenarioDeadlineInMs,
      () => record({ run, service }),
    );
    const folder = join(evidenceFolder, service.version);
    const files = evidenceFiles(service.version, recorded);
    writeFiles(folder, files);
    options.out(`${count(recorded.length, 'exchange')} in ${folder}\n`);
    return 0;
  });
}

/** Runs the steps of a command. @returns the exit code */
export async function runSteps(
  command: StepCommand,
  options: EditionOptions,
  report: string | undefined,
): Promise<number> {
  if (report !== undefined) checkReport(report);
  return withEdition(options, async (run, installed) => {
    const service = await startWatched(run, installed);
    const steps = stepsOf[command].filter(
      (it) => it.appliesTo?.(service.known) ?? true,
    );
    const finished = await runAll(run, service, steps);
    options.out(prettyReport(service, finished));
    if (report !== undefined)
      writeFileSync(report, markdownReport(service, finished));
    return finished.every(({ problems }) => problems.length === 0) ? 0 : 1;
  });
}

async function startWatched(run: Run, installed: Installed): Promise<Service> {
  const service = await startService(run, installed, 0);
  const watch = run.resources.use(
    watchUse(run.mark, (excess) => run.fail(new CommandError(excess))),
  );
  run.resources.defer(() =>
    run.write(`The edition used ${textOf(watch.peak)}.\n`),
  );
  return service;
}

/** Runs all steps, also after one with problems. */
async function runAll(
  run: Run,
  service: Service,
  steps: readonly Step[],
): Promise<readonly Finished[]> {
  await run.step('Build the packages', 300_000, () => buildPackages(run));
  const finished: Finished[] = [];
  for (const step of steps) {
    const result = await runStep(step, { run, service });
    finished.push({ name: step.name, ...result });
  }
  return finished;
}
