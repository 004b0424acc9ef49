import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repository } from '@agent-conversation/shared/process';

/** Runs a Node program to its end, and returns what it prints. */
export async function runNode(
  args: readonly string[],
  cwd: string = repository,
): Promise<string> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    env,
  });
  return stdout;
}
