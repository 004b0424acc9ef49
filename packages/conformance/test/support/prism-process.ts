import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const bundle = fileURLToPath(import.meta.resolve('@agent-conversation/openapi/openapi.json'));

/**
 * Starts Prism's own program with the bundle, on a free port.
 *
 * @throws {Error} with what it printed, when it does not listen
 */
export async function startPrismProcess(): Promise<ServerProcess> {
  return startServerProcess(program, 'mock', bundle, '--host', '127.0.0.1', '--port', '0');
}
