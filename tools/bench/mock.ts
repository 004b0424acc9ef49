import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { fileURLToPath } from 'node:url';
import { residentMemory, runNode, type Server, startServer } from './processes.ts';
import { format, median, type Plan, type Result } from './results.ts';

interface Subject {
  readonly id: 'prism' | 'ours';
  readonly name: string;
  readonly args: readonly string[];
}

const subjects: readonly Subject[] = [
  {
    id: 'prism',
    name: '`prism mock`',
    // The script of the package, not the launcher of npm, which is a process more.
    args: [
      fileURLToPath(import.meta.resolve('@stoplight/prism-cli')),
      'mock',
      '--port',
      '{port}',
      'openapi/dist/openapi.json',
    ],
  },
  { id: 'ours', name: 'ours', args: ['packages/mock/dist/cli.js', '--port', '{port}'] },
];

const headers = { 'X-Session-API-Key': 'bench' };
const body = contract.components.examples.StartAppConversationFromMessage.value;

const requests = [
  { name: 'Valid start', method: 'POST', path: '/api/v1/app-conversations', body, status: '200' },
  {
    name: 'Invalid start',
    method: 'POST',
    path: '/api/v1/app-conversations',
    body: { ...body, pr_number: ['x'] },
    status: '422',
  },
  { name: 'Search', method: 'GET', path: '/api/v1/sandboxes/search?limit=20', status: '200' },
  { name: 'Settings', method: 'GET', path: '/api/settings', status: '200' },
] as const;

const starts = 5;
const connections = 10;

/** Compares the mock with `prism mock`: throughput, start and memory, one process at a time, in turn. */
export async function benchMock({ seconds, rounds, report }: Plan): Promise<Result> {
  const start: Record<string, number[]> = { prism: [], ours: [] };
  const memory: Record<string, number> = { prism: 0, ours: 0 };
  const rates: Record<string, Record<string, number[]>> = { prism: {}, ours: {} };

  for (let round = 1; round <= starts; round++) {
    for (const { id, args } of subjects) {
      const server = await startServer(args, '/api/settings', headers);
      await server.stop();
      start[id]!.push(server.startTime);
      report(`start ${round}/${starts}  ${id}  ${format(server.startTime)} ms`);
    }
  }
  for (let round = 1; round <= rounds; round++) {
    for (const request of requests) {
      for (const { id, args } of subjects) {
        const server = await startServer(args, '/api/settings', headers);
        try {
          const rate = measureRate(server, request, seconds);
          (rates[id]![request.name] ??= []).push(rate);
          memory[id] = Math.max(memory[id]!, residentMemory(server.pid));
          report(`round ${round}/${rounds}  ${request.name}  ${id}  ${format(rate)}/s`);
        } finally {
          await server.stop();
        }
      }
    }
  }

  const rateOf = (id: string, name: string) => median(rates[id]![name]!);
  const startOf = (id: string) => median(start[id]!);
  return {
    title: 'The mock compared with Prism',
    method:
      `Each subject serves \`openapi/dist/openapi.json\` on 127.0.0.1 in a process of its own, started for each load. autocannon sends with ${connections} connections for ${seconds} s, after ${seconds} s of warm-up; figures are medians of ${rounds} rounds, of ${starts} starts. ` +
      'Memory is the resident memory after a load, the largest of all loads. Both log each request, as they do by default.',
    goals: [
      ...requests.map(({ name }) => ({
        name: `Throughput, ratio to Prism: ${name}`,
        figure: rateOf('ours', name) / rateOf('prism', name),
        bound: { least: 10 },
      })),
      {
        name: 'Start to first response, ratio to Prism',
        figure: startOf('ours') / startOf('prism'),
        bound: { most: 1 / 3 },
      },
      {
        name: 'Memory after load, ratio to Prism',
        figure: memory['ours']! / memory['prism']!,
        bound: { most: 1 / 3 },
      },
    ],
    tables: [
      {
        title: 'Figures',
        head: [
          'Subject',
          ...requests.map(({ name }) => `${name}, 1/s`),
          'Start, ms',
          'Memory, MiB',
        ],
        rows: subjects.map(({ id, name }) => [
          name,
          ...requests.map((request) => rateOf(id, request.name)),
          startOf(id),
          memory[id]!,
        ]),
      },
    ],
  };
}

interface Report {
  readonly duration: number;
  readonly errors: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

/** @throws {Error} when a response has another status than the expected one */
function measureRate({ url }: Server, request: (typeof requests)[number], seconds: number): number {
  const load = () => {
    const args = [
      fileURLToPath(import.meta.resolve('autocannon')),
      '--json',
      `--connections=${connections}`,
      `--duration=${seconds}`,
      `--method=${request.method}`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      ...('body' in request
        ? ['--headers', 'Content-Type=application/json', '--body', JSON.stringify(request.body)]
        : []),
      url + request.path,
    ];
    return JSON.parse(runNode(args)) as Report;
  };
  load();
  const { duration, errors, statusCodeStats } = load();
  const statuses = Object.keys(statusCodeStats);
  if (errors > 0 || statuses.join() !== request.status) {
    throw new Error(
      `${request.name}: expected ${request.status} only, got ${statuses.join(', ')} and ${errors} errors`,
    );
  }
  return statusCodeStats[request.status]!.count / duration;
}
