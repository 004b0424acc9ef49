import { peersFolder } from '../peers.ts';
import { run } from '../processes.ts';
import { canMeasureProcesses, processorTime, residentMemory } from '../process-tree.ts';
import { type BenchRequest, key } from './requests.ts';
import type { Server } from './server.ts';

/** What a subject did under a load. */
export interface Load {
  readonly answers: number;
  /** Answers in a second. */
  readonly rate: number;
  /** Processor time for an answer, in microseconds; undefined where the system does not tell. */
  readonly processor: number | undefined;
  /** The most memory that was held, in bytes; undefined where the system does not tell. */
  readonly memory: number | undefined;
}

/** What of autocannon's report is used. */
interface Report {
  readonly duration: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

/** How many connections ask at the same time, each with one request at a time. */
export const connections = 10;

const autocannon = `${peersFolder}node_modules/autocannon/autocannon.js`;
/** Between two looks at the memory, in milliseconds. */
const interval = 50;

/**
 * Repeats a request, as fast as the subject answers.
 *
 * @throws {Error} when an answer has not the right status, or is missing
 */
export async function load(server: Server, request: BenchRequest, seconds: number): Promise<Load> {
  const { pid } = server;
  let memory = 0;
  const look = () => (memory = Math.max(memory, residentMemory(pid)));
  const looking = canMeasureProcesses ? setInterval(look, interval) : undefined;
  const before = canMeasureProcesses ? processorTime(pid) : 0;
  try {
    const report = await fire(server.url, request, seconds);
    const answers = countAnswers(report, request);
    return {
      answers,
      rate: answers / report.duration,
      processor: canMeasureProcesses ? (processorTime(pid) - before) / answers : undefined,
      memory: canMeasureProcesses ? look() : undefined,
    };
  } finally {
    clearInterval(looking);
  }
}

async function fire(url: string, request: BenchRequest, seconds: number): Promise<Report> {
  const { method, path, body } = request;
  const headers = { ...key, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  const output = await run('autocannon', [
    autocannon,
    '--json',
    `--connections=${connections}`,
    `--duration=${seconds}`,
    `--method=${method}`,
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--body', body]),
    url + path,
  ]);
  return JSON.parse(output) as Report;
}

function countAnswers(report: Report, { name, status }: BenchRequest): number {
  const { errors, timeouts, statusCodeStats } = report;
  const right = statusCodeStats[status]?.count ?? 0;
  const wrong = Object.keys(statusCodeStats).some((other) => other !== String(status));
  if (errors || timeouts || wrong || !right) {
    const counts = Object.entries(statusCodeStats).map(
      ([other, { count }]) => `${count} × ${other}`,
    );
    throw new Error(
      `${name} is to be answered with ${status} alone. There were ` +
        [...counts, `${errors} errors, of which ${timeouts} timeouts`].join(', '),
    );
  }
  return right;
}
