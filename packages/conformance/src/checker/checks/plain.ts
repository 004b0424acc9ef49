/** Checks of plain calls: valid ones, and ones with a key, an id, a path or a method that must be rejected. */
import {
  generationOf,
  type JsonObject,
  objectOf,
} from '@agent-conversation/contract';
import { randomUUID } from 'node:crypto';
import { type Operation, operationOf, operations } from '../../contract.ts';
import {
  httpRule,
  propertyRule,
  responseRule,
  type Rule,
  ruleAt,
} from '../../oracle/rules.ts';
import { conversationId } from '../../requests/valid-requests.ts';
import {
  type Call,
  json,
  madeUp,
  plainCall,
  sentAs,
  textOf,
} from '../../requests/calls.ts';
import {
  absences,
  type CheckContext,
  type CheckDefinition,
} from '../check-context.ts';
import { CheckOver, Skipped } from '../ends.ts';
import type { Seen } from '../seen.ts';
import { poll, sandboxFor } from './sandboxes.ts';

/** A method that changes nothing, wherever there is such a thing (RFC 4918, section 9.1). */
const unusual = 'PROPFIND';

export const plainChecks: readonly CheckDefinition[] = [
  {
    kind: 'response',
    title: 'A plain call gets a declared response',
    of: ({ method, path }) => method === 'get' && !path.includes('{'),
    async run(context) {
      await context.callValid({});
    },
  },
  {
    kind: 'response',
    title: 'A sandbox is started, listed by the search, and becomes RUNNING',
    of: ({ operationId }) => operationId === 'startSandbox',
    async run(context) {
      await sandboxFor(context);
    },
  },
  {
    kind: 'response',
    title:
      'A conversation is started in a sandbox, and listed by the id that was sent',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context) {
      // It has no message, so its agent is idle.
      const sent = {
        sandbox_id: await sandboxFor(context),
        title: 'Conformance',
        conversation_id: conversationId(randomUUID()),
      };
      const why = 'because the sandbox exists and is running';
      const seen = await context.expect([200], json(sent), why);
      if (seen.status !== 200) throw new CheckOver();
      const request = objectOf(seen.properties['request']);
      const id = textOf(request['conversation_id']);
      const returned = {
        ...request,
        conversation_id: conversationId(id ?? sent.conversation_id),
      };
      const rule = propertyRule('AppConversationStartTask', 'request');
      compare(context, seen, '/request', returned, sent, rule);
      if (id === undefined) {
        throw new Skipped(
          'the server ignores conversation_id, so the start cannot be followed',
        );
      }
      await findListed(context, sent);
    },
  },
  {
    kind: 'response',
    title: 'A conversation is created, and can be joined by its id',
    of: ({ operationId }) => operationId === 'createConversation',
    async run(context) {
      const created = await context.callValid(json({}));
      if (created.status === 400) {
        const { msg_id: code } = created.properties;
        const reason = `the server cannot create a conversation (400 ${textOf(code) ?? ''})`;
        throw new Skipped(reason.replace(' )', ')'));
      }
      const id = textOf(created.properties['conversation_id']);
      if (created.status !== 200 || id === undefined) throw new CheckOver();
      // Others than those that let it be joined choose an id of their own (decision D18).
      await context.callValid(json({ conversation_id: id }));
    },
  },
  {
    kind: 'no-key',
    title: 'A call without a key is rejected with 401',
    of: () => true,
    async run(context) {
      const call = unknownCall(context);
      await expectNoAccess(
        context,
        { ...call, key: null },
        'the call has no key',
      );
      await expectNoAccess(
        context,
        { ...call, key: '' },
        'the key of the call is empty',
      );
      if (call.body === undefined) return;
      const invalid = { ...call, ...json([]), key: null };
      await expectNoAccess(
        context,
        invalid,
        'the call has no key, whatever its body is',
      );
    },
  },
  {
    kind: 'wrong-key',
    title: 'A call with an unknown key is rejected with 401',
    of: () => true,
    async run(context) {
      if (context.session.acceptsAnyKey) {
        throw new Skipped('the server accepts every key, also an unknown one');
      }
      const call = {
        ...unknownCall(context),
        key: madeUp(context.settings.seed, 'wrong key'),
      };
      await expectNoAccess(context, call, 'the key is unknown');
    },
  },
  {
    kind: 'unknown-id',
    title: 'An unknown id gets 404',
    of: ({ operationId, path, responses }) =>
      operationId === 'startSandbox' ||
      (path.includes('{') && responses['404'] !== undefined),
    async run(context) {
      const { requestBody, path } = context.operation;
      const [example] = requestBody?.examples.values() ?? [];
      await expectForId(context, 404, (id) => {
        if (!path.includes('{')) return { query: [`sandbox_spec_id=${id}`] };
        return example ? json(example) : {};
      });
    },
  },
  {
    kind: 'unknown-id',
    title: 'An unknown sandbox_id gets 200: the start fails later',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context) {
      await expectForId(context, 200, (id) => json({ sandbox_id: id }));
    },
  },
  {
    kind: 'unknown-path',
    title: 'An unknown path gets 404',
    of: ({ method }) => method === 'get',
    async run(context) {
      const { operationId, path: known } = context.operation;
      const unknown = madeUp(context.settings.seed, operationId);
      // Below a known path there may be another one, which the contract does not have.
      const path = `${generationOf(known) === 'v1' ? '/api/v1' : '/api'}/${unknown}`;
      await context.expect([404], { path }, 'because there is no such path', {
        rule: httpRule,
      });
    },
  },
  {
    kind: 'method',
    title:
      'A method that the path does not have is rejected, with the header Allow',
    of: () => true,
    writes: () => false,
    async run(context) {
      const { path } = plainCall(context.operation, context.settings.seed);
      const why = `because the path has no ${unusual}`;
      const call = { path, method: unusual };
      const seen = await context.expect(absences, call, why, {
        rule: httpRule,
      });
      if (seen.status !== 405 || seen.headers.has('allow')) return;
      const message =
        'must be sent, with the methods that the path has (RFC 9110, section 15.5.6)';
      context.report(httpRule, 'header/allow', 'required', message, seen);
    },
  },
  {
    kind: 'absent-methods',
    title:
      'PUT, PATCH and DELETE are rejected where the path does not have them',
    of: lacksChangingMethods,
    writes: () => true,
    async run(context) {
      for (const method of absentMethods(context.operation)) {
        const call = callOfAbsentMethod(context, method);
        const isProtected = call.body !== undefined || call.key === undefined;
        // No unknown key keeps this server from deleting all that is there.
        if (!isProtected && context.session.acceptsAnyKey) continue;
        // With an unknown key, a server may reject that first.
        const statuses =
          call.key === undefined ? absences : [...absences, 401, 403];
        const why = `because the path has no ${method}`;
        await context.expect(statuses, call, why, { rule: httpRule });
      }
    },
  },
];

/** Methods that change something (RFC 9110, sections 9.3.4 and 9.3.5; RFC 5789). */
const changingMethods = ['PUT', 'PATCH', 'DELETE'] as const;

/** Whether an operation is the first of its path, and the path lacks a method that changes something. */
function lacksChangingMethods(operation: Operation): boolean {
  const ofPath = operations.filter(({ path }) => path === operation.path);
  return ofPath[0] === operation && absentMethods(operation).length > 0;
}

function absentMethods({ path }: Operation): string[] {
  const ofPath = operations.filter((operation) => operation.path === path);
  const declared = ofPath.map(({ method }) => method.toUpperCase());
  return changingMethods.filter((method) => !declared.includes(method));
}

/**
 * Returns a call of a method that a path does not have. Should the server have it, nothing is changed: an id in the
 * path is unknown, otherwise the key is, and a body is not JSON.
 */
function callOfAbsentMethod(context: CheckContext, method: string): Call {
  const { operation, settings } = context;
  const { path } = plainCall(operation, settings.seed);
  const isOfResource = operation.path.includes('{');
  const key = isOfResource ? undefined : madeUp(settings.seed, 'absent method');
  const sent = method === 'DELETE' ? {} : sentAs('application/json', '{');
  return { operation, path, method, key, ...sent };
}

/** The simplest call that starts no sandbox, should the server need no key. */
function unknownCall({ operation, settings: { seed } }: CheckContext): Call {
  const call = plainCall(operation, seed);
  const unknown = madeUp(seed, operation.operationId);
  if (operation.operationId === 'startSandbox') {
    return { ...call, query: [`sandbox_spec_id=${unknown}`] };
  }
  // Such a start fails later.
  if (operation.operationId === 'startAppConversation') {
    return { ...call, ...json({ sandbox_id: unknown }) };
  }
  return call;
}

/** Makes a call with a key that is not accepted. */
async function expectNoAccess(
  context: CheckContext,
  call: Partial<Call>,
  why: string,
): Promise<void> {
  const seen = await context.call(call);
  const isReported = context.violations.some(
    ({ exchange, keyword }) =>
      exchange === seen.exchange && keyword === 'accepted',
  );
  if (seen.status === 401 || isReported) return;
  const rule = ruleAt(`${context.operation.pointer}/security`);
  const message = `is ${seen.status} in place of 401, although ${why}`;
  context.report(rule, 'security', 'key', message, seen);
}

/** Reports properties that are not what was sent. */
function compare(
  context: CheckContext,
  seen: Seen,
  pointer: string,
  returned: JsonObject,
  sent: JsonObject,
  rule: Rule,
): void {
  for (const [name, value] of Object.entries(sent)) {
    if (returned[name] === value) continue;
    const message = `must be the ${name} of the request`;
    context.report(rule, `body${pointer}/${name}`, 'shown', message, seen);
  }
}

/** Waits until a conversation is listed by its id, and compares it with the request that has started it. */
async function findListed(
  context: CheckContext,
  { conversation_id: id, sandbox_id: sandbox }: JsonObject,
): Promise<void> {
  const operation = operationOf('listAppConversations');
  const call = { operation, query: [`ids=${textOf(id)}`] };
  const look = async () => {
    const seen = await context.callValid(call);
    if (seen.status !== 200) throw new CheckOver();
    return {
      seen,
      entry: Array.isArray(seen.body) ? (seen.body[0] as unknown) : undefined,
    };
  };
  const { seen, entry = null } = await poll(
    context,
    look,
    (it) => (it.entry ?? null) !== null,
  );
  if (entry === null) {
    const time = `${context.settings.waitInMs / 1000} s`;
    const message = `must be the conversation with the id that was sent, and was null after ${time}`;
    // The start can have failed: no response shows why a conversation does not appear.
    const rule = ruleAt(
      '/components/schemas/AppConversationStartTaskStatus/x-lifecycle',
    );
    context.report(rule, 'body/0', 'shown', message);
    return;
  }
  const rule = propertyRule('AppConversation', 'sandbox_id');
  compare(context, seen, '/0', objectOf(entry), { sandbox_id: sandbox }, rule);
}

/** Makes a call with an unknown id. */
async function expectForId(
  context: CheckContext,
  status: number,
  callWith: (id: string) => Partial<Call>,
): Promise<void> {
  const { operation, settings } = context;
  const rule = responseRule(operation, status);
  const id = madeUp(settings.seed, operation.operationId);
  const call = { ...plainCall(operation, settings.seed), ...callWith(id) };
  const assumed = rule.provenance === 'assumed' ? rule : undefined;
  await context.expect([status], call, 'because the id is unknown', {
    assumed,
  });
}
