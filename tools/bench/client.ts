/** The client beside plain `fetch` and openapi-fetch: CPU time of a call, and size. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { listen } from '@agent-conversation/testing/listen';
import { runNode } from './run-node.ts';
import { type Result, Table } from './results.ts';

const caller = join(import.meta.dirname, 'caller.ts');
const subjects = {
  fetch: '`fetch` by hand',
  'openapi-fetch': 'openapi-fetch',
  functions: 'ours, functions',
  client: 'ours, client',
};
const targets = {
  stub: { column: 'CPU on a stub, µs', calls: 30_000, most: 3 },
  loopback: { column: 'CPU over loopback, µs', calls: 5000, most: 1.2 },
};

/** Compares the client with plain `fetch` and openapi-fetch, each in a process of its own, in turn. */
export async function benchClient(rounds: number): Promise<Result> {
  const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
  const server = await listen(({ method }) =>
    Response.json(
      method === 'POST' ? PauseBegun.value : SandboxesFirstPage.value,
    ),
  );
  const figures = new Table('Client');
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [target, { column, calls }] of Object.entries(targets)) {
        const url = target === 'stub' ? target : server.url;
        for (const [id, row] of Object.entries(subjects)) {
          const time = await runNode([caller, id, url, String(calls)]);
          figures.add(row, column, Number(time));
        }
      }
    }
  } finally {
    server.close();
  }
  figures.add(subjects.fetch, 'Size, B', 0);
  for (const { name, size } of await measureSizes())
    figures.add(subjects[name], 'Size, B', size);

  const goals = Object.entries(targets).flatMap(([target, { column, most }]) =>
    [subjects.functions, subjects.client].map((row) => ({
      name: `CPU time, ratio to fetch, ${target}: ${row}`,
      figure: figures.ratio(column, row, subjects.fetch),
      most,
    })),
  );
  return {
    title: 'The client compared with fetch and openapi-fetch',
    goals,
    figures,
  };
}

/** Returns sizes in bytes, minified and compressed, by their names in the configuration of size-limit. */
async function measureSizes() {
  const sizeLimit = join(repository, 'node_modules/size-limit/bin.js');
  const report = await runNode([sizeLimit, '--json'], import.meta.dirname);
  return JSON.parse(report) as { name: keyof typeof subjects; size: number }[];
}
