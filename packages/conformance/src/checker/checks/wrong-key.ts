import type { OperationId } from '@agent-conversation/validators';
import { type Check, checkOf, Skipped } from '../check.ts';
import { madeUp } from '../random.ts';
import { plainCall } from './plain-call.ts';

/** Calls with a key that nobody has given out. */
export function wrongKeyCheck(operation: OperationId): Check {
  return checkOf(operation, 'wrong-key', {
    title: 'A call with an unknown key is rejected with 401',
    async run(examination) {
      const { settings, takesAnyKey } = examination.session;
      if (takesAnyKey) throw new Skipped('the server accepts every key, also an unknown one');
      const key = madeUp(settings.seed, 'wrong key');
      const seen = await examination.call({ ...plainCall(operation, settings.seed), key });
      examination.demand(seen, [401], 'because the key is unknown');
    },
  });
}
