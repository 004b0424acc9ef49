/** The client beside plain `fetch` and openapi-fetch: CPU time of a call, size, and cost of its types. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countInstantiations } from './budget.ts';
import { root, runNode } from './processes.ts';
import { format, type Plan, type Result, Samples } from './results.ts';

const subjects = {
  fetch: '`fetch` by hand',
  'openapi-fetch': 'openapi-fetch',
  functions: 'ours, functions',
  client: 'ours, client',
} as const;
const ours = ['functions', 'client'] as const;
const targets = { stub: { calls: 30_000, most: 3 }, loopback: { calls: 5000, most: 1.2 } } as const;

/** Compares the client with plain `fetch` and openapi-fetch, each in a process of its own, in turn. */
export async function benchClient({ rounds, report }: Plan): Promise<Result> {
  const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
  const server = createServer((request, response) => {
    const { value } = request.method === 'POST' ? PauseBegun : SandboxesFirstPage;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const samples = new Samples();
  try {
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    for (let round = 1; round <= rounds; round++) {
      for (const [target, { calls }] of Object.entries(targets)) {
        for (const id of Object.keys(subjects)) {
          const time = await timeOf(id, target === 'stub' ? target : url, calls);
          samples.add(id, target, time);
          report(`round ${round}/${rounds}  ${target}  ${id}  ${format(time)} µs`);
        }
      }
    }
  } finally {
    server.close();
  }
  const sizes = sizesOf();

  return {
    title: 'The client compared with fetch and openapi-fetch',
    method: `CPU time of the calling process for a call (a pause and a search in turn), with a stub of \`fetch\` that responds immediately, and over loopback; medians of ${rounds} rounds, each subject in a process of its own. Size: of two functions, or of the client, minified and compressed with gzip. Ours has its defaults on: retries, deadlines, typed errors, redirect guard.`,
    goals: [
      ...Object.entries(targets).flatMap(([target, { most }]) =>
        ours.map((id) => ({
          name: `CPU time, ratio to fetch, ${target}: ${subjects[id]}`,
          figure: samples.ratio(target, id, 'fetch'),
          bound: { most },
        })),
      ),
      { name: 'Size: ours, functions', figure: sizes.get('functions')!, bound: { most: 4500 } },
      { name: 'Size: ours, client', figure: sizes.get('client')!, bound: { most: 7000 } },
      {
        name: 'Type instantiations of nine calls: ours, client',
        figure: countInstantiations(),
        bound: { most: 100 },
      },
    ],
    tables: {
      Figures: [
        ['Client', 'CPU on a stub, µs', 'CPU over loopback, µs', 'Size, B'],
        ...Object.entries(subjects).map(([id, name]) => [
          name,
          ...Object.keys(targets).map((target) => samples.median(id, target)),
          sizes.get(id) ?? 0,
        ]),
      ],
    },
  };
}

/** Sizes in bytes, minified and compressed, by their names in the configuration of size-limit. */
function sizesOf(): ReadonlyMap<string, number> {
  const sizeLimit = `${root}node_modules/size-limit/bin.js`;
  const sizes = JSON.parse(runNode([sizeLimit, '--json'], import.meta.dirname)) as {
    readonly name: string;
    readonly size: number;
  }[];
  return new Map(sizes.map(({ name, size }) => [name, size]));
}

/** CPU time of a call in microseconds. Asynchronous, as the server runs in this process. */
async function timeOf(id: string, target: string, calls: number): Promise<number> {
  const caller = fileURLToPath(new URL('caller.ts', import.meta.url));
  const args = [caller, id, target, `${calls}`];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}
