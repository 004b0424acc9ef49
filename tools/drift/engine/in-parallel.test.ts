import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('each item is worked on once, by a worker that is free', async () => {
  const busy = new Set<string>();
  const done: number[] = [];
  await inParallel(['a', 'b'], [1, 2, 3, 4, 5], async (worker, item) => {
    expect(busy).not.toContain(worker);
    busy.add(worker);
    await Promise.resolve();
    busy.delete(worker);
    done.push(item);
  });
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('after an error nothing is begun, and what was begun comes to its end', async () => {
  const ended: number[] = [];
  const run = inParallel(['a', 'b'], [1, 2, 3], async (_, item) => {
    if (item === 1) throw new Error('One is bad');
    await setImmediate();
    ended.push(item);
  });
  await expect(run).rejects.toThrow('One is bad');
  expect(ended).toEqual([2]);
});
