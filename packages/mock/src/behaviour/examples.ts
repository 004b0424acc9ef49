import type {
  AppConversation,
  CreateConversationResponse,
  Sandbox,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { examplesOf } from '../contract.ts';

/** The things that the contract's examples show, by their ids, from the oldest to the newest. */
export interface Examples {
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  readonly appConversations: ReadonlyMap<string, AppConversation>;
  /** The conversations of the legacy generation. */
  readonly conversations: ReadonlyMap<string, CreateConversationResponse>;
}

/** Reads what the examples of successful answers show. Where several show a thing, the first one counts. */
export function readExamples(): Examples {
  const pages = answersOf<{ readonly items: readonly Sandbox[] }>('searchSandboxes');
  const lists = answersOf<readonly (AppConversation | null)[]>('listAppConversations');
  return {
    sandboxes: collect(
      [...pages.flatMap(({ items }) => items), ...answersOf<Sandbox>('startSandbox')],
      ({ id }) => id,
    ),
    appConversations: collect(
      lists.flat().filter((it) => it !== null),
      ({ id }) => id,
    ),
    conversations: collect(
      answersOf<CreateConversationResponse>('createConversation'),
      (it) => it.conversation_id,
    ),
  };
}

function answersOf<Body>(id: OperationId): Body[] {
  return [...examplesOf(id, 200).values()] as Body[];
}

function collect<Thing extends object>(
  things: readonly Thing[],
  idOf: (thing: Thing) => string | null | undefined,
): Map<string, Thing> {
  // Lists are newest first, and of two entries with the same id a map takes the later one.
  const entries = things.toReversed().flatMap((thing) => {
    const id = idOf(thing);
    return id ? [[id, thing] as const] : [];
  });
  const time = ([, thing]: readonly [string, Thing]) =>
    'created_at' in thing ? Date.parse(String(thing.created_at)) : NaN;
  return new Map(entries.toSorted((a, b) => time(a) - time(b) || 0));
}
