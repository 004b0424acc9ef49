import { once } from 'node:events';
import { connect } from 'node:net';

/** One connection that is kept alive, and shows answers as the bytes that came. */
export interface Wire {
  /**
   * Sends a request and waits for the whole answer.
   *
   * @param request as it goes over the wire, in UTF-8
   * @returns the answer; each character is a byte
   * @throws {Error} when the connection ends before the answer does
   */
  ask(request: string): Promise<string>;
  close(): void;
}

/** Opens a connection to a server, by its address. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  await once(socket, 'connect');
  let received = '';
  let arrived = (): void => {};
  let ended: (error: Error) => void = () => {};
  socket
    .on('data', (text: string) => {
      received += text;
      arrived();
    })
    .on('error', (error) => ended(error))
    .on('close', () => ended(new Error(`The connection ended after: ${received}`)));

  return {
    ask: async (request) =>
      new Promise<string>((resolve, reject) => {
        ended = reject;
        arrived = () => {
          const length = lengthOf(received, request.startsWith('HEAD '));
          if (received.length < length) return;
          resolve(received.slice(0, length));
          received = received.slice(length);
        };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** How many bytes the answer has that is coming in; Infinity while its headers are not all there. */
function lengthOf(received: string, isHead: boolean): number {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return Infinity;
  const head = received.slice(0, end);
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  return end + 4 + (isHead ? 0 : Number(length ?? 0));
}
