import type { OperationId } from '@agent-conversation/validators';
import { type Call, json } from '../call.ts';
import type { Check } from '../check.ts';
import { madeUp } from '../random.ts';
import { checkOf } from './check-of.ts';
import { plainCall } from './plain-call.ts';

/** Calls that name a thing which nobody has, by the operation. */
const calls: Readonly<Partial<Record<OperationId, (id: string) => Partial<Call>>>> = {
  pauseSandbox: () => ({}),
  resumeSandbox: () => ({}),
  startSandbox: (id) => ({ query: [`sandbox_spec_id=${id}`] }),
  startAppConversation: (id) => json({ sandbox_id: id }),
};

/** A call that names a thing which nobody has; none for an operation that names nothing. */
export function unknownIdChecks(operation: OperationId): Check[] {
  const naming = calls[operation];
  if (!naming) return [];
  const check = checkOf(operation, 'unknown-id', {
    title: 'What nobody has is not found',
    async run(examination) {
      const { seed } = examination.session.settings;
      const id = madeUp(seed, operation);
      const seen = await examination.call({ ...plainCall(operation, seed), ...naming(id) });
      examination.demand(seen, [404], 'as nobody has what it names');
    },
  });
  return [check];
}
