import { expect, test } from 'vitest';
import { useKinds } from '../emit/use.ts';
import { sourceRules } from './source-rules.ts';

test('there is a rule for each thing that programs do, and one for a client that cannot be made', () => {
  expect([...sourceRules.keys()]).toEqual([
    ...useKinds.map((kind) => `source-${kind}`),
    'source-client',
  ]);
});
