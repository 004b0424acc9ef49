import { once } from 'node:events';
import { type Agent, type IncomingMessage, request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { RawHeaders } from './raw-headers.ts';

/** A request as it is passed on. */
export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/** An answer as it came. */
export interface Incoming {
  readonly status: number;
  readonly reason: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/**
 * Asks the server behind the proxy, and reads its answer to the end.
 *
 * @throws {Error} when the server cannot be reached
 */
export async function forward(
  { method, url, headers, body }: Outgoing,
  agent: Agent,
): Promise<Incoming> {
  const asked = ask(url, { method, agent, headers: ['Host', url.host, ...headers] });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode!,
    reason: answer.statusMessage!,
    headers: answer.rawHeaders,
    body: await buffer(answer),
  };
}
