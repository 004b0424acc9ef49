import type { OperationId } from '@agent-conversation/validators';
import { isPath } from '../../oracle/route.ts';
import { pathTo } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import { madeUp } from '../random.ts';
import { httpRule } from '../../oracle/rule.ts';

/** A path below that of an operation, which nobody has. */
export function unknownPathCheck(operation: OperationId): Check {
  return checkOf(operation, 'unknown-path', {
    title: 'An unknown path gets 404',
    async run(examination) {
      const nobodys = madeUp(examination.session.settings.seed, operation);
      let path = pathTo(operation, nobodys);
      // Below a path there may be another one with an id in that place.
      do path += `/${nobodys}`;
      while (isPath(path));
      const seen = await examination.call({ operation, path });
      examination.demand(seen, [404], 'because there is no such path', httpRule);
    },
  });
}
