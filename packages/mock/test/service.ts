/** A service for a proxy before it. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  body: string;
};

/** Starts a service that responds once a request has come, and records what it receives, until the test ends. */
export async function startService(respond: RequestListener) {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      received.push({ method, url, headers, body });
      respond(incoming, response);
    });
  });
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, close, url: `http://127.0.0.1:${port}` };
}
