/** The client, as it is published, in the runtimes that its users have. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { esbuild } from './bundlers.ts';
import { type RunningMock, startFaultyMock } from './mock.ts';
import { makeProject } from './project.ts';
import { areForThisSystem, runIn, runtimes, workerd } from './runtimes.ts';
import { expectedSummary } from './summary.ts';
import { startWorker } from './workerd.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startFaultyMock();
});
afterAll(() => mock.stop());

test('the runtimes are here', (context) => {
  if (!areForThisSystem) context.skip('The runtimes are for Linux on x64');
  expect([...runtimes.map(({ program }) => program), workerd].filter(isMissing)).toEqual([]);
});

/** A key of its own for each run, and with it a state of its own in the mock. */
const keyOf = (...words: readonly string[]) => words.join('-').replaceAll(' ', '-');

describe.each(runtimes.filter(({ program }) => !isMissing(program)))('$name', (runtime) => {
  const expected = expectedSummary({ tellsUnsent: true, tellsLocation: true });

  test('uses the client with options', async () => {
    const project = makeProject('withClient', 'consumer');
    const args = ['main.js', mock.url, keyOf(runtime.name, 'options')];
    const ended = await runIn(runtime, project, args);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual(expected);
  });

  test('uses the client by the environment', async () => {
    const project = makeProject('withClient', 'consumer');
    const ended = await runIn(runtime, project, ['main.js'], {
      AGENT_CONVERSATION_BASE_URL: mock.url,
      AGENT_CONVERSATION_API_KEY: keyOf(runtime.name, 'environment'),
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual(expected);
  });
});

// The older one has no `process`, and refuses the member `cache` of requests.
describe.runIf(!isMissing(workerd)).each(['2024-09-01', '2026-11-01'])(
  'workerd of %s',
  (compatibilityDate) => {
    test('uses the client', async () => {
      const project = makeProject('withClient', 'consumer');
      await esbuild(project, [
        'worker.js',
        '--outfile=bundle.js',
        '--conditions=workerd,worker,browser',
        '--external:cloudflare:workers',
      ]);
      const worker = await startWorker({
        project,
        file: 'bundle.js',
        compatibilityDate,
        bindings: { BASE_URL: mock.url, API_KEY: compatibilityDate },
      });
      try {
        const response = await fetch(worker.url);
        expect(await response.json()).toEqual(
          expectedSummary({ tellsUnsent: false, tellsLocation: true }),
        );
      } finally {
        await worker.stop();
      }
    });
  },
);

function isMissing(program: string): boolean {
  return !existsSync(program);
}
