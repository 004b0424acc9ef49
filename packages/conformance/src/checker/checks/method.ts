import type { OperationId } from '@agent-conversation/validators';
import { type Check, checkOf } from '../check.ts';
import { httpRule } from '../../oracle/rule.ts';
import { plainCall } from './plain-call.ts';

/** One that changes nothing, wherever there is such a thing (RFC 4918, section 9.1). */
const unusual = 'PROPFIND';

/** A method that the path of an operation lacks. */
export function methodCheck(operation: OperationId): Check {
  return checkOf(operation, 'method', {
    title: 'A method that the path does not have is rejected, with the header Allow',
    writes: false,
    async run(examination) {
      const { path } = plainCall(operation, examination.session.settings.seed);
      const seen = await examination.call({ operation, path, method: unusual });
      // Those who have never heard of a method may say so (RFC 9110, section 15.6.2).
      examination.demand(seen, [405, 404, 501], `because the path has no ${unusual}`, httpRule);
      if (seen.status === 405 && !seen.headers.has('allow')) {
        const message =
          'must be sent, with the methods that the path has (RFC 9110, section 15.5.6)';
        const place = { part: 'header', pointer: '/allow', keyword: 'required' } as const;
        examination.report(httpRule, { ...place, message, seen });
      }
    },
  });
}
