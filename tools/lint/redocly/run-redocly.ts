import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(
  new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/**
 * Runs the program `redocly`, which speaks to nobody.
 *
 * @param folder where it runs
 * @returns what it has written to stdout, and to stderr
 */
export function runRedocly(folder: string, ...args: string[]): Promise<Output> {
  const env = {
    ...process.env,
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], options, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}
