import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Sends texts over a connection of its own, and gives what comes back until it is closed.
 *
 * @param parts texts; a number waits for so many milliseconds
 */
export async function talk(port: number, ...parts: readonly (string | number)[]): Promise<string> {
  const { socket, heard, closed } = open(port);
  for (const part of parts) {
    if (!socket.writable) break;
    if (typeof part === 'number') await wait(part);
    else socket.write(part);
  }
  await closed;
  return heard();
}

/** Opens a connection that is sent to by hand. A connection that is reset gives `[ECONNRESET]`. */
export function open(port: number): {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly closed: Promise<void>;
} {
  let text = '';
  const socket = connect(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('data', (more: string) => (text += more))
    .on('error', ({ code }: NodeJS.ErrnoException) => (text += `[${code}]`));
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return { socket, heard: () => text, closed };
}

/** A request with a key, as it goes over the wire. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const all = ['Host: localhost', 'X-Session-API-Key: any', ...headers];
  if (body !== '') all.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  return [`${line} HTTP/1.1`, ...all, '', body].join('\r\n');
}

/** The header that lets the other side close the connection after its answer. */
export const last = 'Connection: close';
