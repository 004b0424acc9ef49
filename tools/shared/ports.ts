/** Ports of this machine. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError } from '@agent-conversation/cli';

/**
 * Below the ports that systems give to connections, from 32768 on Linux and from 49152 on macOS: one of those can be
 * taken before a service listens on it.
 */
const ports = { from: 20_000, to: 30_000 };

/**
 * Returns a port of 127.0.0.1 on which nothing listens.
 *
 * @param wanted without it any free port, as for 0
 * @throws {CommandError} that says what to do if the port is taken
 */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted !== 0) {
    const problem = await problemWith(wanted);
    if (problem) throw new CommandError(problem);
    return wanted;
  }
  let port: number;
  do port = randomInt(ports.from, ports.to);
  while (await problemWith(port));
  return port;
}

/** Returns why nothing can listen on a port; undefined if it can. */
async function problemWith(port: number): Promise<string | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'EADDRINUSE'
      ? `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`
      : `Cannot listen on port ${port} of 127.0.0.1: ${message}`;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}
