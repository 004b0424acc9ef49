import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The mock as a program of its own, which listens. */
export interface MockProcess {
  readonly url: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Ends it, and waits until it has. */
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('cli.js', import.meta.resolve('@agent-conversation/mock')));

/** How long the program may take to listen, in milliseconds. */
const patience = 30_000;

/**
 * Starts the program of the mock on a free port.
 *
 * @param options of its command line
 * @throws {Error} with what it printed, when it does not listen
 */
export async function startMockProcess(...options: readonly string[]): Promise<MockProcess> {
  const child = spawn(process.execPath, [program, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(fail, patience);
    function fail(): void {
      clearTimeout(timer);
      kill();
      reject(new Error(`The mock does not listen. It printed: ${output}`));
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (address === undefined || !output.includes('\n')) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
    child.once('error', fail).once('exit', fail);
  });
  return {
    url,
    output: () => output,
    async stop() {
      process.off('exit', kill);
      child.kill();
      await closed;
    },
  };
}
