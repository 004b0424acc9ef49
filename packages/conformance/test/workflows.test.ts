/**
 * The workflows of the contract, run by `redocly respect` against the mock in a process of its own. It
 * checks status, media type and schema of each answer besides what the workflow demands.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type MockProcess, startMockProcess } from './support/mock-process.ts';
import { copyWorkflows, respect } from './support/respect.ts';

const apiKey = 'KEY-of-the-workflows';
const inputs = {
  apiKey,
  conversationId: '2f9d2c5e-8f1c-4e6d-9a53-0d6a1c0a7f11',
  message: 'Fix the basket.',
};

const { folder, remove } = copyWorkflows();
const workflows = join(folder, 'workflows');
const files = readdirSync(workflows);
let mock: MockProcess;

beforeAll(async () => {
  mock = await startMockProcess('--quiet', '--startup-time', '0ms');
  const client = createClient({ baseUrl: mock.url, apiKey });
  // More than the page of a workflow holds.
  for (let number = 0; number <= 20; number++) await client.sandboxes.start();
});
afterAll(async () => {
  remove();
  await mock.stop();
});

test('every workflow is carried out to its last step, and prints no key', async () => {
  const { passed, output, steps } = await run(files, mock.url);
  expect(passed, output).toBe(true);
  // A step that polls is repeated.
  expect(steps.filter((step, at) => step !== steps[at - 1])).toEqual(files.flatMap(stepsOf));
  expect(output).not.toContain(apiKey);
});

const pausing = 'pause-and-resume-a-sandbox.arazzo.yaml';

test.each([
  ['an unknown operation', 'operationId: pauseSandbox', 'operationId: stopSandbox', 'stopSandbox'],
])('a workflow with %s fails', async (_, from, to, says) => {
  const { passed, output } = await run([broken(from, to)], mock.url);
  expect(passed).toBe(false);
  expect(output).toContain(says);
});

test.each([['a wrong type', '"success":true', '"success":"yes"', '✗ schema check']])(
  'an answer with %s fails',
  async (_, from, to, says) => {
    const { fetch } = createMock();
    const answer = async ({ method = 'GET', url = '/', headers }: IncomingMessage) =>
      fetch(new URL(url, 'http://mock'), {
        method,
        headers: { 'X-Session-API-Key': String(headers['x-session-api-key']) },
      });
    const spoil = async (request: IncomingMessage, response: ServerResponse) => {
      const { status, headers, body } = await answer(request);
      const type = headers.get('content-type') ?? '';
      response.writeHead(status, { 'Content-Type': type.replace(from, to) });
      response.end((await new Response(body).text()).replace(from, to));
    };
    const server = createServer((request, response) => void spoil(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { passed, output } = await run([pausing], `http://127.0.0.1:${port}`);
    server.close();
    expect(passed).toBe(false);
    expect(output).toContain(says);
  },
);

async function run(names: readonly string[], server: string) {
  const paths = names.map((name) => join(workflows, name));
  return respect(paths, server, inputs);
}

/** All steps of a workflow, in its order. */
function stepsOf(file: string): string[] {
  const { workflows: all } = parse(textOf(file)) as {
    workflows: readonly { steps: readonly { stepId: string }[] }[];
  };
  return all.flatMap(({ steps }) => steps.map(({ stepId }) => stepId));
}

function textOf(file: string): string {
  return readFileSync(join(workflows, file), 'utf8');
}

/** A workflow like the one that pauses, with something else in it. */
function broken(from: string, to: string): string {
  const file = `broken-${pausing}`;
  writeFileSync(join(workflows, file), textOf(pausing).replaceAll(from, to));
  expect(textOf(file)).not.toBe(textOf(pausing));
  return file;
}
