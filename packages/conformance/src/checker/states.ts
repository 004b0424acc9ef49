/** Violations that only show over several exchanges, or that no schema can express. */
import { type JsonObject, objectOf } from '@agent-conversation/contract';
import { contract, type Lifecycle, operationOf, type Schema } from '../contract.ts';
import { type Violation, jsonOf } from '../oracle/exchange.ts';
import { branchesOf, httpRule, lifecycleRule, propertyRule, type Rule } from '../oracle/rules.ts';
import { bodySchema, textsIn } from '../oracle/secrets.ts';
import { type LifecycleName, objectsIn, shownStates } from '../oracle/shown-states.ts';
import { conversationId } from '../requests/valid-requests.ts';
import { type Call, sandboxIn, sentBy } from './calls.ts';
import type { RecordedExchange } from './run.ts';
import type { Session } from './session.ts';
import { textOf } from './values.ts';

/** How a state changes, by the contract. */
export function lifecycleOf(name: LifecycleName): Lifecycle {
  return contract.components.schemas[name]!['x-lifecycle']!;
}

/** The states that may be seen some time after a state, and after calls of some operations. */
export function reachable(
  name: LifecycleName,
  from: string,
  isCalled: (operation: string) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const { from: begin, to, operation } of lifecycleOf(name).transitions) {
      if (begin === state && (operation === undefined || isCalled(operation))) reached.add(to);
    }
  }
  return reached;
}

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

/** Compares the states of resources that are seen one after the other with their lifecycles. */
export class StateWatch {
  readonly #watched = new Map<string, Watched>();

  /** Begins to watch a resource, which nobody but this run changes if it is its own. */
  begin(name: LifecycleName, id: string, isOwn: boolean): Watched {
    const watched = { isOwn, calls: new Map(), checks: new Set<string>() };
    this.#watched.set(`${name} ${id}`, watched);
    return watched;
  }

  /** A check calls an operation on a resource. */
  called(name: LifecycleName, id: string | undefined, operation: string, check: string): void {
    const watched = this.#watched.get(`${name} ${id}`);
    watched?.calls.set(operation, check);
    watched?.checks.add(check);
  }

  /** @returns what is wrong with the state that a check sees, and the checks that have brought it about, in order */
  see(name: LifecycleName, id: string, state: string, check: string) {
    const watched = this.#watched.get(`${name} ${id}`) ?? this.begin(name, id, false);
    const { state: before, seenBy, isOwn, calls, checks } = watched;
    const isCalled = (operation: string) => !isOwn || calls.has(operation);
    const isPossible = before === undefined || reachable(name, before, isCalled).has(state);
    const how = calls.size === 0 ? 'by itself' : `by ${[...calls.keys()].join(', ')}`;
    const isByOthers = [seenBy, ...calls.values()].some((it) => it !== check);
    for (const call of calls.keys()) if (leadsTo(name, call, state)) calls.delete(call);
    Object.assign(watched, { state, seenBy: check });
    checks.delete(check);
    checks.add(check);
    if (isPossible) return undefined;
    const message = `${before} cannot become ${state}${isOwn ? ` ${how}` : ''} (${name})`;
    return { message, checks: isByOthers ? [...checks] : [] };
  }
}

/** Whether an operation leads to a state at once, or leaves it as it is. */
function leadsTo(name: LifecycleName, operation: string, state: string): boolean {
  const { transitions, unchanged } = lifecycleOf(name);
  return (
    transitions.some((it) => it.operation === operation && it.to === state) ||
    unchanged.some((it) => it.operation === operation && it.in === state)
  );
}

/** Notes that a check makes a call which may change the state of something. */
export function expectChange({ states }: Session, call: Call, check: string): void {
  const { operation, key } = call;
  if (key !== undefined) return;
  states.called('SandboxStatus', sandboxIn(call), operation, check);
  const sent = sentBy(call);
  if (operation === 'createConversation') {
    const id = conversationId(textOf(sent['conversation_id']) ?? '');
    states.called('ConversationStatus', id, operation, check);
  }
  // A conversation may wake the sandbox that it is started in.
  if (operation === 'startAppConversation') {
    states.called('SandboxStatus', textOf(sent['sandbox_id']), 'resumeSandbox', check);
  }
}

/** A part of a response and, behind it, a JSON Pointer (RFC 6901), such as `body/items/0`. */
export type Location = `${Violation['part']}${string}`;

interface Observation {
  readonly rule: Rule;
  readonly location: Location;
  readonly keyword: string;
  readonly message: string;
  /** The checks that are needed to see it again, in their order. */
  readonly checks?: readonly string[];
}

/** Compares a response with the states that were seen before, and with what the descriptions state. */
export function* observe(
  session: Session,
  call: Call,
  { response: { status, headers, body: text } }: RecordedExchange,
  check: string,
): Generator<Observation> {
  // Caches must not be in between: states change from one moment to the next (RFC 9111, section 5.1).
  if (Number(headers.get('age')) > 0) {
    const message = 'must not be there, because responses must not be cached for others';
    yield { location: 'header/age', keyword: 'stale', message, rule: httpRule };
  }
  if (status !== 200) return;
  const body = jsonOf(text);
  for (const [pointer, value] of objectsIn(body)) {
    if (call.key === undefined) yield* stateChanges(session, call, value, check);
    yield* stateDependent(call, value, `body${pointer}`);
  }
  const { sandbox_id: sent } = sentBy(call);
  const { sandbox_id: returned } = objectOf(body);
  const isNamed = call.operation === 'startAppConversation' && textOf(sent) && textOf(returned);
  if (isNamed && returned !== sent) {
    const message = 'must be null or the sandbox_id of the request';
    const rule = propertyRule('AppConversationStartTask', 'sandbox_id');
    yield { location: 'body/sandbox_id', keyword: 'shown', message, rule };
  }
  yield* futureTimes(call, body);
}

function* stateChanges(
  { states, conversations }: Session,
  { operation }: Call,
  value: JsonObject,
  check: string,
): Generator<Observation> {
  for (const [name, idName, stateName] of shownStates[operation] ?? []) {
    const text = textOf(value[idName]);
    if (text === undefined) continue;
    const id = name === 'SandboxStatus' ? text : conversationId(text);
    if (operation === 'startSandbox') states.begin(name, id, true);
    if (name === 'ExecutionStatus' && !conversations.has(id)) conversations.set(id, check);
    const state = textOf(value[stateName]);
    const impossible = state && states.see(name, id, state, check);
    if (!impossible) continue;
    yield { location: 'body', keyword: 'lifecycle', rule: lifecycleRule(name), ...impossible };
  }
}

/** JsonObject that must be null in some states of the sandbox. */
const nullable: Readonly<Record<string, (status: string) => boolean>> = {
  session_api_key: (status) => status === 'STARTING' || status === 'PAUSED',
  execution_status: (status) => status !== 'RUNNING',
};

function* stateDependent(
  { operation }: Call,
  value: JsonObject,
  location: Location,
): Generator<Observation> {
  const [lifecycle, , name] = shownStates[operation]?.[0] ?? [];
  const status = name && textOf(value[name]);
  if (lifecycle !== 'SandboxStatus' || status === undefined) return;
  const schema = operation === 'listAppConversations' ? 'AppConversation' : 'Sandbox';
  const { properties = {} } = contract.components.schemas[schema]!;
  for (const [property, mustBeNull] of Object.entries(nullable)) {
    const isShown = Object.hasOwn(properties, property) && (value[property] ?? null) !== null;
    if (!isShown || !mustBeNull(status)) continue;
    const rule = propertyRule(schema, property);
    const message = `must be null while ${name} is ${status}`;
    yield { location: `${location}/${property}`, keyword: 'state', message, rule };
  }
}

/** How far the clocks of two machines may differ, in milliseconds. */
const tolerance = 24 * 60 * 60 * 1000;

function* futureTimes({ operation }: Call, body: unknown): Generator<Observation> {
  const declared = bodySchema(operationOf(operation), 'responses', '200');
  for (const { text, pointer, schema } of textsIn(body, declared)) {
    const rule =
      schema && branchesOf(schema).find(({ value }) => (value as Schema).format === 'date-time');
    if (!rule || !(Date.parse(text) > Date.now() + tolerance)) continue;
    const message = 'must not be in the future';
    yield { location: `body${pointer}`, keyword: 'future', message, rule };
  }
}
