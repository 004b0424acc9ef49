/** Violations that only show over several exchanges, or that no schema can express. */
import { type Schema, stepsOf } from '@agent-conversation/contract';
import { secretNames } from '../contract.ts';
import { objectsIn, type ShownState, statesIn } from '../oracle/lifecycles.ts';
import { branchesOf, httpRule, propertyRule, ruleAt } from '../oracle/rules.ts';
import {
  bodySchema,
  secretsByName,
  type Text,
  textsIn,
} from '../oracle/secrets.ts';
import { type Call, hindranceIn, sentBy, textOf } from '../requests/calls.ts';
import { conversationId } from '../requests/valid-requests.ts';
import type { Reported, Seen } from './seen.ts';
import type { Session } from './session.ts';

/** The check that sees a response. */
export interface Observer {
  /** Its id. */
  readonly check: string;
  /** Notes another check that has to be made before this one. */
  readonly involve: (check: string) => void;
  readonly report: (...violation: Reported) => void;
}

/** So many values of a body are looked at for secrets and times. */
const mostValues = 5000;

/** So many ids of a kind are kept. */
const mostKnown = 1000;

/** How far the clocks of two machines may differ, in milliseconds. */
const tolerance = 24 * 60 * 60 * 1000;

/** Compares a response with the states that were seen before, and with what the descriptions state. */
export function observe(
  session: Session,
  call: Call,
  seen: Seen,
  observer: Observer,
): void {
  const texts = textsIn(
    seen.body,
    bodySchema(call.operation, seen.status),
    mostValues,
  );
  observeAge(seen, observer);
  observeSecrets(call, texts, observer);
  if (seen.status !== 200) return;
  if (call.operation.operationId === 'searchSandboxSpecs') {
    for (const [, spec] of objectsIn(seen.body)) {
      const id = textOf(spec['id']);
      if (id !== undefined && session.specs.size < mostKnown)
        session.specs.add(id);
    }
  }
  for (const shown of statesIn(call.operation.operationId, seen.body))
    observeState(session, call, shown, observer);
  observeAgents(seen, observer);
  observeTask(call, seen, observer);
  observeTimes(texts, observer);
}

/** Caches must not be in between: states change from one moment to the next (RFC 9111, section 5.1). */
function observeAge({ headers }: Seen, { report }: Observer): void {
  if (!(Number(headers.get('age')) > 0)) return;
  const message =
    'must not be there, because responses must not be cached for others';
  report(httpRule, 'header/age', 'stale', message);
}

/** Properties that the contract does not list may have a secret; those of settings have a check of their own. */
function observeSecrets(
  { operation }: Call,
  texts: readonly Text[],
  { report }: Observer,
): void {
  if (operation.operationId === 'getSettings') return;
  for (const { pointer } of secretsByName(texts)) {
    // Deployments show the key of a sandbox in more places than the contract lists.
    if (stepsOf(pointer).some((step) => secretNames.has(step))) continue;
    const message =
      'must not be in clear text, if it is the secret that its name says';
    report(httpRule, `body${pointer}`, 'secret-name', message);
  }
}

/** A start task names the sandbox of the request, or none yet. */
function observeTask(
  { operation, ...call }: Call,
  { properties }: Seen,
  { report }: Observer,
): void {
  if (operation.operationId !== 'startAppConversation') return;
  const sent = textOf(sentBy({ operation, ...call })['sandbox_id']);
  const returned = textOf(properties['sandbox_id']);
  if (sent === undefined || returned === undefined || returned === sent) return;
  const rule = propertyRule('AppConversationStartTask', 'sandbox_id');
  report(
    rule,
    'body/sandbox_id',
    'shown',
    'must be null or the sandbox_id of the request',
  );
}

function observeTimes(texts: readonly Text[], { report }: Observer): void {
  const latest = Date.now() + tolerance;
  for (const { text, pointer, schema } of texts) {
    const isTime = ({ value }: { value: object }): boolean =>
      (value as Schema).format === 'date-time';
    const rule = schema && branchesOf(schema).find(isTime);
    if (!rule || !(Date.parse(text) > latest)) continue;
    report(rule, `body${pointer}`, 'future', 'must not be in the future');
  }
}

/** Compares one state of an object in a response with the one that was seen before. */
function observeState(
  session: Session,
  { operation, key }: Call,
  { lifecycle, id: shownId, state }: ShownState,
  { check, involve, report }: Observer,
): void {
  const { states, conversations } = session;
  // With another key, the same id may stand for something else.
  if (key !== undefined || hindranceIn(shownId) !== undefined) return;
  const id = lifecycle === 'SandboxStatus' ? shownId : conversationId(shownId);
  if (operation.operationId === 'startSandbox')
    states.begin(lifecycle, id, true);
  const isListed = operation.operationId === 'searchSandboxes';
  if (isListed && session.hasStarted(id)) session.shownSandboxes.add(id);
  const isNew = lifecycle === 'ExecutionStatus' && !conversations.has(id);
  if (isNew && conversations.size < mostKnown) conversations.set(id, check);
  const wrongState =
    state === undefined ? undefined : states.see(lifecycle, id, state, check);
  if (!wrongState) return;
  for (const involvedCheck of wrongState.involved) involve(involvedCheck);
  const rule = ruleAt(`/components/schemas/${lifecycle}/x-lifecycle`);
  report(rule, 'body', 'lifecycle', wrongState.message);
}

/** An agent works in a running sandbox only. Its key is shown in any state (decision D03). */
function observeAgents({ operation, body }: Seen, { report }: Observer): void {
  if (operation.operationId !== 'listAppConversations') return;
  for (const [pointer, conversation] of objectsIn(body)) {
    const state = textOf(conversation['sandbox_status']) ?? 'RUNNING';
    const agent = conversation['execution_status'] ?? null;
    if (state === 'RUNNING' || agent === null) continue;
    const message = `must be null while sandbox_status is ${state}`;
    const rule = propertyRule('AppConversation', 'execution_status');
    report(rule, `body${pointer}/execution_status`, 'state', message);
  }
}
