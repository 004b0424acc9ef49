import type { OperationId } from '@agent-conversation/validators';
import { resolve } from '../../contract.ts';
import { answerRule } from '../../oracle/rule.ts';
import { type Call, json, operationOf } from '../call.ts';
import { type Check, checkOf } from '../check.ts';
import { madeUp } from '../random.ts';
import { plainCall } from './plain-call.ts';

/** A call with an unknown id, and the status of its response. */
interface Naming {
  readonly title: string;
  readonly status: 200 | 404;
  readonly call: (id: string) => Partial<Call>;
}

const notFound = { title: 'An unknown id gets 404', status: 404 } as const;

/** Calls with an unknown id elsewhere than in the path. */
const elsewhere: Readonly<Partial<Record<OperationId, Naming>>> = {
  startSandbox: { ...notFound, call: (id) => ({ query: [`sandbox_spec_id=${id}`] }) },
  startAppConversation: {
    title: 'An unknown sandbox_id gets 200: the start fails later',
    status: 200,
    call: (id) => json({ sandbox_id: id }),
  },
};

/** A call with an unknown id in the path. The body is the first example of the contract. */
function inPath(operation: OperationId): Naming | undefined {
  const { path, responses, requestBody } = operationOf(operation);
  if (!path.includes('{') || !responses['404']) return undefined;
  const [shown] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return { ...notFound, call: () => (shown ? json(resolve(shown).value) : {}) };
}

/** A call with an unknown id; none for an operation without ids. */
export function unknownIdChecks(operation: OperationId): Check[] {
  const naming = elsewhere[operation] ?? inPath(operation);
  if (!naming) return [];
  const { title, status, call } = naming;
  const rule = answerRule(operationOf(operation), status);
  const check = checkOf(operation, 'unknown-id', {
    title,
    async run(examination) {
      const { seed } = examination.session.settings;
      const seen = await examination.call(
        { ...plainCall(operation, seed), ...call(madeUp(seed, operation)) },
        { assumed: rule.provenance === 'assumed' ? rule : undefined },
      );
      examination.demand(seen, [status], 'because the id is unknown', rule);
    },
  });
  return [check];
}
