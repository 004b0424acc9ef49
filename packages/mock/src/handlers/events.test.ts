import type { Lifecycle } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Sandbox } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { ask } from '../testing/ask.ts';

const { SandboxStatus } = document.components.schemas;
const table = SandboxStatus['x-lifecycle'] as Lifecycle;
const examples: Readonly<Record<string, { readonly value: unknown }>> =
  document.components.examples;

/** Events that lead from the initial state to each state. */
const ways: Readonly<Record<string, readonly string[]>> = {
  STARTING: [],
  RUNNING: ['RUNNING'],
  PAUSED: [],
  ERROR: ['ERROR'],
  MISSING: ['RUNNING', 'MISSING'],
};

async function startIn(state: string) {
  const mock = createMock({ clock: 'manual' });
  mock.state('somebody else');
  const { id } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body;
  const send = async (operation: string) => {
    const verb = operation.replace('Sandbox', '');
    const { status, body } = await ask(mock, 'POST', `/api/v1/sandboxes/${id}/${verb}`);
    return { status, body };
  };
  if (state === 'PAUSED') await send('pauseSandbox');
  for (const event of ways[state]!) mock.happen(id, event);
  const status = () => mock.state('ada').sandboxes[0]!.status;
  expect(status()).toBe(state);
  return { mock, id, send, status };
}

const success = { status: 200, body: { success: true } };
const unchanged = table.unchanged.map((it) => ({ from: it.in, to: it.in, ...it }));
const changes = [...table.transitions, ...unchanged].flatMap(({ operation, from, to }) =>
  operation === undefined ? [] : [{ operation, from, to }],
);

test.each(changes)('$operation in $from leads to $to', async ({ operation, from, to }) => {
  const { send, status } = await startIn(from);
  expect(await send(operation)).toEqual(success);
  expect(status()).toBe(to);
});

test.each(table.rejected)('$operation is rejected in $in', async (row) => {
  const { send, status } = await startIn(row.in);
  const want = { status: Number(row.status), body: examples[row.example]!.value };
  expect(await send(row.operation)).toEqual(want);
  expect(status()).toBe(row.in);
});

test.each(SandboxStatus.enum)('only the events of the table happen in %s', async (from) => {
  const possible = table.transitions.filter((it) => it.from === from && !it.operation);
  const targets = possible.map(({ to }) => to);
  for (const to of [...SandboxStatus.enum, 'NONSENSE']) {
    const { mock, id, status } = await startIn(from);
    const states = targets.join(', ') || 'no other state';
    let message = '';
    try {
      mock.happen(id, to);
    } catch (error) {
      ({ message } = error as TypeError);
    }
    const isPossible = targets.includes(to);
    expect([to, status()]).toEqual([to, isPossible ? to : from]);
    const problem = `${id} is ${from}, and can become ${states}, but not ${to}`;
    expect(message).toBe(isPossible ? '' : problem);
  }
});

test('an event needs a resource', () => {
  const message = 'There is nothing with the id sbx-unknown';
  expect(() => createMock().happen('sbx-unknown', 'ERROR')).toThrow(new TypeError(message));
});
