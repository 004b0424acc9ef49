import type { OperationId } from '@agent-conversation/validators';
import { operations } from '../../contract.ts';
import { operationOf } from '../call.ts';
import type { Check } from '../check.ts';
import { answerCheck } from './answer.ts';
import { createConversationCheck } from './create-conversation.ts';
import { faultChecks } from './fault-calls.ts';
import { isolationCheck } from './isolation.ts';
import { lifecycleCheck } from './lifecycle.ts';
import { listedIdsCheck } from './listed-ids.ts';
import { methodCheck } from './method.ts';
import { noKeyCheck } from './no-key.ts';
import { pagesCheck } from './pages.ts';
import { randomChecks } from './random-calls.ts';
import { secretsCheck } from './secrets.ts';
import { startAppConversationCheck } from './start-app-conversation.ts';
import { unknownIdChecks } from './unknown-id.ts';
import { unknownPathCheck } from './unknown-path.ts';
import { startSandboxCheck } from './workplace.ts';
import { wrongKeyCheck } from './wrong-key.ts';

const ids = operations.map(({ operationId }) => operationId as OperationId);
const reads = operations
  .filter(({ method }) => method === 'get')
  .map(({ operationId }) => operationId as OperationId);
/** Those that name nothing in their path. */
const plainReads = reads.filter((id) => !operationOf(id).path.includes('{'));

/**
 * Every check that there is, in the order in which they are made: the plain ones first, as the budget may
 * end before the many random calls.
 *
 * @param write whether things may be made and changed on the server
 */
export function allChecks(write: boolean): Check[] {
  return [
    ...plainReads.map(answerCheck),
    startSandboxCheck(),
    startAppConversationCheck(),
    createConversationCheck(),
    ...ids.map(noKeyCheck),
    ...ids.map(wrongKeyCheck),
    ...ids.flatMap(unknownIdChecks),
    ...reads.map(unknownPathCheck),
    ...ids.map(methodCheck),
    secretsCheck(),
    listedIdsCheck(),
    isolationCheck(),
    lifecycleCheck('pauseSandbox'),
    lifecycleCheck('resumeSandbox'),
    pagesCheck('searchSandboxes', write),
    pagesCheck('searchSandboxSpecs', false),
    ...ids.flatMap(randomChecks),
    ...ids.flatMap(faultChecks),
  ];
}
