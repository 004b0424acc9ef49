import type { OperationId } from '@agent-conversation/validators';
import { operationOf } from '../call.ts';
import type { Check } from '../check.ts';
import { madeUp } from '../random.ts';
import { httpRule } from '../http-rule.ts';
import { checkOf } from './check-of.ts';

/** A path below that of an operation, which nobody has. */
export function unknownPathCheck(operation: OperationId): Check {
  return checkOf(operation, 'unknown-path', {
    title: 'A path that nobody has is not found',
    async run(examination) {
      const path = `${operationOf(operation).path}/${madeUp(examination.session.settings.seed, operation)}`;
      const seen = await examination.call({ operation, path });
      examination.demand(seen, [404], 'as there is no such path', httpRule);
    },
  });
}
