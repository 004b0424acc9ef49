import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, type Step, stepKinds, type Things } from './support/caller.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261121);
console.log(`Random walks of the callers: FC_SEED=${seed}`);

// A and B differ in as little as keys can.
const keys = ['A-0', 'a-0', ...Array.from({ length: 198 }, (_, number) => `caller-${number}`)];

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...stepKinds),
  choice: fc.nat(),
  pause: fc.nat(20),
});
/** What everyone does, so that nobody has nothing to hide. */
const first = (['startSandbox', 'startConversation', 'createConversation'] as const).map(
  (kind): Step => ({ kind, choice: 0, pause: 0 }),
);
const walks = fc.sample(fc.array(step, { minLength: 10, maxLength: 25, size: 'max' }), {
  seed,
  numRuns: keys.length,
});

const mock = createMock({ startupTime: 300 });
const all: Things = { sandboxes: [], titles: [], conversations: [] };
let callers: Caller[];
let close: () => Promise<void>;

beforeAll(async () => {
  const listening = await mock.listen();
  ({ close } = listening);
  callers = keys.map((key) => new Caller(listening.url, key, all));
  await Promise.all(callers.map((caller, index) => caller.walk([...first, ...walks[index]!])));
  for (const caller of callers) await caller.resumeAll();
  mock.advance(60_000);
}, 60_000);
afterAll(async () => close?.());

test('some reached for what is not theirs, and were told that there is no such thing', () => {
  const refused = callers.filter(({ answers }) =>
    answers.includes('{"detail":"Sandbox not found"}'),
  );
  expect(refused.length).toBeGreaterThan(keys.length / 2);
});

test('in the end each key finds its own, and all of it', async () => {
  for (const caller of callers) {
    const { key, own } = caller;
    expect((await caller.searchAll()).toSorted(), key).toEqual(own.sandboxes.toSorted());
    expect((await caller.listTitles()).toSorted(), key).toEqual(own.titles.toSorted());
  }
});

test('no answer shows what another key made', () => {
  const owners = new Map<string, Set<string>>();
  for (const { key, answers } of callers) {
    for (const [id] of answers.join('\n').matchAll(ids)) {
      const plain = id.replaceAll('-', '');
      owners.set(plain, (owners.get(plain) ?? new Set()).add(key));
    }
  }
  for (const { key, own } of callers) {
    for (const id of [...own.sandboxes, ...own.conversations, ...own.titles]) {
      expect([...(owners.get(id.replaceAll('-', '')) ?? [])], id).toEqual([key]);
    }
  }
  const shared = [...owners].filter(([, seers]) => seers.size > 1);
  expect(shared).toEqual([]);
});

/** Whatever is made for one key alone: ids with and without hyphens, and the titles of the callers. */
const ids =
  /sbx-[0-9a-z]{8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|<title of [^>]+>/g;
