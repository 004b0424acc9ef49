import type { OperationId } from '@agent-conversation/validators';
import { isPath } from '../../oracle/route.ts';
import { pathTo } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import { madeUp } from '../random.ts';
import { httpRule } from '../../oracle/rule.ts';

/** An unknown path below that of an operation. */
export function unknownPathCheck(operation: OperationId): Check {
  return checkOf(operation, 'unknown-path', {
    title: 'An unknown path gets 404',
    async run(context) {
      const nobodys = madeUp(context.session.settings.seed, operation);
      let path = pathTo(operation, nobodys);
      // Below a path there may be another one with an id in that place.
      do path += `/${nobodys}`;
      while (isPath(path));
      const seen = await context.call({ operation, path });
      context.demand(seen, [404], 'because there is no such path', httpRule);
    },
  });
}
