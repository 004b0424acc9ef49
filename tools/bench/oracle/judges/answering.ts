import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Case } from '../cases.ts';

/** The header by which a request tells which case it is of. */
export const caseHeader = 'X-Case';

/** A server that gives the answers of cases, while something is done with it. */
export async function answering<T>(
  cases: readonly Case[],
  use: (url: string) => Promise<T>,
): Promise<T> {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const server = createServer((request, response) => {
    request.resume();
    const answer = byId.get(String(request.headers[caseHeader.toLowerCase()]))?.answer;
    if (!answer) return response.writeHead(404).end('No such case');
    return response.writeHead(answer.status, [...answer.headers].flat()).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
