import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockProcess } from './support/mock-process.ts';
import { session } from './support/session.ts';
import { openWire, type Wire } from './support/wire.ts';

const keys = ['ada', 'bob', 'eve'];

/** Every request of each key with its answer, as they went over the wire. */
type Transcripts = Readonly<Record<string, readonly string[]>>;

let first: Transcripts;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  first = await record(inTurn);
}, 60_000);
afterAll(async () => {
  await Promise.all(stops.map(async (stop) => stop()));
});

test('the session meets successes and refusals of every kind', () => {
  const statuses = first['ada']!.map((exchange) => /^HTTP\/1\.1 (\d+)/m.exec(exchange)![1]!);
  expect([...new Set(statuses)].toSorted()).toEqual(
    [200, 204, 400, 401, 404, 405, 406, 415, 422].map(String),
  );
  expect(first['ada']).not.toEqual(first['bob']);
});

test('another process with the same seed gives the same bytes', async () => {
  expect(await record(inTurn)).toEqual(first);
});

test.each([
  ['key after key', (turns: number) => keys.flatMap((key) => repeated(key, turns))],
  ['the other way round', (turns: number) => inTurn(turns).toReversed()],
])('the bytes are the same with the keys in another order: %s', async (_, order) => {
  expect(await record(order)).toEqual(first);
});

test('the bytes are the same with all keys at once', async () => {
  const { url, stop } = await startMockProcess('--seed', 'bytes', '--quiet');
  stops.push(stop);
  const entries = keys.map(async (key) => {
    const { turn, transcript } = begin(url, key);
    for (let left = session(key).length; left > 0; left--) await turn();
    return [key, transcript] as const;
  });
  expect(Object.fromEntries(await Promise.all(entries))).toEqual(first);
});

test('another seed gives others', async () => {
  expect(await record(inTurn, 'others')).not.toEqual(first);
});

/** Plays the sessions of all keys against a fresh process, in an order. */
async function record(
  order: (turns: number) => readonly string[],
  seed = 'bytes',
): Promise<Transcripts> {
  const { url, stop } = await startMockProcess('--seed', seed, '--quiet');
  stops.push(stop);
  const begun = new Map<string, ReturnType<typeof begin>>();
  for (const key of keys) begun.set(key, begin(url, key));
  for (const key of order(session('').length)) await begun.get(key)!.turn();
  return Object.fromEntries([...begun].map(([key, { transcript }]) => [key, transcript]));
}

/** A session that goes on by one request at each turn. */
function begin(url: string, key: string) {
  let wire: Wire | undefined;
  const left = [...session(key)];
  const answers: string[] = [];
  const transcript: string[] = [];
  return {
    transcript,
    turn: async () => {
      const request = left.shift()!(answers);
      wire ??= await openConnection(url);
      const answer = await wire.ask(request);
      answers.push(answer);
      transcript.push(`${request}\n${answer}`);
    },
  };
}

function inTurn(turns: number): string[] {
  return repeated(keys, turns).flat();
}

function repeated<T>(item: T, times: number): T[] {
  return Array.from({ length: times }, () => item);
}

/** A connection that is closed in the end. Nobody opens one before it is used, as a server ends idle ones. */
async function openConnection(url: string): Promise<Wire> {
  const wire = await openWire(url);
  stops.unshift(async () => wire.close());
  return wire;
}
