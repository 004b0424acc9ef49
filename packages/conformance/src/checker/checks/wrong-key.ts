import type { OperationId } from '@agent-conversation/validators';
import { type Check, checkOf, Skipped } from '../check.ts';
import { madeUp } from '../random.ts';
import { plainCall } from './plain-call.ts';

/** Calls with a key that nobody has given out. */
export function wrongKeyCheck(operation: OperationId): Check {
  return checkOf(operation, 'wrong-key', {
    title: 'A call with a key that is not known is refused with 401',
    async run(examination) {
      const { settings, takesAnyKey } = examination.session;
      if (takesAnyKey) throw new Skipped('the server takes every key, also one that was made up');
      const key = madeUp(settings.seed, 'wrong key');
      const seen = await examination.call({ ...plainCall(operation, settings.seed), key });
      examination.demand(seen, [401], 'as nobody has given out the key');
    },
  });
}
