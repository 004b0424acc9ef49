/** What is done with a service, here with one that is a script. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInstalled } from '../install/cache.ts';
import { Run } from '../processes/run.ts';
import { watchUse } from '../service/limits.ts';
import { endSandbox } from '../service/requests.ts';
import { type Service, startService } from '../service/service.ts';
import { runStep, type Step } from '../steps/step.ts';
import { addEdition } from './fake-edition.ts';

let cache: ReturnType<typeof mkdtempDisposableSync>;
let run: Run;
let service: Service;

beforeEach(async () => {
  cache = mkdtempDisposableSync(join(tmpdir(), 'steps-test-'));
  addEdition(cache.path, '1.5.0', 'listening');
  run = new Run(() => {}, new AbortController().signal);
  service = await startService(run, findInstalled(cache.path, '1.5.0')!, 0);
});
afterEach(async () => {
  await run[Symbol.asyncDispose]();
  cache.remove();
});

function request(method: string, path: string): Promise<Response> {
  const headers = { 'X-Session-API-Key': service.apiKey };
  return fetch(`${service.baseUrl}${path}`, { method, headers });
}

async function startSandbox(): Promise<number> {
  const response = await request('POST', '/api/v1/sandboxes');
  const { pid } = (await response.json()) as { readonly pid: number };
  return pid;
}

function step(runIt: Step['run'], deadlineInMs = 10_000): Step {
  return { name: 'Try it', deadlineInMs, run: runIt };
}

const passed = { summary: 'done', problems: [] };

test('the sandboxes of a step are removed, also a paused one', async () => {
  const pids: number[] = [];
  const starting = step(async () => {
    pids.push(await startSandbox(), await startSandbox());
    process.kill(pids[1]!, 'SIGSTOP');
    return passed;
  });
  expect(await runStep(starting, { run, service })).toEqual(passed);
  const found = await request('GET', '/api/v1/sandboxes/search');
  expect(await found.json()).toEqual({ items: [] });
  for (const pid of pids)
    await expect.poll(() => hasEnded(pid), { timeout: 30_000 }).toBe(true);
});

test('what a step throws is its problem, with the last lines of the service', async () => {
  const failing = step(() => Promise.reject(new TypeError('fetch failed')));
  const { problems } = await runStep(failing, { run, service });
  expect(problems[0]).toBe('TypeError: fetch failed');
  expect(problems[1]).toBe(
    'The last lines of the service and its newest sandbox:',
  );
});

test('a step that is late ends the command', async () => {
  const late = step(() => new Promise(() => {}), 100);
  const result = runStep(late, { run, service });
  await expect(result).rejects.toThrow('Try it has not ended within 100 ms');
});

test('a service that ends ends the command', async () => {
  const ending = step(async () => {
    await request('POST', '/end').catch(() => {});
    return new Promise(() => {});
  });
  const result = runStep(ending, { run, service });
  await expect(result).rejects.toThrow(
    'The service has ended with exit code 7',
  );
});

test('a sandbox can be ended as by a crash', async () => {
  const pid = await startSandbox();
  const { sandboxPort } = (await (await request('GET', '/ports')).json()) as {
    readonly sandboxPort: number;
  };
  endSandbox(service, `http://localhost:${sandboxPort}`);
  await expect.poll(() => hasEnded(pid), { timeout: 30_000 }).toBe(true);
  expect(() => endSandbox(service, 'http://localhost:1')).toThrow(
    'No sandbox of this run listens on http://localhost:1',
  );
});

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

test('more than two sandboxes end the command', async () => {
  const excess = Promise.withResolvers<string>();
  using watch = watchUse(run.mark, excess.resolve, 50);
  for (const _ of [1, 2, 3]) await startSandbox();
  expect(await excess.promise).toBe(
    'There are 3 sandboxes, paused ones included: more than 2',
  );
  expect(watch.peak.sandboxes).toBe(3);
});
