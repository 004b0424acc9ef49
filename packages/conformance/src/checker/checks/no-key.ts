import type { OperationId } from '@agent-conversation/validators';
import { securityRule } from '../../oracle/rule.ts';
import { json, operationOf } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import { plainCall } from './plain-call.ts';

/** Calls without a key, also where something else is wrong with them. */
export function noKeyCheck(operation: OperationId): Check {
  return checkOf(operation, 'no-key', {
    title: 'A call without a key is rejected with 401',
    async run(context) {
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
  });
}
