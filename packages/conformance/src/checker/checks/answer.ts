import type { OperationId } from '@agent-conversation/validators';
import { type Check, checkOf } from '../check.ts';
import { demandUnderstood } from './understood.ts';

/** A plain call of an operation that only reads. */
export function answerCheck(operation: OperationId): Check {
  return checkOf(operation, 'answer', {
    title: 'A plain call gets a declared response',
    async run(examination) {
      const call = { operation };
      demandUnderstood(examination, call, await examination.call(call, { first: true }));
    },
  });
}
