/** Violations that only show over several exchanges, or that no schema can express. */
import type { OperationId } from '@agent-conversation/validators';
import { operationOf, type Schema } from '../contract.ts';
import { jsonOf } from '../oracle/exchange.ts';
import { branchesOf, httpRule, lifecycleRule, propertyRule, type Rule } from '../oracle/rules.ts';
import { bodySchema, textsIn } from '../oracle/secrets.ts';
import type { Violation } from '../oracle/violations.ts';
import { conversationId } from '../requests/valid-requests.ts';
import type { RecordedExchange } from './run.ts';
import { type Call, sandboxIn, sentBy, type Session } from './session.ts';
import type { LifecycleName, StateWatch } from './state-watch.ts';
import { listOf, type Properties, propertiesOf, textOf } from './values.ts';

/** Notes that a check makes a call which may change the state of something. */
export function expectChange({ watches }: Session, call: Call, check: string): void {
  const { operation, key } = call;
  if (key !== undefined) return;
  watches.sandboxes.called(sandboxIn(call), operation, check);
  const sent = propertiesOf(sentBy(call));
  const id = textOf(sent['conversation_id']);
  if (operation === 'createConversation') {
    watches.conversations.called(id && conversationId(id), operation, check);
  }
  // A conversation may wake the sandbox that it is started in.
  if (operation === 'startAppConversation') {
    watches.sandboxes.called(textOf(sent['sandbox_id']), 'resumeSandbox', check);
  }
}

interface Observation extends Pick<Violation, 'part' | 'pointer' | 'keyword' | 'message' | 'rule'> {
  /** The checks that are needed to see it again, in their order. */
  readonly checks?: readonly string[];
}

/** Compares a response with the states that were seen before, and with what the descriptions state. */
export function observe(
  session: Session,
  call: Call,
  { answer: { status, headers, body } }: RecordedExchange,
  check: string,
): Observation[] {
  const stale = Number(headers.get('age')) > 0 ? [staleness] : [];
  if (status !== 200) return stale;
  const value = jsonOf(body);
  return [
    ...stale,
    ...(call.key === undefined ? stateChanges(session, call, value, check) : []),
    ...stateDependent(call.operation, value),
    ...otherSandbox(call, propertiesOf(value)),
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

function inBody(pointer: string, keyword: string, message: string, rule: Rule): Observation {
  return { part: 'body', pointer, keyword, message, rule };
}

function stateChanges(session: Session, call: Call, body: unknown, check: string): Observation[] {
  const { watches, conversations } = session;
  const found: Observation[] = [];
  const see = (watch: StateWatch, name: LifecycleName, id: unknown, state: unknown) => {
    if (typeof id !== 'string' || typeof state !== 'string') return;
    const impossible = watch.see(id, state, check);
    if (!impossible) return;
    const { message, checks } = impossible;
    found.push({ ...inBody('', 'lifecycle', message, lifecycleRule(name)), checks });
  };
  const returned = propertiesOf(body);
  switch (call.operation) {
    case 'startSandbox':
      if (typeof returned['id'] === 'string') watches.sandboxes.begin(returned['id']);
      see(watches.sandboxes, 'SandboxStatus', returned['id'], returned['status']);
      break;
    case 'searchSandboxes':
      for (const { id, status } of listOf(returned['items'])) {
        see(watches.sandboxes, 'SandboxStatus', id, status);
      }
      break;
    case 'listAppConversations':
      for (const it of listOf(body)) {
        const id = textOf(it['id']);
        const digits = id && conversationId(id);
        if (digits && !conversations.has(digits)) conversations.set(digits, check);
        see(watches.sandboxes, 'SandboxStatus', it['sandbox_id'], it['sandbox_status']);
        see(watches.agents, 'ExecutionStatus', id, it['execution_status']);
      }
      break;
    case 'createConversation': {
      const id = textOf(returned['conversation_id']);
      const state = returned['conversation_status'];
      see(watches.conversations, 'ConversationStatus', id && conversationId(id), state);
      break;
    }
    default:
  }
  return found;
}

/** Properties that must be null in the state that the sandbox is in. */
function stateDependent(operation: OperationId, body: unknown): Observation[] {
  const wrongIn = (schema: string, name: string, values: unknown, pointer: string) =>
    listOf(values).flatMap((value, at) => {
      const status = textOf(value[name]);
      const wrong = [
        ...(status === 'STARTING' || status === 'PAUSED' ? ['session_api_key'] : []),
        ...(status !== undefined && status !== 'RUNNING' ? ['execution_status'] : []),
      ].filter((property) => (value[property] ?? null) !== null);
      const message = `must be null while ${name} is ${status}`;
      return wrong.map((property) =>
        inBody(`${pointer}/${at}/${property}`, 'state', message, propertyRule(schema, property)),
      );
    });
  if (operation === 'listAppConversations') {
    return wrongIn('AppConversation', 'sandbox_status', body, '');
  }
  if (operation === 'searchSandboxes') {
    return wrongIn('Sandbox', 'status', propertiesOf(body)['items'], '/items');
  }
  if (operation !== 'startSandbox') return [];
  return wrongIn('Sandbox', 'status', [body], '').map(({ pointer, ...it }) => ({
    ...it,
    pointer: pointer.slice('/0'.length),
  }));
}

/** A start task names the sandbox that was sent, or none. */
function otherSandbox(call: Call, { sandbox_id: returned }: Properties): Observation[] {
  const { sandbox_id: sent } = propertiesOf(sentBy(call));
  if (call.operation !== 'startAppConversation' || typeof sent !== 'string') return [];
  if (typeof returned !== 'string' || returned === sent) return [];
  const message = 'must be null or the sandbox_id of the request';
  const rule = propertyRule('AppConversationStartTask', 'sandbox_id');
  return [inBody('/sandbox_id', 'shown', message, rule)];
}

/** How far the clocks of two machines may differ, in milliseconds. */
const tolerance = 24 * 60 * 60 * 1000;

function futureTimes(operation: OperationId, body: unknown): Observation[] {
  const declared = bodySchema(operationOf(operation), 'responses', '200');
  return textsIn(body, declared).flatMap(({ text, pointer, schema }) => {
    const time =
      schema && branchesOf(schema).find(({ value }) => (value as Schema).format === 'date-time');
    if (!time || !(Date.parse(text) > Date.now() + tolerance)) return [];
    return [inBody(pointer, 'future', 'must not be in the future', time)];
  });
}
