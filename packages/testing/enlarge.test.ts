import { expect, test } from 'vitest';
import { enlarge } from './enlarge.ts';

test('an enlarged contract has the wanted number of operations, each with a path, id and tag of its own', () => {
  const operation = (operationId: string) => ({ operationId, tags: ['Lamps'] });
  const contract = {
    tags: [{ name: 'Lamps' }],
    'x-tagGroups': [{ name: 'All', tags: ['Lamps'] }],
    paths: {
      '/api/v1/lamps': { get: operation('listLamps'), post: operation('addLamp') },
      '/api/v1/lamps/{id}': { get: operation('getLamp') },
    },
  };
  const { paths, tags, 'x-tagGroups': groups } = enlarge(contract, 7);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  expect(operations.map((it) => it.operationId)).toEqual([
    'listLamps',
    'addLamp',
    'getLamp',
    'listLamps2',
    'addLamp2',
    'getLamp2',
    'listLamps3',
  ]);
  expect(Object.keys(paths)).toContain('/api/v1/lamps-c/{id}');
  expect(tags.map(({ name }) => name)).toEqual(['Lamps', 'Lamps (2)', 'Lamps (3)']);
  expect(groups[0]!.tags).toEqual(['Lamps', 'Lamps (2)', 'Lamps (3)']);
});
