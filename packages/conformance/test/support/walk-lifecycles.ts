import { createMock } from '@agent-conversation/mock';
import { contract, type Lifecycle } from '../../src/contract.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';
import { Recorder } from './recorder.ts';

/** Something that has a lifecycle: how one is made, looked at and worked on, by requests alone. */
interface Subject {
  readonly schema: string;
  readonly initial: string;
  /** @returns the id of the thing */
  readonly make: (recorder: Recorder) => Promise<string>;
  readonly look: (recorder: Recorder, id: string) => Promise<unknown>;
  /** Whether looking can change the state. */
  readonly isChangedByLook?: true;
  readonly operations: Readonly<
    Record<string, (recorder: Recorder, id: string) => Promise<unknown>>
  >;
}

type Transition = Lifecycle['transitions'][number];

const legacyId = '5d41402abc4b2a76b9719d911017c592';

const start = async (recorder: Recorder, body: object) =>
  recorder.ask('POST', '/api/v1/app-conversations', { body });
const join = async (recorder: Recorder) =>
  recorder.ask('POST', '/api/conversations', { body: { conversation_id: legacyId } });
const search = async (recorder: Recorder) => recorder.ask('GET', '/api/v1/sandboxes/search');
const list = async (recorder: Recorder) => recorder.ask('GET', '/api/v1/app-conversations');
const change = (to: string) => async (recorder: Recorder, id: string) =>
  recorder.ask('POST', `/api/v1/sandboxes/${id}/${to}`);
async function startedConversation(recorder: Recorder) {
  await start(recorder, {});
  recorder.mock.advance(10_000);
  const [conversation] = (await list(recorder)) as readonly { id: string; sandbox_id: string }[];
  return conversation!;
}
const idOf = (thing: unknown) => (thing as { readonly id: string }).id;

const subjects: readonly Subject[] = [
  {
    schema: 'SandboxStatus',
    initial: 'STARTING',
    make: async (recorder) => idOf(await recorder.ask('POST', '/api/v1/sandboxes')),
    look: search,
    operations: { pauseSandbox: change('pause'), resumeSandbox: change('resume') },
  },
  {
    // As its conversation shows it.
    schema: 'SandboxStatus',
    initial: 'RUNNING',
    make: async (recorder) => (await startedConversation(recorder)).sandbox_id,
    look: list,
    operations: { pauseSandbox: change('pause'), resumeSandbox: change('resume') },
  },
  {
    schema: 'ConversationStatus',
    initial: 'STARTING',
    make: async (recorder) => {
      await join(recorder);
      return legacyId;
    },
    // Nothing else shows one.
    look: join,
    isChangedByLook: true,
    operations: { createConversation: join },
  },
  {
    schema: 'ExecutionStatus',
    initial: 'idle',
    make: async (recorder) => (await startedConversation(recorder)).id,
    look: list,
    operations: {},
  },
];

/** Walks over every entry of every lifecycle table, each with a mock of its own, and sees what time does. */
export async function walkLifecycles(): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const walk = async (subject: Subject, steps: readonly Step[]) => {
    const recorder = new Recorder(createMock({ seed: 'coverage', clock: 'manual' }));
    const id = await subject.make(recorder);
    for (const step of steps) {
      await step(recorder, id);
      if (!subject.isChangedByLook || step === pass) await subject.look(recorder, id);
    }
    await subject.look(recorder, id);
    exchanges.push(...recorder.exchanges);
  };
  for (const subject of subjects) {
    const { transitions, unchanged, rejected } = tableOf(subject.schema);
    const calls = [...unchanged, ...rejected];
    for (const transition of transitions) {
      await walk(subject, [...wayTo(subject, transition.from), stepOf(subject, transition)]);
    }
    for (const { in: state, operation } of calls) {
      await walk(subject, [...wayTo(subject, state), subject.operations[operation]!]);
    }
    await walk(
      subject,
      Array.from({ length: 40 }, () => pass),
    );
  }
  const quick = new Recorder(createMock({ seed: 'coverage', startupTimeInMs: 0 }));
  await quick.ask('POST', '/api/v1/sandboxes');
  return [...exchanges, ...quick.exchanges];
}

type Step = (recorder: Recorder, id: string) => unknown;

/** A tenth of what a sandbox takes to start. */
const pass: Step = ({ mock }) => mock.advance(200);

function stepOf({ operations }: Subject, { operation, to }: Transition): Step {
  return operation === undefined
    ? ({ mock }, id) => mock.happen(id, to)
    : async (recorder, id) => operations[operation]!(recorder, id);
}

/** The shortest way along the table from the beginning to a state. */
function wayTo(subject: Subject, state: string): readonly Step[] {
  const ways = new Map<string, readonly Step[]>([[subject.initial, []]]);
  for (const [from, way] of ways) {
    for (const edge of tableOf(subject.schema).transitions) {
      if (edge.from === from && !ways.has(edge.to)) {
        ways.set(edge.to, [...way, stepOf(subject, edge)]);
      }
    }
  }
  return ways.get(state)!;
}

function tableOf(schema: string): Lifecycle {
  return contract.components.schemas[schema]!['x-lifecycle']!;
}
