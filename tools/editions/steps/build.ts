/** Builds the packages that steps use. */
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { CommandError } from '@agent-conversation/cli';
import type { Run } from '../processes/run.ts';

const deadlineInMs = 300_000;
const packages = ['conformance', 'client', 'mock'] as const;

/** Builds what has changed since the last build. */
export async function buildPackages(run: Run): Promise<void> {
  const filters = packages.map(
    (name) => `--filter=@agent-conversation/${name}`,
  );
  const args = [
    'run',
    'build',
    ...filters,
    '--output-logs=errors-only',
    '--log-prefix=none',
  ];
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ) as Record<string, string>;
  const program = join(repository, 'node_modules/.bin/turbo');
  const options = {
    env: { ...env, DO_NOT_TRACK: '1' },
    deadlineInMs,
    cwd: repository,
  };
  const { isOk, output } = await run.runProgram(program, args, options);
  if (!isOk) throw new CommandError(`The packages cannot be built:\n${output}`);
}
