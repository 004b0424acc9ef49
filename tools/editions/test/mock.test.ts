/** The mock as each edition, asked the questions of the scenario. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Evidence, readEvidence } from '@agent-conversation/cli/evidence';
import type { EditionName } from '@agent-conversation/mock';
import { repository } from '@agent-conversation/shared/process';
import { compareShapes } from '../evidence/compare.ts';
import { runScenario } from '../scenario/index.ts';
import { mockTarget } from './mock-target.ts';

const byEdition = Map.groupBy(
  readEvidence(join(repository, 'openapi/evidence')),
  ({ edition }) => edition,
);

/** Asks the mock the questions of the scenario, as an edition. @returns what differs from the evidence */
async function differencesOf(edition: string, evidence: readonly Evidence[]) {
  const recorded = await runScenario(mockTarget(edition as EditionName));
  return compareShapes(evidence, recorded);
}

/** Why the members or types of a response differ. */
const reasons: Readonly<Record<string, string>> = {
  'createConversation/mcp-stdio-env-number':
    'The mock does not repeat the value of an environment variable, which can be a secret.',
  'other/newer-settings-stored':
    'The contract has no such operation: the mock does not repeat the hundred settings of an agent.',
};

/** Of the exchanges, the share that may have other members or types. */
const tolerance = 0.03;

test('there is evidence of three editions', () => {
  expect([...byEdition.keys()]).toEqual(['0.62.0', '1.5.0', '1.11.0']);
});

describe.each([...byEdition])('the mock as edition %s', (edition, evidence) => {
  const result = differencesOf(edition, evidence);

  test('is asked the same, and responds with the same status to everything', async () => {
    const differences = await result;
    expect(differences.filter(({ kind }) => kind !== 'shape')).toEqual([]);
  });

  test('responds with the same members and types, apart from a few with a reason', async () => {
    const differences = await result;
    const others = differences.filter(({ kind }) => kind === 'shape');
    expect(others.filter(({ name }) => !Object.hasOwn(reasons, name))).toEqual(
      [],
    );
    expect(others.length).toBeLessThanOrEqual(tolerance * evidence.length);
  });
});

test('every reason is of a difference', async () => {
  const results = await Promise.all(
    [...byEdition].map(async ([edition, evidence]) =>
      differencesOf(edition, evidence),
    ),
  );
  const differing = new Set(results.flat().map(({ name }) => name));
  expect(Object.keys(reasons).filter((name) => !differing.has(name))).toEqual(
    [],
  );
});
