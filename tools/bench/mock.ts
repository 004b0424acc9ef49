/** The mock beside `prism mock`: throughput, start and memory. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-conversation/shared/ports';
import { repository } from '@agent-conversation/shared/process';
import { runNode } from './run-node.ts';
import { type Result, Table } from './results.ts';

// The script of the package, not the launcher of npm, which is a process more.
const prism = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const subjects = {
  '`prism mock`': [prism, 'mock', 'openapi/dist/openapi.json'],
  ours: ['packages/mock/dist/cli.js'],
};

const headers = {
  'X-Session-API-Key': 'bench',
  'Content-Type': 'application/json',
};
const valid =
  contract.components.examples.StartAppConversationFromMessage.value;
const invalid = { ...valid, pr_number: ['x'] };

interface Load {
  readonly path: string;
  /** Makes the request a POST. */
  readonly body?: object;
  readonly status: string;
}

const loads: Readonly<Record<string, Load>> = {
  'Valid start': {
    path: '/api/v1/app-conversations',
    body: valid,
    status: '200',
  },
  'Invalid start': {
    path: '/api/v1/app-conversations',
    body: invalid,
    status: '422',
  },
  Search: { path: '/api/v1/sandboxes/search?limit=20', status: '200' },
  Settings: { path: '/api/settings', status: '200' },
};

const connections = 10;
const seconds = 5;

/** Compares the mock with `prism mock`, one process at a time, in turn. */
export async function benchMock(rounds: number): Promise<Result> {
  const figures = new Table('Subject');
  for (let round = 1; round <= rounds; round++) {
    for (const [name, load] of Object.entries(loads)) {
      for (const [row, args] of Object.entries(subjects)) {
        await using server = await startServer(args);
        const rate = await measureRate(server.url, load);
        figures.add(row, 'Start, ms', server.startTime);
        figures.add(row, 'Memory, MiB', server.memory());
        figures.add(row, `${name}, 1/s`, rate);
      }
    }
  }
  const ratio = (column: string) =>
    figures.ratio(column, 'ours', '`prism mock`');
  return {
    title: 'The mock compared with Prism',
    goals: [
      ...Object.keys(loads).map((name) => ({
        name: `Throughput, ratio to Prism: ${name}`,
        figure: ratio(`${name}, 1/s`),
        least: 10,
      })),
      {
        name: 'Start to first response, ratio to Prism',
        figure: ratio('Start, ms'),
        most: 1 / 3,
      },
      {
        name: 'Memory after load, ratio to Prism',
        figure: ratio('Memory, MiB'),
        most: 1 / 3,
      },
    ],
    figures,
  };
}

/**
 * Starts a subject and waits until it responds with 200, for `startTime` milliseconds.
 *
 * @throws {Error} when it exits, or does not respond within 60 s
 */
async function startServer(args: readonly string[]) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // Under NODE_ENV=production Prism logs from a second process, which is not its default.
  const env = { ...process.env, NODE_ENV: '' };
  const begin = performance.now();
  const child = spawn(process.execPath, [...args, '--port', port], {
    cwd: repository,
    stdio: 'ignore',
    env,
  });
  const stop = async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  };

  while (!(await isUp(url))) {
    if (child.exitCode !== null || performance.now() - begin > 60_000) {
      await stop();
      throw new Error(
        `node ${args.join(' ')} has exited, or did not respond within 60 s`,
      );
    }
    await wait(3);
  }
  const startTime = performance.now() - begin;
  return {
    url,
    startTime,
    memory: () => residentMemory(child.pid!),
    [Symbol.asyncDispose]: stop,
  };
}

async function isUp(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch(`${url}/api/settings`, { headers, signal })).ok;
  } catch {
    return false;
  }
}

/** Returns the resident memory of a process, in MiB (Linux only). */
function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}

/** What autocannon reports. */
interface LoadReport {
  readonly duration: number;
  readonly errors: number;
  readonly statusCodeStats: Readonly<
    Record<string, { readonly count: number }>
  >;
}

/** @throws {Error} when a response has another status than the expected one */
async function measureRate(url: string, load: Load): Promise<number> {
  const { path, body, status } = load;
  const args = [
    autocannon,
    '--json',
    `--connections=${connections}`,
    `--duration=${seconds}`,
  ];
  for (const header of Object.entries(headers))
    args.push('--headers', header.join('='));
  if (body !== undefined)
    args.push('--method=POST', `--body=${JSON.stringify(body)}`);
  args.push(url + path);

  // The first run warms the server up.
  await runNode(args);
  const { duration, errors, statusCodeStats } = JSON.parse(
    await runNode(args),
  ) as LoadReport;
  const statuses = Object.keys(statusCodeStats).join(', ');
  if (errors === 0 && statuses === status)
    return statusCodeStats[status]!.count / duration;
  throw new Error(
    `${path}: expected ${status} only, got ${statuses} and ${errors} errors`,
  );
}
