import type { OperationId } from '@agent-conversation/validators';
import { resolve } from '../../contract.ts';
import { type Call, json, operationOf } from '../call.ts';
import type { Check } from '../check.ts';
import { madeUp } from '../random.ts';
import { checkOf } from './check-of.ts';
import { plainCall } from './plain-call.ts';

/** Calls that name a thing which nobody has elsewhere than in their path, by the operation. */
const calls: Readonly<Partial<Record<OperationId, (id: string) => Partial<Call>>>> = {
  startSandbox: (id) => ({ query: [`sandbox_spec_id=${id}`] }),
  startAppConversation: (id) => json({ sandbox_id: id }),
};

/** Calls of an operation that names a thing in its path. The body is what the contract shows. */
function inPath(operation: OperationId): (() => Partial<Call>) | undefined {
  const { path, responses, requestBody } = operationOf(operation);
  if (!path.includes('{') || !responses['404']) return undefined;
  const [shown] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return () => (shown ? json(resolve(shown).value) : {});
}

/** A call that names a thing which nobody has; none for an operation that names nothing. */
export function unknownIdChecks(operation: OperationId): Check[] {
  const naming = calls[operation] ?? inPath(operation);
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
