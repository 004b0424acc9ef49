import { contractOperations } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { create, reply, startSandbox } from '../../test/ask.ts';
import { contract, exampleNamed } from '../contract.ts';

const operations = contractOperations(contract);
const { SandboxStatus } = contract.components.schemas;
const table = SandboxStatus!['x-lifecycle']!;
const states = SandboxStatus!.enum as readonly string[];

/** Events that lead from the initial state to each state. */
const ways: Readonly<Record<string, readonly string[]>> = {
  STARTING: [],
  RUNNING: ['RUNNING'],
  PAUSED: [],
  ERROR: ['ERROR'],
  MISSING: ['RUNNING', 'MISSING'],
};

async function startIn(state: string) {
  const mock = create();
  mock.state('grace');
  const { id } = await startSandbox(mock);
  const send = async (operationId: string) => {
    const { path } = operations.find(
      (operation) => operation.operationId === operationId,
    )!;
    return reply(mock, 'POST', path.replace('{sandbox_id}', id));
  };
  if (state === 'PAUSED') await send('pauseSandbox');
  for (const event of ways[state]!) mock.happen(id, event);
  const status = () => mock.state('ada').sandboxes[0]!.status;
  expect(status()).toBe(state);
  return { mock, id, send, status };
}

const success = { status: 200, body: { success: true } };
const unchanged = table.unchanged.map((it) => ({
  from: it.in,
  to: it.in,
  ...it,
}));
const changes = [...table.transitions, ...unchanged].flatMap(
  ({ operation, from, to }) =>
    operation === undefined ? [] : [{ operation, from, to }],
);

test.each(changes)(
  '$operation in $from leads to $to',
  async ({ operation, from, to }) => {
    const { send, status } = await startIn(from);
    expect(await send(operation)).toEqual(success);
    expect(status()).toBe(to);
  },
);

test.each(table.rejected)('$operation is rejected in $in', async (row) => {
  const { send, status } = await startIn(row.in);
  const want = { status: Number(row.status), body: exampleNamed(row.example) };
  expect(await send(row.operation)).toEqual(want);
  expect(status()).toBe(row.in);
});

test.each(states)(
  'only the events of the table are possible in %s',
  async (from) => {
    const possible = table.transitions.filter(
      (it) => it.from === from && !it.operation,
    );
    const targets = possible.map(({ to }) => to);
    const listed = targets.join(', ') || 'no other state';
    for (const to of [...states, 'NONSENSE']) {
      const { mock, id, status } = await startIn(from);
      let problem = '';
      try {
        mock.happen(id, to);
      } catch (error) {
        problem = String(error);
      }
      const isPossible = targets.includes(to);
      expect([to, status()]).toEqual([to, isPossible ? to : from]);
      const why = `TypeError: ${id} is ${from}, and can become ${listed}, but not ${to}`;
      expect(problem).toBe(isPossible ? '' : why);
    }
  },
);

test('an event needs a resource', () => {
  const message = 'There is nothing with the id sbx-unknown';
  expect(() => create().happen('sbx-unknown', 'ERROR')).toThrow(
    new TypeError(message),
  );
});
