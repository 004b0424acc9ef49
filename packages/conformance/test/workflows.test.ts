/**
 * The workflows of the contract, run by `redocly respect` against the mock. It also checks status, media type and
 * schema of each response.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@agent-conversation/client';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listen } from '@agent-conversation/testing/listen';

const workflows = fileURLToPath(
  new URL('../../../openapi/workflows/', import.meta.url),
);
const files = readdirSync(workflows).filter((file) =>
  file.endsWith('.arazzo.yaml'),
);

const apiKey = 'KEY-of-the-workflows';
const inputs = {
  apiKey,
  conversationId: '2f9d2c5e-8f1c-4e6d-9a53-0d6a1c0a7f11',
  message: 'Fix the basket.',
};

const mock = createMock({ clock: 'requests' });
let listening: Listening;

beforeAll(async () => {
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey,
    fetch: mock.fetch,
  });
  // More than the page of a workflow holds.
  for (let number = 0; number <= 20; number++) await client.sandboxes.start();
  listening = await mock.listen();
});
afterAll(() => listening.close());

test('every workflow waits for each change, runs to its last step, and prints no key', async () => {
  const paths = files.map((file) => workflows + file);
  const { passed, output, steps } = await respect(paths, listening.url);
  expect(passed, output).toBe(true);
  const isRepeated = (step: string | undefined, at: number) =>
    step === steps[at - 1];
  expect(steps.filter((step, at) => !isRepeated(step, at))).toEqual(
    files.flatMap(stepsOf),
  );
  // The mock pauses a sandbox at once: that wait sends one request.
  expect(new Set(steps.filter(isRepeated))).toEqual(
    new Set([
      'waitUntilStarted',
      'waitUntilResumed',
      'waitForConversation',
      'waitForAgent',
    ]),
  );
  expect(output).not.toContain(apiKey);
});

test('a response with a wrong type fails', async () => {
  const server = await listen(async (request) => {
    const response = await mock.fetch(request);
    const text = await response.text();
    const { status, headers } = response;
    headers.delete('content-length');
    const wrong = text.replace('"success":true', '"success":"yes"');
    return new Response(wrong, { status, headers });
  });
  const { passed, output } = await respect(
    [`${workflows}pause-and-resume-a-sandbox.arazzo.yaml`],
    server.url,
  );
  server.close();
  expect(passed).toBe(false);
  expect(output).toContain('✗ schema check');
});

/** All steps of a workflow, in its order. */
function stepsOf(file: string): string[] {
  const document = parse(readFileSync(workflows + file, 'utf8')) as {
    readonly workflows: readonly {
      readonly steps: readonly { readonly stepId: string }[];
    }[];
  };
  return document.workflows.flatMap(({ steps }) =>
    steps.map(({ stepId }) => stepId),
  );
}

/** Runs workflows, and returns what was printed, with the steps that were run. */
async function respect(paths: readonly string[], server: string) {
  const args = [
    'respect',
    ...paths,
    '--server',
    `service=${server}`,
    '--verbose',
  ];
  // Nobody else sees inputs in the environment.
  const env = {
    ...process.env,
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
  };
  const options = { env, timeout: 280_000, maxBuffer: 64 * 1024 * 1024 };
  const { passed, output } = await new Promise<{
    passed: boolean;
    output: string;
  }>((resolve) => {
    execFile('redocly', args, options, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
  return {
    passed,
    output,
    steps: Array.from(output.matchAll(/ - step (\w+)/g), ([, step]) => step),
  };
}
