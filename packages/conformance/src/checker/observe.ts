import { lifecycleRule, type Rule } from '../oracle/rule.ts';
import { type Call, sandboxIn } from './call.ts';
import { jsonOf } from './json-of.ts';
import type { ImpossibleState, LifecycleName, StateWatch } from './lifecycle.ts';
import { listOf, membersOf, textOf } from './members.ts';
import type { Session } from './session.ts';

/** A state that a thing cannot have come to, by a lifecycle of the contract. */
export interface WrongState extends ImpossibleState {
  readonly rule: Rule;
}

/** Notes that a check makes a call which may change the state of something. */
export function expectChange({ watches }: Session, call: Call, check: string): void {
  const { operation, body, key } = call;
  if (key !== undefined) return;
  const sandbox = sandboxIn(call);
  if (sandbox !== undefined) watches.sandboxes.called(sandbox, operation, check);
  if (body === undefined) return;
  const sent = membersOf(jsonOf(new TextDecoder().decode(body)));
  const id = textOf(sent['conversation_id']);
  if (operation === 'createConversation' && id !== undefined) {
    watches.conversations.called(id, operation, check);
  }
  // A conversation may wake the sandbox that it is started in.
  const named = textOf(sent['sandbox_id']);
  if (operation === 'startAppConversation' && named !== undefined) {
    watches.sandboxes.called(named, 'resumeSandbox', check);
  }
}

/** Holds the states that an answer with status 200 shows a check against those that were seen before. */
export function observe(
  { watches }: Session,
  call: Call,
  body: unknown,
  check: string,
): WrongState[] {
  if (call.key !== undefined) return [];
  const found: WrongState[] = [];
  const see = (watch: StateWatch, name: LifecycleName, id: unknown, state: unknown) => {
    if (typeof id !== 'string' || typeof state !== 'string') return;
    const impossible = watch.see(id, state, check);
    if (impossible) found.push({ ...impossible, rule: lifecycleRule(name) });
  };
  const answer = membersOf(body);
  switch (call.operation) {
    case 'startSandbox':
      if (typeof answer['id'] === 'string') watches.sandboxes.begin(answer['id']);
      see(watches.sandboxes, 'SandboxStatus', answer['id'], answer['status']);
      break;
    case 'searchSandboxes':
      for (const { id, status } of listOf(answer['items'])) {
        see(watches.sandboxes, 'SandboxStatus', id, status);
      }
      break;
    case 'listAppConversations':
      for (const it of listOf(body)) {
        see(watches.sandboxes, 'SandboxStatus', it['sandbox_id'], it['sandbox_status']);
        see(watches.agents, 'ExecutionStatus', it['id'], it['execution_status']);
      }
      break;
    case 'createConversation': {
      const { conversation_id: id, conversation_status: state } = answer;
      see(watches.conversations, 'ConversationStatus', id, state);
      break;
    }
    default:
  }
  return found;
}
