/** The checker of a live server, as it is published, in the Nodes that its users have. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningMock, startMock } from './mock.ts';
import { runIn, runtimes } from './runtimes.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.stop());

const nodes = runtimes.filter(
  ({ name, program }) => name.startsWith('Node') && existsSync(program),
);

describe.each(nodes)('$name', (node) => {
  const check = (...args: readonly string[]) =>
    runIn(
      node,
      inject('withAll'),
      [join('node_modules', '.bin', 'agent-conversation-conformance'), ...args],
      { AGENT_CONVERSATION_API_KEY: `checker-${node.name.replace(' ', '-')}` },
    );

  test('finds that the mock conforms', async () => {
    const ended = await check('--base-url', mock.url, '--write', '--seed', '1');
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('conforms') as string });
  });

  test('tells that nobody is there', async () => {
    const ended = await check('--base-url', 'http://127.0.0.1:1');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^[^\n]*127\.0\.0\.1:1[^\n]*\n$/);
  });
});
