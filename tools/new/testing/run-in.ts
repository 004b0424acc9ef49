import { spawnSync } from 'node:child_process';

/**
 * Runs a command of npm or of the shell in a folder.
 *
 * @returns its exit code, and what it printed
 */
export function runIn(cwd: string, command: string): { code: number | null; printed: string } {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, {
    cwd,
    env: {
      ...env,
      NO_COLOR: '1',
      TURBO_TELEMETRY_DISABLED: '1',
      AGENT_CONVERSATION_API_KEY: 'any',
    },
    shell: true,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  if (error) throw error;
  return { code: status, printed: stdout + stderr };
}
