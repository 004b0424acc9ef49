import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A mock that a README has started. */
export interface ReadmeServer {
  readonly url: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a mock as a README says, but for its port, and waits until it listens.
 *
 * @param line of a shell
 * @throws {Error} with what it has printed, when it ends before
 */
export async function startReadmeServer(
  line: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ReadmeServer> {
  const command = `${line.replace(/ --port \d+/, '')} --port 0`;
  // In a group of its own: npx passes no signal on that would end it at once.
  const child = spawn('bash', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
  });
  const closed = once(child, 'close');
  const early = closed.then(() => {
    throw new Error(`${line} has ended before it listened: ${printed}`);
  });
  const url = await Promise.race([address, early]);
  const stop = async () => {
    process.kill(-child.pid!, 'SIGKILL');
    await closed;
  };
  return { url, printed: () => printed, stop };
}
