import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { CommandError } from '@agent-conversation/cli';

/**
 * Returns a port of 127.0.0.1 on which nothing listens.
 *
 * @param wanted any free port for 0
 * @throws {CommandError} that says what to do if the port is taken
 */
export async function freePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `Port ${wanted} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`
        : `Cannot listen on port ${wanted} of 127.0.0.1: ${message}`,
    );
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
