/** The mock beside `prism mock`: throughput, start and memory. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { fileURLToPath } from 'node:url';
import { runNode, startServer } from './processes.ts';
import { type Plan, type Result, Table } from './results.ts';

// The script of the package, not the launcher of npm, which is a process more.
const prism = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const subjects = {
  '`prism mock`': [prism, 'mock', '--port', '{port}', 'openapi/dist/openapi.json'],
  ours: ['packages/mock/dist/cli.js', '--port', '{port}'],
} as const;

const headers = { 'X-Session-API-Key': 'bench' };
const start = '/api/v1/app-conversations';
const valid = contract.components.examples.StartAppConversationFromMessage.value;
const invalid = { ...valid, pr_number: ['x'] };

type Load = Readonly<Record<'method' | 'path' | 'status', string>> & { readonly body?: object };

const loads: Readonly<Record<string, Load>> = {
  'Valid start': { method: 'POST', path: start, body: valid, status: '200' },
  'Invalid start': { method: 'POST', path: start, body: invalid, status: '422' },
  Search: { method: 'GET', path: '/api/v1/sandboxes/search?limit=20', status: '200' },
  Settings: { method: 'GET', path: '/api/settings', status: '200' },
};

const starts = 5;
const connections = 10;

/** Compares the mock with `prism mock`, one process at a time, in turn. */
export async function benchMock({ seconds, rounds, report }: Plan): Promise<Result> {
  const figures = new Table('Subject', report);
  const memory: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    for (const [name, load] of Object.entries(loads)) {
      for (const [row, args] of Object.entries(subjects)) {
        const server = await startServer(args, '/api/settings', headers);
        try {
          figures.add(row, `${name}, 1/s`, await measureRate(server.url, load, seconds));
          memory[row] = Math.max(memory[row] ?? 0, server.memory());
        } finally {
          await server.stop();
        }
      }
    }
  }
  for (let round = 1; round <= starts; round++) {
    for (const [row, args] of Object.entries(subjects)) {
      const server = await startServer(args, '/api/settings', headers);
      await server.stop();
      figures.add(row, 'Start, ms', server.startTime);
    }
  }
  for (const [row, size] of Object.entries(memory)) figures.add(row, 'Memory, MiB', size);
  const ratio = (column: string) => figures.ratio(column, 'ours', '`prism mock`');
  return {
    title: 'The mock compared with Prism',
    method:
      `Each subject serves \`openapi/dist/openapi.json\` on 127.0.0.1 in a process of its own, started for each load. autocannon sends with ${connections} connections for ${seconds} s, after ${seconds} s of warm-up; figures are medians of ${rounds} rounds, of ${starts} starts. ` +
      'Memory is the resident memory after a load, the largest of all loads. Both log each request, as they do by default.',
    goals: [
      ...Object.keys(loads).map((name) => ({
        name: `Throughput, ratio to Prism: ${name}`,
        figure: ratio(`${name}, 1/s`),
        least: 10,
      })),
      { name: 'Start to first response, ratio to Prism', figure: ratio('Start, ms'), most: 1 / 3 },
      { name: 'Memory after load, ratio to Prism', figure: ratio('Memory, MiB'), most: 1 / 3 },
    ],
    tables: { Figures: figures },
  };
}

/** @throws {Error} when a response has another status than the expected one */
async function measureRate(
  url: string,
  { method, path, body, status }: Load,
  seconds: number,
): Promise<number> {
  const sent = { ...headers, ...(body && { 'Content-Type': 'application/json' }) };
  const options = {
    method,
    connections,
    duration: seconds,
    ...(body && { body: JSON.stringify(body) }),
  };
  const args = [
    fileURLToPath(import.meta.resolve('autocannon')),
    '--json',
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    ...Object.entries(sent).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    url + path,
  ];
  await runNode(args);
  const { duration, errors, statusCodeStats } = JSON.parse(await runNode(args)) as {
    readonly duration: number;
    readonly errors: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  };
  const statuses = Object.keys(statusCodeStats).join(', ');
  if (errors === 0 && statuses === status) return statusCodeStats[status]!.count / duration;
  throw new Error(
    `${method} ${path}: expected ${status} only, got ${statuses} and ${errors} errors`,
  );
}
