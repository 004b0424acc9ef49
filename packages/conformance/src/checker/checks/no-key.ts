import type { OperationId } from '@agent-conversation/validators';
import { securityRule } from '../../oracle/rule.ts';
import { json, operationOf } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import { plainCall } from './plain-call.ts';

/** Calls without a key, also where something else is wrong with them. */
export function noKeyCheck(operation: OperationId): Check {
  return checkOf(operation, 'no-key', {
    title: 'A call without a key is rejected with 401',
    async run(examination) {
      const rule = securityRule(operationOf(operation));
      const call = plainCall(operation, examination.session.settings.seed);
      const absent = await examination.call({ ...call, key: null });
      examination.demand(absent, [401], 'because the call has no key', rule);
      const empty = await examination.call({ ...call, key: '' });
      examination.demand(empty, [401], 'because the key of the call is empty', rule);
      if (call.body === undefined) return;
      const wrong = await examination.call({ ...call, ...json([]), key: null });
      examination.demand(wrong, [401], 'because the call has no key, whatever its body is', rule);
    },
  });
}
