/** A service on a free port of 127.0.0.1 that answers at once, and tells the URL on a line. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pauseAnswer, searchAnswer } from './answers.ts';

const server = createServer((request, response) => {
  const body = request.method === 'POST' ? pauseAnswer : searchAnswer;
  response
    .writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
