import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The mock as a program of its own, which listens. */
export type MockProcess = ServerProcess;

const program = fileURLToPath(new URL('cli.js', import.meta.resolve('@agent-conversation/mock')));

/**
 * Starts the program of the mock on a free port.
 *
 * @param options of its command line
 * @throws {Error} with what it printed, when it does not listen
 */
export async function startMockProcess(...options: readonly string[]): Promise<MockProcess> {
  return startServerProcess(program, '--port', '0', ...options);
}
