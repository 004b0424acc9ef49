import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { documentsOf } from '../../rules/cases/tell.ts';
import { elementOf } from './element-of.ts';
import { toChange } from './to-change.ts';

const properties = '/components/schemas/Sent/properties';

test.each([
  { name: 'documented', given: {}, needsApproval: true },
  {
    name: 'assumed',
    given: { '/components/schemas/Sent/x-provenance': 'assumed' },
    needsApproval: false,
  },
])('a demand that is assumed, put into what is $name: $needsApproval', ({ given, ...want }) => {
  const edit = { [`${properties}/fresh`]: { type: 'string', 'x-provenance': 'assumed' } };
  const [released, current] = documentsOf({ given, edit }).map((document) =>
    readContract({ text: JSON.stringify(document), file: 'a.json' }),
  );
  const element = elementOf(`${properties}/fresh`, released!, current!);
  const told = { rule: 'source-send', element, program: 'sends', error: 'No.', how: [] };
  expect(toChange(told, released!, current!)).toMatchObject({
    provenance: 'assumed',
    needsApproval: want.needsApproval,
  });
});
