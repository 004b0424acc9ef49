import { exampleOnly } from '@agent-conversation/mock';
import { expect, test } from 'vitest';
import { assumedOperations } from '../statements/assumed.ts';

test('the mock has a behaviour for every operation of which nothing else is stated', () => {
  const stated = Object.keys(assumedOperations).filter((id) => assumedOperations[id]!.mock);
  expect(exampleOnly.toSorted()).toEqual(stated);
});
