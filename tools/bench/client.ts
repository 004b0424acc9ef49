/** The client beside plain `fetch` and openapi-fetch: CPU time of a call, size, and cost of its types. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { countInstantiations } from './budget.ts';
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
  for (const id of Object.keys(subjects)) samples.add(id, 'size', await sizeOf(id));
  const size = (id: string) => samples.median(id, 'size');

  return {
    title: 'The client compared with fetch and openapi-fetch',
    method: `CPU time of the calling process for a call (a pause and a search in turn), with a stub of \`fetch\` that responds immediately, and over loopback; medians of ${rounds} rounds, each subject in a process of its own. Size: minified by rolldown, compressed with gzip. Ours has its defaults on: retries, deadlines, typed errors, redirect guard.`,
    goals: [
      ...Object.entries(targets).flatMap(([target, { most }]) =>
        ours.map((id) => ({
          name: `CPU time, ratio to fetch, ${target}: ${subjects[id]}`,
          figure: samples.ratio(target, id, 'fetch'),
          bound: { most },
        })),
      ),
      { name: 'Size: ours, functions', figure: size('functions'), bound: { most: 4500 } },
      { name: 'Size: ours, client', figure: size('client'), bound: { most: 7000 } },
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
          size(id),
        ]),
      ],
    },
  };
}

function programOf(id: string): string {
  return fileURLToPath(new URL(`programs/${id}.ts`, import.meta.url));
}

/** The size of a program with all that it imports, minified and compressed, in bytes. */
async function sizeOf(id: string): Promise<number> {
  const bundle = await rolldown({ input: programOf(id), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

/** CPU time of a call in microseconds. Asynchronous, as the server runs in this process. */
async function timeOf(id: string, target: string, calls: number): Promise<number> {
  const caller = fileURLToPath(new URL('caller.ts', import.meta.url));
  const args = [caller, programOf(id), target, `${calls}`];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}
