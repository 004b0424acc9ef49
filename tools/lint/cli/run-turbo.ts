import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo');

/**
 * Runs turbo, and shows what its tasks say as they say it.
 *
 * @returns what it ended with: 0 when all tasks did well
 * @throws {Error} when it cannot be run
 */
export function runTurbo(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [turbo, ...args], {
    cwd: repository,
    env: { ...process.env, DO_NOT_TRACK: '1' },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the tasks by itself: what they do then is waited for.
  const wait = () => undefined;
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', wait);
  process.on('SIGTERM', end);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  }).finally(() => {
    process.off('SIGINT', wait);
    process.off('SIGTERM', end);
  });
}
