import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, retryProblems } from './retry-policies.ts';

const contract = document as unknown as Contract;

test('a wrong retry policy is reported with its keyword, operation and file', () => {
  expect(retryProblems(contract)).toEqual([]);
  const changed = structuredClone(document);
  Object.assign(changed.paths['/api/v1/sandboxes/{sandbox_id}/pause'].post, {
    'x-retry': 'never',
  });
  expect(retryProblems(changed as unknown as Contract)).toEqual([
    '`x-retry` of pauseSandbox (openapi/paths/v1/sandboxes/sandbox_id/pause.yaml) is never, ' +
      'must be safe for the tests of the client',
  ]);
});

test.each(
  contractOperations(contract).map(({ operationId, path }) => ({
    operationId,
    path,
  })),
)('the file of $path has $operationId', ({ operationId, path }) => {
  const file = join(import.meta.dirname, '../../..', fileOf(path));
  expect(readFileSync(file, 'utf8')).toContain(`operationId: ${operationId}`);
});
