import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import { peersFolder } from '../../peers.ts';
import { start, stop } from '../../processes.ts';
import type { Case } from '../cases.ts';
import { answering, caseHeader } from './answering.ts';

const cli = `${peersFolder}node_modules/@stoplight/prism-cli/dist/index.js`;
const contract = fileURLToPath(import.meta.resolve('@agent-conversation/openapi/openapi.json'));

/** For how many milliseconds its start, or an answer, is waited for. */
const patience = 60_000;

/**
 * The cases about which Prism's proxy says something.
 *
 * @throws {Error} when it does not start, or does not answer
 */
export function judgeByPrism(cases: readonly Case[]): Promise<ReadonlySet<string>> {
  return answering(cases, async (service) => {
    const port = await freePort();
    const args = [cli, 'proxy', '--errors', '--port', `${port}`, contract, service];
    // With "production" here, Prism logs in a process of its own.
    const env = { ...process.env, NODE_ENV: '' };
    const child = start(process.execPath, args, { stdio: 'ignore', env });
    try {
      const url = `http://127.0.0.1:${port}`;
      await untilReady(url, child);
      const told = new Set<string>();
      for (const one of cases) if (await isTold(url, one)) told.add(one.id);
      return told;
    } finally {
      await stop(child);
    }
  });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + patience;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > end) {
      throw new Error(`prism proxy does not start. Try node ${cli} proxy --help`);
    }
    await wait(50);
  }
}

async function isTold(url: string, { id, request }: Case): Promise<boolean> {
  const { method, path, headers, body } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, [caseHeader]: id },
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json');
  return isProblem === true || response.headers.has('sl-violations');
}
