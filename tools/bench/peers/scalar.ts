/** Serves a contract with Scalar's mock, in the way and with the defaults of its documentation. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const [port, contract] = process.argv.slice(2);
if (!port || !contract) throw new TypeError('Usage: node scalar.ts PORT CONTRACT');

const app = await createMockServer({ document: JSON.parse(readFileSync(contract, 'utf8')) });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, (info) => {
  console.log(`Listening on http://127.0.0.1:${info.port}`);
});
