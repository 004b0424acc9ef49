import { isApiError, type LogEntry } from '@agent-conversation/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { type Arrival, closeServers, type Reply, type Scripted, serve } from '../support/server.ts';
import { thrownBy } from '../support/thrown.ts';
import { echoes } from './echoes.ts';
import { type Sent, sents } from './sent.ts';
import { shownOf } from './shown.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const runs = Number(process.env['FC_RUNS'] ?? 20);

let server: Scripted;
let echo: (got: Arrival) => Reply;
beforeAll(async () => {
  server = await serve((response, request, arrival) => echo(arrival)(response, request, arrival));
});
afterAll(closeServers);

test.each(Object.entries(echoes))('nothing that was sent is shown again: %s', async (_, it) => {
  echo = it;
  await fc.assert(fc.asyncProperty(sents, showNothing), { seed, numRuns: runs });
});

async function showNothing({ apiKey, headers, body, marks }: Sent): Promise<void> {
  const entries: LogEntry[] = [];
  const client = clientOf(server, {
    apiKey,
    headers,
    retries: 0,
    log: (entry) => entries.push(entry),
  });
  const error = await thrownBy(client.conversations.create(body));
  if (!isApiError(error)) throw error;
  const echoed = error.text + error.headers.get('x-request-id');
  expect(marks.filter((mark) => echoed.includes(mark))).not.toEqual([]);
  const shown = [error, entries, client].map(shownOf).join('\n');
  expect(marks.filter((mark) => shown.includes(mark))).toEqual([]);
}
