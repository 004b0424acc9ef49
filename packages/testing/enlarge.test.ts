import { expect, test } from 'vitest';
import { enlarge } from './enlarge.ts';

test('an enlarged contract has operations with a path, id and tag of their own', () => {
  const operation = (operationId: string) => ({ operationId, tags: ['Jobs'] });
  const contract = {
    tags: [{ name: 'Jobs' }],
    'x-tagGroups': [{ name: 'All', tags: ['Jobs'] }],
    paths: {
      '/api/v1/jobs': { get: operation('listJobs'), post: operation('addJob') },
      '/api/v1/jobs/{id}': { get: operation('getJob') },
    },
  };
  const { paths, tags, 'x-tagGroups': groups } = enlarge(contract, 7);
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map((it) => it.operationId),
  );
  const first = ['listJobs', 'addJob', 'getJob'];
  expect(ids).toEqual([...first, ...first.map((id) => `${id}2`), 'listJobs3']);
  expect(Object.keys(paths)).toContain('/api/v1/jobs-s/{id}');
  expect(tags.map(({ name }) => name)).toEqual(['Jobs', 'Jobs (2)', 'Jobs (3)']);
  expect(groups[0]!.tags).toEqual(['Jobs', 'Jobs (2)', 'Jobs (3)']);
});
