/**
 * The lifecycle tables of the contract, walked over HTTP: every edge, every call that changes nothing, every
 * refusal, and every edge that is not there. The states are those that the service itself shows.
 */
import { connect } from '@agent-conversation/client/operations';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type Lifecycle } from '../src/contract.ts';
import { bodyExamples } from './support/examples.ts';
import { type Hands, subjects } from './support/lifecycle-subjects.ts';
import { steer } from './support/steering.ts';

const apiKey = 'walker';
const startupTime = 100;

let mock: Listening;
let hands: Hands;
beforeAll(async () => {
  mock = await createMock({ clock: 'manual', control: true, startupTime }).listen();
  hands = {
    connection: connect({ baseUrl: mock.url, apiKey, retries: 0 }),
    steering: steer(mock.url, apiKey),
  };
});
afterAll(async () => mock.close());

const tables = Object.entries(contract.components.schemas).flatMap(
  ([name, { enum: states = [], 'x-lifecycle': lifecycle }]) =>
    lifecycle ? [{ name, lifecycle, states: states as readonly string[] }] : [],
);

test('everything that has a lifecycle is walked', () => {
  expect(Object.keys(subjects).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

const rows = tables.flatMap(({ name, lifecycle, states }) =>
  states.map((state) => ({ name, lifecycle, states, state })),
);
type Row = (typeof rows)[number];

/** Every operation of a table in every state, with what the table has for it. */
const calls = rows.flatMap((row) =>
  Object.keys(subjects[row.name]!.operations).map((operation) => ({ ...row, operation })),
);

test.each(calls)('$name: $operation in $state does what the table says', async (row) => {
  const { name, state, operation, lifecycle } = row;
  const { transitions, unchanged, refused } = lifecycle;
  const edge = transitions.find((it) => it.from === state && it.operation === operation);
  const stays = unchanged.some((it) => it.in === state && it.operation === operation);
  const refusal = refused.find((it) => it.in === state && it.operation === operation);
  expect([edge, stays || undefined, refusal].filter(Boolean)).toHaveLength(1);

  const id = await makeIn(row);
  const { status, data, error } = await subjects[name]!.operations[operation]!(
    hands.connection,
    id,
  );
  expect(status).toBe(Number(refusal?.status ?? 200));
  const title = `${operation} ${status} ${refusal?.example}`;
  const shown = bodyExamples.find((it) => it.title === title)?.value;
  expect(refusal && (data ?? error)).toEqual(shown);
  expect(await subjects[name]!.status(hands, id)).toBe(edge?.to ?? state);
});

test.each(rows)('$name: in $state happens what the table says, and nothing else', async (row) => {
  const { name, state, states } = row;
  for (const to of states) {
    const isPossible = eventsFrom(row).some((it) => it.to === to);
    const id = await makeIn(row);
    expect(await hands.steering.happen(id, to), to).toBe(isPossible ? 200 : 400);
    expect(await subjects[name]!.status(hands, id)).toBe(isPossible ? to : state);
  }
});

test.each(rows)('$name: time leads from $state as the table says', async (row) => {
  const { name, state } = row;
  const usual = eventsFrom(row).find(({ cause }) => cause === 'time')?.to ?? state;
  const id = await makeIn(row);
  let status: string | null | undefined = state;
  for (let passed = 0; passed <= 2 * startupTime && status === state; passed += 10) {
    await hands.steering.advance(10);
    status = await subjects[name]!.status(hands, id);
  }
  expect(status).toBe(usual);
});

function eventsFrom({ lifecycle, state }: Row): Lifecycle['transitions'] {
  return lifecycle.transitions.filter((it) => it.from === state && it.operation === undefined);
}

/** Brings one into a state, by the shortest way along the table, and gives its id. */
async function makeIn({ name, lifecycle, state }: Row): Promise<string> {
  const { initial, transitions } = lifecycle;
  const ways = new Map<string, Lifecycle['transitions']>([[initial, []]]);
  for (const [from, way] of ways) {
    for (const edge of transitions) {
      if (edge.from === from && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  const { make, operations, status } = subjects[name]!;
  await hands.steering.reset();
  const id = await make(hands);
  for (const { operation, to } of ways.get(state)!) {
    if (operation === undefined) await hands.steering.happen(id, to);
    else await operations[operation]!(hands.connection, id);
  }
  expect(await status(hands, id)).toBe(state);
  return id;
}
