import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { makeIn, statesOf, subjects, tables } from '../testing/lifecycle-subjects.ts';

const examples: Readonly<Record<string, { readonly value: unknown }>> =
  document.components.examples;
const walked = new Set<string>();

const rows = subjects.flatMap((subject) => {
  const { schema } = subject;
  const table = tables.get(schema)!;
  return statesOf(schema).map((state) => ({
    schema,
    subject,
    state,
    transitions: table.transitions.filter(({ from }) => from === state),
    unchanged: table.unchanged.filter((it) => it.in === state),
    refused: table.rejected.filter((it) => it.in === state),
  }));
});
const transitions = rows.flatMap((row) =>
  row.transitions.map((edge) => ({
    ...row,
    ...edge,
    edge: `${row.schema} ${JSON.stringify(edge)}`,
  })),
);

const make = async ({ subject, state }: (typeof rows)[number]) => {
  const mock = createMock({ clock: 'manual' });
  const id = await makeIn(subject, mock, state);
  const status = () => subject.status(mock, id);
  expect(status()).toBe(state);
  return { mock, id, status };
};

test('every table of the contract has somebody who walks it', () => {
  expect(subjects.map(({ schema }) => schema).toSorted()).toEqual([...tables.keys()].toSorted());
});

test.each(transitions.filter(({ operation }) => operation !== undefined))(
  '$schema: $operation leads from $state to $to',
  async (row) => {
    const { mock, id, status } = await make(row);
    expect((await row.subject.operations[row.operation!]!(mock, id)).status).toBe(200);
    expect(status()).toBe(row.to);
    walked.add(row.edge);
  },
);

test.each(transitions.filter(({ operation }) => operation === undefined))(
  '$schema: it can happen that $state becomes $to, by $cause',
  async (row) => {
    expect(['time', 'fault', 'external']).toContain(row.cause);
    const { mock, id, status } = await make(row);
    mock.happen(id, row.to);
    expect(status()).toBe(row.to);
    walked.add(row.edge);
  },
);

test.each(rows)('$schema: time leads from $state as the table says', async (row) => {
  const { mock, status } = await make(row);
  const usual = row.transitions.find(({ cause }) => cause === 'time')?.to ?? row.state;
  for (let step = 0; step < 250 && status() === row.state; step += 1) mock.advance(10);
  expect(status()).toBe(usual);
});

test.each(rows.flatMap((row) => row.unchanged.map((it) => ({ ...row, ...it }))))(
  '$schema: $operation leaves $state',
  async (row) => {
    const { mock, id, status } = await make(row);
    expect((await row.subject.operations[row.operation]!(mock, id)).status).toBe(200);
    expect(status()).toBe(row.state);
    walked.add(`${row.schema} ${row.operation} ${row.state}`);
  },
);

test.each(rows.flatMap((row) => row.refused.map((it) => ({ ...row, ...it }))))(
  '$schema: $operation is refused in $state by $example',
  async (row) => {
    const { mock, id, status } = await make(row);
    const { status: code, body } = await row.subject.operations[row.operation]!(mock, id);
    expect({ code, body }).toEqual({
      code: Number(row.status),
      body: examples[row.example]!.value,
    });
    expect(status()).toBe(row.state);
    walked.add(`${row.schema} ${row.operation} ${row.state}`);
  },
);

test.each(rows)('$schema: nothing else can happen in $state', async (row) => {
  const { mock, id, status } = await make(row);
  const possible = row.transitions
    .filter(({ operation }) => operation === undefined)
    .map(({ to }) => to);
  const others = [...statesOf(row.schema), 'NONSENSE'].filter((it) => !possible.includes(it));
  const named = possible.join(', ') || 'no other state';
  for (const other of others) {
    expect(() => mock.happen(id, other)).toThrow(
      new TypeError(`${id} is ${row.state}, and can become ${named}, but not ${other}`),
    );
  }
  expect(status()).toBe(row.state);
});

test('no edge of any table was left out', () => {
  const edges = [...tables].flatMap(([schema, table]) => [
    ...table.transitions.map((edge) => `${schema} ${JSON.stringify(edge)}`),
    ...[...table.unchanged, ...table.rejected].map((it) => `${schema} ${it.operation} ${it.in}`),
  ]);
  expect([...walked].toSorted()).toEqual(edges.toSorted());
});

test('nothing happens to what is not there', () => {
  const mock = createMock();
  expect(() => mock.happen('sbx-unknown', 'ERROR')).toThrow(
    new TypeError('There is nothing of the id sbx-unknown'),
  );
});

test('it happens to a thing of whatever key', async () => {
  const mock = createMock({ clock: 'manual' });
  mock.state('somebody else');
  const id = await makeIn(subjects[0]!, mock, 'RUNNING');
  mock.happen(id, 'ERROR');
  expect(mock.state('ada').sandboxes[0]?.status).toBe('ERROR');
});
