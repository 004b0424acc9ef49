/** Builds the packages that steps use. */
import { repository, turbo } from '@agent-conversation/shared/process';
import { CommandError } from '@agent-conversation/cli';
import type { Run } from '../processes/run.ts';

const tasks = ['conformance', 'client', 'mock'].map(
  (name) => `@agent-conversation/${name}#build`,
);

/** Builds what has changed since the last build. */
export async function buildPackages({ signal }: Run): Promise<void> {
  const { ok, output } = await turbo(tasks, { cwd: repository, signal });
  if (!ok) throw new CommandError(`The packages cannot be built:\n${output}`);
}
