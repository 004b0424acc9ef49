import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Exchange } from '../../src/oracle/exchange.ts';

/** A server that passes everything on to another one, and keeps what went over the wire. */
export interface Wiretap {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startWiretap(target: string): Promise<Wiretap> {
  const exchanges: Exchange[] = [];
  const server = createAdaptorServer({
    async fetch(request: Request) {
      const { method, headers } = request;
      const url = target + request.url.slice(new URL(request.url).origin.length);
      const body = Buffer.from(await request.arrayBuffer());
      const passed = new Headers(headers);
      for (const name of ['host', 'connection', 'content-length']) passed.delete(name);
      const response = await fetch(url, {
        method,
        headers: passed,
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      const content = Buffer.from(await response.arrayBuffer());
      exchanges.push({
        request: { method, url, headers, body: body.toString() },
        answer: { status: response.status, headers: response.headers, body: content.toString() },
      });
      const back = new Headers(response.headers);
      for (const name of ['transfer-encoding', 'content-length']) back.delete(name);
      return new Response(content.length > 0 ? content : null, {
        status: response.status,
        headers: back,
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
