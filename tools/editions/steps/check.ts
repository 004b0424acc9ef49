import { join } from 'node:path';
import { type Ended, repository } from '@agent-conversation/shared/process';
import { storeSettings } from '../service/requests.ts';
import type { Step, StepContext } from './step.ts';

const program = join(repository, 'packages/conformance/dist/cli.js');

/**
 * A sandbox is started before the response, which takes long on a slow machine. The service limits the rate to ten
 * requests a second. With one seed, what differs from run to run is the service, not the random calls.
 */
const bounds = [
  ['--max-sandboxes', '2'],
  ['--budget', '1000,4m'],
  ['--rate', '8'],
  ['--timeout', '150s'],
  ['--wait', '120s'],
  ['--seed', '1'],
].flat();

/** Runs the conformance checker, which also starts sandboxes and conversations. */
export const check: Step = {
  name: 'Check conformance',
  deadlineInMs: 300_000,
  async run({ run, service }) {
    await storeSettings(service);
    const options = ['--write', ...bounds];
    const ended = await runChecker({ run, service }, service.baseUrl, options);
    const lines = ended.output.split('\n');
    const [, verdict] = /^Verdict +(.+(?:\n +\S.*)*)/m.exec(ended.output) ?? [];
    const summary = verdict?.replaceAll(/\s+/g, ' ') ?? 'no verdict';
    return { summary, problems: ended.ok ? [] : lines };
  },
};

/** Runs the conformance checker against an address behind which the edition is. */
export async function runChecker(
  { run, service }: StepContext,
  baseUrl: string,
  options: readonly string[],
): Promise<Ended> {
  const { apiKey, known } = service;
  const env = {
    PATH: process.env['PATH'] ?? '',
    AGENT_CONVERSATION_API_KEY: apiKey,
    NO_COLOR: '1',
  };
  const args = [
    program,
    '--base-url',
    baseUrl,
    '--edition',
    known.version,
    ...options,
  ];
  return run.runProgram(process.execPath, args, env);
}
