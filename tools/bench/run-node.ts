import { repository, runProgram } from '@agent-conversation/shared/process';

/** Runs a Node program to its end, and returns what it prints. @throws {Error} with its output if it fails */
export async function runNode(
  args: readonly string[],
  cwd: string = repository,
): Promise<string> {
  const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { ok, stdout, output } = await runProgram(process.execPath, args, {
    cwd,
    env,
  });
  if (!ok) throw new Error(output);
  return stdout;
}
