import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { countInstantiations } from './budget.ts';
import { format, median, type Plan, type Result } from './results.ts';

const subjects = [
  { id: 'fetch', name: '`fetch` by hand' },
  { id: 'openapi-fetch', name: 'openapi-fetch' },
  { id: 'functions', name: 'ours, functions' },
  { id: 'client', name: 'ours, client' },
] as const;

const calls = { stub: 30_000, loopback: 5000 } as const;
const targets = ['stub', 'loopback'] as const;

/** Compares the client with plain `fetch` and openapi-fetch: CPU time of a call, size, and cost of its types. */
export async function benchClient({ rounds, report }: Plan): Promise<Result> {
  const { PauseBegun, SandboxesFirstPage } = contract.components.examples;
  const server = createServer((request, response) => {
    const { value } = request.method === 'POST' ? PauseBegun : SandboxesFirstPage;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const times: Record<string, number[]> = {};
  try {
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    for (let round = 1; round <= rounds; round++) {
      for (const target of targets) {
        for (const { id } of subjects) {
          const time = await timeOf(id, target === 'stub' ? 'stub' : url, calls[target]);
          (times[`${target} ${id}`] ??= []).push(time);
          report(`round ${round}/${rounds}  ${target}  ${id}  ${format(time)} µs`);
        }
      }
    }
  } finally {
    server.close();
  }
  const timeOfCall = (target: string, id: string) => median(times[`${target} ${id}`]!);
  const sizes = new Map<string, number>();
  for (const { id } of subjects) sizes.set(id, await sizeOf(id));
  const limits = { stub: 3, loopback: 1.2 } as const;

  return {
    title: 'The client compared with fetch and openapi-fetch',
    method: `CPU time of the calling process for a call (a pause and a search in turn), with a stub of \`fetch\` that responds immediately, and over loopback; medians of ${rounds} rounds, each subject in a process of its own. Size: minified by rolldown, compressed with gzip. Ours has its defaults on: retries, deadlines, typed errors, redirect guard.`,
    goals: [
      ...targets.flatMap((target) =>
        (['functions', 'client'] as const).map((id) => ({
          name: `CPU time, ratio to fetch, ${target}: ours, ${id}`,
          figure: timeOfCall(target, id) / timeOfCall(target, 'fetch'),
          bound: { most: limits[target] },
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
    tables: [
      {
        title: 'Figures',
        head: ['Client', 'CPU on a stub, µs', 'CPU over loopback, µs', 'Size, B'],
        rows: subjects.map(({ id, name }) => [
          name,
          timeOfCall('stub', id),
          timeOfCall('loopback', id),
          sizes.get(id)!,
        ]),
      },
    ],
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
async function timeOf(id: string, target: string, count: number): Promise<number> {
  const caller = fileURLToPath(new URL('caller.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [caller, programOf(id), target, `${count}`], (error, output) =>
      error ? reject(error) : resolve(Number(output)),
    );
  });
}
