/**
 * Runs before all tests: a wrong `x-retry` of the contract is reported once, with its file, and not by each of the
 * tests that call the operation.
 */
import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

/** The operations that tests call for the sake of their retry policy. */
const needed = {
  createConversation: 'unsent',
  getSettings: 'safe',
  pauseSandbox: 'safe',
  searchSandboxes: 'safe',
  startSandbox: 'unsent',
} as const;

/** Returns what is wrong with the retry policies of a contract, each with its file. */
export function retryProblems(contract: Contract): string[] {
  const operations = contractOperations(contract);
  return Object.entries(needed).flatMap(([id, policy]) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation)
      return [
        `the operation ${id}, which the tests of the client call, is missing`,
      ];
    const retry = operation['x-retry'];
    if (retry === policy) return [];
    const place = `\`x-retry\` of ${id} (${fileOf(operation.path)})`;
    return [
      `${place} is ${retry}, must be ${policy} for the tests of the client`,
    ];
  });
}

/** Returns the file of a path: without `/api` and braces. */
export function fileOf(path: string): string {
  return `openapi/paths${path.replace(/^\/api/, '').replaceAll(/[{}]/g, '')}.yaml`;
}

export default function checkRetryPolicies(): void {
  const problems = retryProblems(document as unknown as Contract);
  if (problems.length === 0) return;
  const advice =
    'If the contract is right, change test/retry-policies.ts and these tests.';
  throw new Error([...problems, advice].join('\n'));
}
