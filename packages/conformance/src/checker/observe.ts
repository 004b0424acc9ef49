import type { OperationId } from '@agent-conversation/validators';
import { resolve, type Schema } from '../contract.ts';
import { placeAt } from '../oracle/contract-place.ts';
import { httpRule, lifecycleRule, memberRule, type Rule, ruleOf } from '../oracle/rule.ts';
import { branchesOf } from '../oracle/schema-place.ts';
import { textsIn } from '../oracle/texts.ts';
import type { Violation } from '../oracle/violation.ts';
import { conversationId } from '../requests/random-requests.ts';
import { type Call, operationOf, sandboxIn } from './call.ts';
import type { LifecycleName, StateWatch } from './lifecycle.ts';
import { jsonOf, listOf, type Members, membersOf, textOf } from './members.ts';
import type { RecordedExchange } from './run.ts';
import type { Session } from './session.ts';

/** A violation that no schema can express. */
interface Observation extends Pick<Violation, 'part' | 'pointer' | 'keyword' | 'message'> {
  readonly rule: Rule;
  /** The checks that are needed to see it again, in their order. */
  readonly checks?: readonly string[];
}

/** Notes that a check makes a call which may change the state of something. */
export function expectChange({ watches }: Session, call: Call, check: string): void {
  const { operation, key } = call;
  if (key !== undefined) return;
  const sandbox = sandboxIn(call);
  if (sandbox !== undefined) watches.sandboxes.called(sandbox, operation, check);
  const sent = sentBy(call);
  const id = textOf(sent['conversation_id']);
  if (operation === 'createConversation' && id !== undefined) {
    watches.conversations.called(conversationId(id), operation, check);
  }
  // A conversation may wake the sandbox that it is started in.
  const named = textOf(sent['sandbox_id']);
  if (operation === 'startAppConversation' && named !== undefined) {
    watches.sandboxes.called(named, 'resumeSandbox', check);
  }
}

/** Compares a response with the states that were seen before, and with what the descriptions state. */
export function observe(
  session: Session,
  call: Call,
  exchange: RecordedExchange,
  check: string,
): Observation[] {
  const { status, headers, body } = exchange.answer;
  const stale = Number(headers.get('age')) > 0 ? [staleness] : [];
  if (status !== 200) return stale;
  const value = jsonOf(body);
  return [
    ...stale,
    ...(call.key === undefined ? lifecycles(session, call, value, check) : []),
    ...records(call.operation, value).flatMap(stateDependent),
    ...otherSandbox(call, membersOf(value)),
    ...futureTimes(call.operation, value),
  ];
}

/** A response from a cache, although states change from one moment to the next (RFC 9111, section 5.1). */
const staleness: Observation = {
  part: 'header',
  pointer: '/age',
  keyword: 'stale',
  message: 'must not be there, because responses must not be cached for others',
  rule: httpRule,
};

function lifecycles(session: Session, call: Call, body: unknown, check: string): Observation[] {
  const { watches, conversations } = session;
  const found: Observation[] = [];
  const see = (watch: StateWatch, name: LifecycleName, id: unknown, state: unknown) => {
    if (typeof id !== 'string' || typeof state !== 'string') return;
    const impossible = watch.see(id, state, check);
    const place = { part: 'body', pointer: '', keyword: 'lifecycle' } as const;
    if (impossible) found.push({ ...place, ...impossible, rule: lifecycleRule(name) });
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
        const id = textOf(it['id']);
        if (id !== undefined) conversations.add(conversationId(id));
        see(watches.sandboxes, 'SandboxStatus', it['sandbox_id'], it['sandbox_status']);
        see(watches.agents, 'ExecutionStatus', id, it['execution_status']);
      }
      break;
    case 'createConversation': {
      const id = textOf(answer['conversation_id']);
      const state = answer['conversation_status'];
      see(watches.conversations, 'ConversationStatus', id && conversationId(id), state);
      break;
    }
    default:
  }
  return found;
}

/** A sandbox or a conversation of a response. */
interface Shown {
  readonly schema: 'Sandbox' | 'AppConversation';
  readonly pointer: string;
  readonly value: Members;
}

function records(operation: OperationId, body: unknown): Shown[] {
  const shown = (schema: Shown['schema'], values: unknown, pointer: string) =>
    listOf(values).map((value, at) => ({ schema, pointer: `${pointer}/${at}`, value }));
  if (operation === 'searchSandboxes') return shown('Sandbox', membersOf(body)['items'], '/items');
  if (operation === 'listAppConversations') return shown('AppConversation', body, '');
  if (operation !== 'startSandbox') return [];
  return [{ schema: 'Sandbox', pointer: '', value: membersOf(body) }];
}

/** Properties that must be null in the state that the sandbox is in. */
function stateDependent({ schema, pointer, value }: Shown): Observation[] {
  const name = schema === 'Sandbox' ? 'status' : 'sandbox_status';
  const status = textOf(value[name]);
  const present = (property: string) => (value[property] ?? null) !== null;
  const wrong = [
    ...(status === 'STARTING' || status === 'PAUSED' ? ['session_api_key'] : []),
    ...(status !== undefined && status !== 'RUNNING' ? ['execution_status'] : []),
  ].filter(present);
  return wrong.map((property) => ({
    part: 'body',
    pointer: `${pointer}/${property}`,
    keyword: 'state',
    message: `must be null while ${name} is ${status}`,
    rule: memberRule(schema, property),
  }));
}

/** A start task names the sandbox that was sent, or none. */
function otherSandbox(call: Call, { sandbox_id: shown }: Members): Observation[] {
  const { sandbox_id: sent } = sentBy(call);
  if (call.operation !== 'startAppConversation' || typeof sent !== 'string') return [];
  if (typeof shown !== 'string' || shown === sent) return [];
  const message = 'must be null or the sandbox_id of the request';
  const rule = memberRule('AppConversationStartTask', 'sandbox_id');
  return [{ part: 'body', pointer: '/sandbox_id', keyword: 'shown', message, rule }];
}

/** How far the clocks of two machines may differ, in milliseconds. */
const tolerance = 24 * 60 * 60 * 1000;

function futureTimes(operation: OperationId, body: unknown): Observation[] {
  const { path, method, responses } = operationOf(operation);
  const declared = responses['200'] && resolve<object>(responses['200']);
  if (!declared || !('content' in declared)) return [];
  const steps = ['responses', '200', 'content', 'application/json', 'schema'];
  return textsIn(body, placeAt('paths', path, method, ...steps)).flatMap(
    ({ text, pointer, schema }) => {
      const time = schema && branchesOf(schema).find((it) => isTime(it.value));
      if (!time || !(Date.parse(text) > Date.now() + tolerance)) return [];
      const message = 'must not be in the future';
      return [{ part: 'body', pointer, keyword: 'future', message, rule: ruleOf(time) }];
    },
  );
}

function isTime({ format }: Schema): boolean {
  return format === 'date-time';
}

/** What a call sends; empty if it is no JSON object. */
function sentBy({ body }: Call): Members {
  return membersOf(body && jsonOf(new TextDecoder().decode(body)));
}
