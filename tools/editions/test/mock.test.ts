/** The mock as each edition, asked the questions of the scenario. `node evidence/mock.ts` prints the same figures. */
import { describe, expect, test } from 'vitest';
import { readEvidence } from '@agent-conversation/cli/evidence';
import { compareMock, evidenceFolder } from '../evidence/mock.ts';

const byEdition = Map.groupBy(
  readEvidence(evidenceFolder),
  ({ edition }) => edition,
);

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
  const result = compareMock(edition, evidence);

  test('is asked the same, and responds with the same status to everything', async () => {
    const { differences } = await result;
    expect(differences.filter(({ kind }) => kind !== 'shape')).toEqual([]);
  });

  test('responds with the same members and types, apart from a few with a reason', async () => {
    const { differences } = await result;
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
      compareMock(edition, evidence),
    ),
  );
  const differing = new Set(
    results.flatMap(({ differences }) => differences.map((it) => it.name)),
  );
  expect(Object.keys(reasons).filter((name) => !differing.has(name))).toEqual(
    [],
  );
});
