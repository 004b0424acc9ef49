/** Violations that only show over several exchanges, or that no schema can express. */
import type { JsonObject, Schema } from '@agent-conversation/contract';
import { contract } from '../contract.ts';
import { branchesOf, httpRule, propertyRule, type Rule, ruleAt } from '../oracle/rules.ts';
import { bodySchema, textsIn } from '../oracle/secrets.ts';
import {
  type LifecycleName,
  lifecycleOf,
  objectsIn,
  type ShownState,
  shownStates,
} from '../oracle/lifecycles.ts';
import { conversationId } from '../requests/valid-requests.ts';
import { type Call, sandboxIn, sentBy, textOf } from '../requests/calls.ts';
import type { CheckContext, Seen } from './check-context.ts';

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

  /** Notes that a check makes a call which may change the state of something. */
  expectChange(call: Call, check: string): void {
    if (call.key !== undefined) return;
    const { sandbox_id: sandbox, conversation_id: conversation } = sentBy(call);
    const { operationId } = call.operation;
    for (const [resource, operation] of [
      [`SandboxStatus ${sandboxIn(call)}`, operationId],
      // A conversation may wake the sandbox that it is started in.
      [`SandboxStatus ${textOf(sandbox)}`, 'resumeSandbox'],
      [`ConversationStatus ${conversationId(textOf(conversation) ?? '')}`, operationId],
    ] as const) {
      const watched = this.#watched.get(resource);
      watched?.calls.set(operation, check);
      watched?.checks.add(check);
    }
  }

  /** Returns what is wrong with the state that a check sees; then the checks that have brought it about are involved. */
  see(name: LifecycleName, id: string, state: string, context: CheckContext): string | undefined {
    const { id: check } = context.check;
    const watched = this.#watched.get(`${name} ${id}`) ?? this.begin(name, id, false);
    const { state: before, seenBy, isOwn, calls, checks } = watched;
    const lifecycle = lifecycleOf(name);
    const changes = lifecycle.changes.filter(
      ({ operation }) => !operation || !isOwn || calls.has(operation),
    );
    const isPossible = before === undefined || lifecycle.waysFrom(before, changes).has(state);
    const how = calls.size === 0 ? 'by itself' : `by ${[...calls.keys()].join(', ')}`;
    const isByOthers = [seenBy, ...calls.values()].some((it) => it !== check);
    // The effect of these operations shows at once.
    for (const { to, operation = '' } of lifecycle.changes) {
      if (to === state) calls.delete(operation);
    }
    Object.assign(watched, { state, seenBy: check });
    checks.delete(check);
    checks.add(check);
    if (isPossible) return undefined;
    if (isByOthers) for (const it of checks) context.involved.add(it);
    return `${before} cannot become ${state}${isOwn ? ` ${how}` : ''} (${name})`;
  }
}

/** Reports something at a location of a response, such as `body/items/0`, that it must not show. */
type Report = (rule: Rule, location: string, keyword: string, message: string) => void;

/** Compares a response with the states that were seen before, and with what the descriptions state. */
export function observe(context: CheckContext, call: Call, seen: Seen, report: Report): void {
  const { status, headers, body, properties } = seen;
  const { operationId } = call.operation;
  // Caches must not be in between: states change from one moment to the next (RFC 9111, section 5.1).
  if (Number(headers.get('age')) > 0) {
    const message = 'must not be there, because responses must not be cached for others';
    report(httpRule, 'header/age', 'stale', message);
  }
  if (status !== 200) return;
  for (const object of objectsIn(body)) {
    for (const shown of shownStates[operationId] ?? []) {
      observeState(context, call, object, shown, report);
    }
  }
  const { sandbox_id: sent } = sentBy(call);
  const { sandbox_id: returned } = properties;
  const isNamed = operationId === 'startAppConversation' && textOf(sent) && textOf(returned);
  if (isNamed && returned !== sent) {
    const rule = propertyRule('AppConversationStartTask', 'sandbox_id');
    report(rule, 'body/sandbox_id', 'shown', 'must be null or the sandbox_id of the request');
  }
  const declared = bodySchema(call.operation, 200);
  for (const { text, pointer, schema } of textsIn(body, declared)) {
    const rule =
      schema && branchesOf(schema).find(({ value }) => (value as Schema).format === 'date-time');
    if (!rule || !(Date.parse(text) > Date.now() + tolerance)) continue;
    report(rule, `body${pointer}`, 'future', 'must not be in the future');
  }
}

/** How far the clocks of two machines may differ, in milliseconds. */
const tolerance = 24 * 60 * 60 * 1000;

/** Properties that must be null in some states of the sandbox. */
const nullable: Readonly<Record<string, (status: string) => boolean>> = {
  session_api_key: (status) => status === 'STARTING' || status === 'PAUSED',
  execution_status: (status) => status !== 'RUNNING',
};

/** Observes one state of an object in a response. */
function observeState(
  context: CheckContext,
  { operation: { operationId }, key }: Call,
  [pointer, value]: readonly [pointer: string, value: JsonObject],
  { lifecycle: name, id: idName, state: stateName }: ShownState,
  report: Report,
): void {
  const { states, conversations } = context.session;
  const isSandbox = name === 'SandboxStatus';
  const given = textOf(value[idName]);
  const state = textOf(value[stateName]);
  if (key === undefined && given !== undefined) {
    const id = isSandbox ? given : conversationId(given);
    if (operationId === 'startSandbox') states.begin(name, id, true);
    if (name === 'ExecutionStatus' && !conversations.has(id))
      conversations.set(id, context.check.id);
    const message = state && states.see(name, id, state, context);
    const rule = ruleAt(`/components/schemas/${name}/x-lifecycle`);
    if (message) report(rule, 'body', 'lifecycle', message);
  }
  if (!isSandbox || state === undefined) return;
  const schema = operationId === 'listAppConversations' ? 'AppConversation' : 'Sandbox';
  const { properties = {} } = contract.components.schemas[schema]!;
  for (const [property, mustBeNull] of Object.entries(nullable)) {
    const isShown = Object.hasOwn(properties, property) && (value[property] ?? null) !== null;
    if (!isShown || !mustBeNull(state)) continue;
    const message = `must be null while ${stateName} is ${state}`;
    report(propertyRule(schema, property), `body${pointer}/${property}`, 'state', message);
  }
}
