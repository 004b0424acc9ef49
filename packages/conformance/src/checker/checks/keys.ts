/** Checks of the key and of what it protects. */
import { elementAt, responseRule, ruleAt, securityRule } from '../../oracle/rules.ts';
import { textsIn } from '../../oracle/secrets.ts';
import { operationOf } from '../../contract.ts';
import { Skipped, type CheckDefinition } from '../check-context.ts';
import { json, pathTo } from '../session.ts';
import { listOf, madeUp, propertiesOf } from '../values.ts';
import { plainCall } from './routes.ts';
import { sandboxFor } from './sandboxes.ts';

const settings = elementAt('components', 'schemas', 'Settings');

export const keyChecks = {
  rejected: [
    {
      kind: 'no-key',
      title: 'A call without a key is rejected with 401',
      of: () => true,
      async run(context, operation) {
        const rule = securityRule(operationOf(operation));
        const call = plainCall(operation, context.session.settings.seed);
        const absent = await context.call({ ...call, key: null });
        context.demand(absent, [401], 'because the call has no key', rule);
        const empty = await context.call({ ...call, key: '' });
        context.demand(empty, [401], 'because the key of the call is empty', rule);
        if (call.body === undefined) return;
        const wrong = await context.call({ ...call, ...json([]), key: null });
        context.demand(wrong, [401], 'because the call has no key, whatever its body is', rule);
      },
    },
    {
      kind: 'wrong-key',
      title: 'A call with an unknown key is rejected with 401',
      of: () => true,
      async run(context, operation) {
        const {
          settings: { seed },
          acceptsAnyKey,
        } = context.session;
        if (acceptsAnyKey) throw new Skipped('the server accepts every key, also an unknown one');
        const call = { ...plainCall(operation, seed), key: madeUp(seed, 'wrong key') };
        const rule = responseRule(operationOf(operation), 401);
        context.demand(await context.call(call), [401], 'because the key is unknown', rule);
      },
    },
  ],
  secrets: {
    kind: 'secrets',
    title: 'No secret is returned in clear text',
    of: ({ operationId }) => operationId === 'getSettings',
    async run(context, operation) {
      const seen = await context.call({ operation });
      if (seen.status !== 200) return;
      // The settings state that there are secrets, and not which (decision D19).
      for (const { pointer, text, isName, secret } of textsIn(seen.body, settings)) {
        if (!secret || isName || /^[*•]*$/.test(text)) continue;
        const message = 'must be null or empty, because it is a secret';
        context.report(secret, { part: 'body', pointer, keyword: 'secret', message, seen });
      }
    },
  },
  isolation: {
    kind: 'isolation',
    title: 'A key cannot see or change what another key has started',
    of: ({ operationId }) => operationId === 'startSandbox',
    async run(context) {
      const id = await sandboxFor(context);
      const key = madeUp(context.session.settings.seed, 'other key');
      const rule = ruleAt('components', 'securitySchemes', 'SessionApiKey');
      const flaw = { part: 'security', keyword: 'isolation' } as const;
      const list = await context.call({ operation: 'searchSandboxes', key });
      if (listOf(propertiesOf(list.body)['items']).some((it) => it['id'] === id)) {
        const message = 'must not list a sandbox of another key';
        context.report(rule, { ...flaw, message, seen: list });
      }
      const operation = 'resumeSandbox';
      const changed = await context.call({ operation, path: pathTo(operation, id), key });
      if (changed.status !== 200) return;
      const message = 'must not change a sandbox of another key';
      context.report(rule, { ...flaw, message, seen: changed });
    },
  },
} satisfies Readonly<Record<string, CheckDefinition | readonly CheckDefinition[]>>;
