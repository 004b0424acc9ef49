/** The client beside plain `fetch` and openapi-fetch: CPU time of a call, size, and cost of its types. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { repository } from '@agent-conversation/cli/process';
import { countInstantiations } from './budget.ts';
import { runNode } from './processes.ts';
import { type Plan, type Result, Table } from './results.ts';

const caller = join(import.meta.dirname, 'caller.ts');
const subjects = {
  fetch: '`fetch` by hand',
  'openapi-fetch': 'openapi-fetch',
  functions: 'ours, functions',
  client: 'ours, client',
} as const;
const targets = {
  stub: { column: 'CPU on a stub, µs', calls: 30_000, most: 3 },
  loopback: { column: 'CPU over loopback, µs', calls: 5000, most: 1.2 },
} as const;

/** Compares the client with plain `fetch` and openapi-fetch, each in a process of its own, in turn. */
export async function benchClient({ rounds, report }: Plan): Promise<Result> {
  const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
  const server = createServer((request, response) => {
    const { value } = request.method === 'POST' ? PauseBegun : SandboxesFirstPage;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const figures = new Table('Client', report);
  try {
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    for (let round = 1; round <= rounds; round++) {
      for (const [target, { column, calls }] of Object.entries(targets)) {
        for (const [id, row] of Object.entries(subjects)) {
          const args = [caller, id, target === 'stub' ? target : url, `${calls}`];
          figures.add(row, column, Number(await runNode(args)));
        }
      }
    }
  } finally {
    server.close();
  }
  const sizes = await sizesOf();
  for (const [id, row] of Object.entries(subjects)) figures.add(row, 'Size, B', sizes.get(id) ?? 0);

  const size = (row: string) => figures.median(row, 'Size, B');
  return {
    title: 'The client compared with fetch and openapi-fetch',
    method: `CPU time of the calling process for a call (a pause and a search in turn), with a stub of \`fetch\` that responds immediately, and over loopback; medians of ${rounds} rounds, each subject in a process of its own. Size: of two functions, or of the client, minified and compressed with gzip. Ours has its defaults on: retries, deadlines, typed errors, redirect guard.`,
    goals: [
      ...Object.entries(targets).flatMap(([target, { column, most }]) =>
        [subjects.functions, subjects.client].map((row) => ({
          name: `CPU time, ratio to fetch, ${target}: ${row}`,
          figure: figures.ratio(column, row, subjects.fetch),
          most,
        })),
      ),
      { name: 'Size: ours, functions', figure: size(subjects.functions), most: 4500 },
      { name: 'Size: ours, client', figure: size(subjects.client), most: 7000 },
      {
        name: 'Type instantiations of nine calls: ours, client',
        figure: await countInstantiations(),
        most: 100,
      },
    ],
    tables: { Figures: figures },
  };
}

/** Sizes in bytes, minified and compressed, by their names in the configuration of size-limit. */
async function sizesOf(): Promise<ReadonlyMap<string, number>> {
  const sizeLimit = join(repository, 'node_modules/size-limit/bin.js');
  const sizes = JSON.parse(await runNode([sizeLimit, '--json'], import.meta.dirname)) as {
    readonly name: string;
    readonly size: number;
  }[];
  return new Map(sizes.map(({ name, size }) => [name, size]));
}
