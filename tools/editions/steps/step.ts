/** What is done with an edition that runs. */
import { CommandError } from '@agent-conversation/cli';
import type { KnownEdition } from '../editions.ts';
import type { Run } from '../processes/run.ts';
import { removeSandboxes } from '../service/requests.ts';
import type { Service } from '../service/service.ts';

export interface StepContext {
  readonly run: Run;
  readonly service: Service;
}

export interface StepResult {
  /** Such as `230 exchanges, 0 differences`. */
  readonly summary: string;
  /** What is wrong, line by line. Nothing if the step has passed. */
  readonly problems: readonly string[];
}

export interface Step {
  /** As it is reported. */
  readonly name: string;
  readonly deadlineInMs: number;
  /** Whether it makes sense for an edition. It does for every edition without this. */
  readonly appliesTo?: (known: KnownEdition) => boolean;
  readonly run: (context: StepContext) => Promise<StepResult>;
}

/**
 * Runs a step, and removes the sandboxes that it leaves.
 *
 * @throws {CommandError} if it is not at its end in time, or if the service ends
 */
export async function runStep(
  step: Step,
  context: StepContext,
): Promise<StepResult> {
  const { run, service } = context;
  const result = await run.step(step.name, step.deadlineInMs, () =>
    resultOf(step, context),
  );
  await removeSandboxes(service);
  return result;
}

/** What a step throws is a problem of the edition; what ends the command is not. */
async function resultOf(step: Step, context: StepContext): Promise<StepResult> {
  try {
    return await step.run(context);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { name, message } = error as Error;
    const problems = [
      `${name}: ${message}`,
      'The last lines of the service and its newest sandbox:',
    ];
    return {
      summary: 'ended with an error',
      problems: [...problems, ...context.service.lastLines()],
    };
  }
}
