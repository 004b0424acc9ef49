/** The states of resources over several exchanges. */
import { type LifecycleName, lifecycleOf } from '../oracle/lifecycles.ts';
import { type Call, sandboxIn, sentBy, textOf } from '../requests/calls.ts';
import { conversationId } from '../requests/valid-requests.ts';

interface Watched {
  state?: string;
  /** The check that has seen it last. */
  seenBy?: string;
  /** Whether the run has created it, so that nobody else changes it. */
  readonly isOwn: boolean;
  /** Calls whose effect was not seen yet, with the checks that made them. */
  readonly calls: Map<string, string>;
  /** All checks that have called or seen it, in their order. */
  readonly checks: Set<string>;
}

/** A state that cannot follow the one before. */
export interface WrongState {
  readonly message: string;
  /** The checks that have brought it about, if it were others. */
  readonly involved: readonly string[];
}

/** So many resources are watched. */
const mostWatched = 10_000;

/** Compares the states of resources that are seen one after the other with their lifecycles. */
export class StateWatch {
  readonly #watched = new Map<string, Watched>();

  /** Begins to watch a resource, which nobody but this run changes if it is its own. */
  begin(name: LifecycleName, id: string, isOwn: boolean): Watched {
    const watched = { isOwn, calls: new Map(), checks: new Set<string>() };
    if (this.#watched.size < mostWatched)
      this.#watched.set(`${name} ${id}`, watched);
    return watched;
  }

  /** Notes that a check makes a call which may change the state of something. */
  expectChange(call: Call, check: string): void {
    if (call.key !== undefined) return;
    const { sandbox_id: sandbox, conversation_id: conversation } = sentBy(call);
    const { operationId } = call.operation;
    for (const [resource, operation] of [
      [`SandboxStatus ${sandboxIn(call)}`, operationId],
      // A conversation may wake the sandbox that it is started in.
      [`SandboxStatus ${textOf(sandbox)}`, 'resumeSandbox'],
      [
        `ConversationStatus ${conversationId(textOf(conversation) ?? '')}`,
        operationId,
      ],
    ] as const) {
      const watched = this.#watched.get(resource);
      watched?.calls.set(operation, check);
      watched?.checks.add(check);
    }
  }

  /** Returns what is wrong with the state that a check sees; undefined if nothing is. */
  see(
    name: LifecycleName,
    id: string,
    state: string,
    check: string,
  ): WrongState | undefined {
    const watched =
      this.#watched.get(`${name} ${id}`) ?? this.begin(name, id, false);
    const { state: before, seenBy, isOwn, calls, checks } = watched;
    const lifecycle = lifecycleOf(name);
    const changes = lifecycle.changes.filter(
      ({ operation }) => !operation || !isOwn || calls.has(operation),
    );
    const isPossible =
      before === undefined || lifecycle.waysFrom(before, changes).has(state);
    const how =
      calls.size === 0 ? 'by itself' : `by ${[...calls.keys()].join(', ')}`;
    const isByOthers = [seenBy, ...calls.values()].some((it) => it !== check);
    // The effect of these operations shows at once.
    for (const { to, operation = '' } of lifecycle.changes) {
      if (to === state) calls.delete(operation);
    }
    Object.assign(watched, { state, seenBy: check });
    checks.delete(check);
    checks.add(check);
    if (isPossible) return undefined;
    const message = `${before} cannot become ${state}${isOwn ? ` ${how}` : ''} (${name})`;
    return { message, involved: isByOthers ? [...checks] : [] };
  }
}
