import { startFaultyServer } from '@agent-conversation/faulty-server';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterEach, expect, test } from 'vitest';
import { checkServer } from '../../src/checker/check-server.ts';
import type { CheckFinding, Run } from '../../src/checker/run.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Checks the mock, with a fault in its answers. */
async function check(fault: string | undefined, include: string): Promise<Run> {
  const mock: Listening = await createMock({ startupTime: 150, examples: true }).listen();
  const faulty = await startFaultyServer({ target: mock.url, fault });
  closing.push(
    () => mock.close(),
    () => faulty.close(),
  );
  const options = { write: true, strict: true, wait: 1000, timeout: 500, seed: 1 };
  return checkServer({ ...options, baseUrl: faulty.url, apiKey: 'key-of-ada', include: [include] });
}

function errorsOf(run: Run): CheckFinding[] {
  return run.results
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'error');
}

test.each([
  ['E1', 'getSettings.answer', 'status', '', 'status'],
  ['E2', 'listAppConversations.answer', 'status', '', 'status'],
  ['E3', 'searchSandboxes.answer', 'header', '/content-type', 'media-type'],
  ['E5', 'searchSandboxes.answer', 'body', '/items', 'required'],
  ['E8', 'searchSandboxes.answer', 'body', '/items/0/status', 'enum'],
  ['E15', 'searchSandboxes.answer', 'body', '', 'json'],
  ['F2', 'getSettings.answer', 'status', '', 'status'],
  ['F7', 'getSettings.answer', 'header', '/age', 'stale'],
  ['not-utf-8', 'searchSandboxes.pages', 'body', '/items', 'page_id'],
  ['short', 'getSettings.answer', 'body', '', 'json'],
  ['secret', 'getSettings.secrets', 'body', '/llm_api_key', 'secret'],
  ['echo-header', 'getSettings.answer', 'header', '/x-session-api-key', 'secret'],
  ['echo-body', 'pauseSandbox.unknown-id', 'body', '/detail', 'secret'],
  ['open', 'startSandbox.no-key', 'security', '/x-session-api-key', 'accepted'],
  ['E38', 'createConversation.no-key', 'status', '', 'status'],
  ['E39', 'startSandbox.method', 'header', '/allow', 'required'],
  ['E32', 'resumeSandbox.unknown-id', 'status', '', 'status'],
  ['E33', 'searchSandboxes.pages', 'body', '/items', 'page_id'],
  ['skip', 'searchSandboxes.pages', 'body', '/items', 'page_id'],
  ['cycle', 'searchSandboxes.pages', 'body', '/next_page_id', 'page_id'],
  ['E34', 'searchSandboxes.pages', 'body', '/items', 'limit'],
  ['E43', 'listAppConversations.faults', 'status', '', 'accepted'],
  ['E43', 'createConversation.faults', 'status', '', 'accepted'],
  ['E35', 'startSandbox.isolation', 'security', '', 'isolation'],
  ['cache', 'startSandbox.answer', 'body', '/status', 'lifecycle'],
  ['order', 'startSandbox.answer', 'body', '', 'lifecycle'],
  ['F11', 'pauseSandbox.lifecycle', 'body', '/success', 'lifecycle'],
  ['E29', 'pauseSandbox.lifecycle', 'body', '/items', 'lifecycle'],
  ['E30', 'resumeSandbox.lifecycle', 'body', '', 'lifecycle'],
  ['E31', 'resumeSandbox.lifecycle', 'body', '/items', 'lifecycle'],
])('%s is found by %s: %s %s %s', async (fault, id, part, pointer, keyword) => {
  const run = await check(fault, id);
  expect(run.verdict).toEqual({ kind: 'violations' });
  expect(errorsOf(run)).toContainEqual(
    expect.objectContaining({ side: 'answer', part, pointer, keyword }),
  );
  // Without the fault, the same check finds nothing.
  expect(errorsOf(await check(undefined, id))).toEqual([]);
});

test.each([
  ['F9', 'searchSandboxes.answer', 'additionalProperties'],
  ['E16', 'getSettings.answer', 'additionalProperties'],
])('%s is told by %s, and is in order: %s', async (fault, id, keyword) => {
  const run = await check(fault, id);
  expect(run.verdict).toEqual({ kind: 'conforms' });
  expect(run.results[0]!.findings).toContainEqual(
    expect.objectContaining({ keyword, severity: 'warning' }),
  );
  expect(run.results[0]!.again).toContain(`--include ${id}`);
});

test('what is only observed is a warning unless it is to bind', async () => {
  const mock = await createMock({ examples: true }).listen();
  const faulty = await startFaultyServer({ target: mock.url, fault: 'E8' });
  closing.push(
    () => mock.close(),
    () => faulty.close(),
  );
  const options = {
    baseUrl: faulty.url,
    apiKey: 'key-of-ada',
    include: ['searchSandboxes.answer'],
  };
  const lenient = await checkServer(options);
  expect(lenient.verdict).toEqual({ kind: 'conforms' });
  expect(lenient.results[0]!.findings[0]).toMatchObject({
    severity: 'warning',
    provenance: 'observed',
    keyword: 'enum',
  });
  expect((await checkServer({ ...options, strict: true })).verdict).toEqual({ kind: 'violations' });
});

test('after a fault that leaves nobody there, the rest is not tried', async () => {
  const mock = await createMock().listen();
  const faulty = await startFaultyServer({ target: mock.url });
  const run = await checkServer(
    { baseUrl: faulty.url, apiKey: 'key-of-ada', strict: true },
    { onCheck: (_, done) => void (done === 3 && faulty.close()) },
  );
  await mock.close();
  expect(run.verdict).toEqual({ kind: 'violations' });
  const given = run.results.findIndex(({ outcome }) => outcome === 'skipped');
  const [tried, rest] = [run.results.slice(0, given), run.results.slice(given)];
  expect(tried.slice(-3).map(({ outcome }) => outcome)).toEqual(Array(3).fill('failed'));
  for (const result of rest) {
    expect(result).toMatchObject({
      outcome: 'skipped',
      reason: 'the server does not answer any more',
    });
  }
  expect(rest).not.toEqual([]);
});
