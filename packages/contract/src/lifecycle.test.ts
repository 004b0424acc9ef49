import { expect, test } from 'vitest';
import { LifecycleGraph, lifecyclesOf } from './lifecycle.ts';
import type { Contract, Lifecycle } from './model.ts';

const description = 'A reason.';

const lifecycle: Lifecycle = {
  initial: 'NEW',
  final: ['GONE'],
  transitions: [
    { from: 'NEW', to: 'UP', cause: 'time', description },
    { from: 'NEW', to: 'GONE', cause: 'time', description },
    { from: 'UP', to: 'OFF', operation: 'stop', description },
    { from: 'UP', to: 'GONE', cause: 'fault', description },
    { from: 'OFF', to: 'NEW', operation: 'start', description },
  ],
  unchanged: [{ in: 'OFF', operation: 'stop', description }],
  rejected: [
    {
      in: 'GONE',
      operation: 'stop',
      status: '404',
      example: 'Gone',
      description,
    },
  ],
};
const graph = new LifecycleGraph('Job', lifecycle);
const ids = (steps: readonly { readonly id: string }[]) =>
  steps.map(({ id }) => id);

test('steps have an id, their states and a pointer', () => {
  const pointer = '#/components/schemas/Job/x-lifecycle';
  expect(graph.steps.slice(4)).toEqual([
    {
      id: 'Job OFF -start-> NEW',
      kind: 'transition',
      lifecycle: 'Job',
      from: 'OFF',
      to: 'NEW',
      operation: 'start',
      description,
      contract: `${pointer}/transitions/4`,
    },
    {
      id: 'Job OFF stop unchanged',
      kind: 'unchanged',
      lifecycle: 'Job',
      from: 'OFF',
      to: 'OFF',
      operation: 'stop',
      description,
      contract: `${pointer}/unchanged/0`,
    },
    {
      id: 'Job GONE stop rejected',
      kind: 'rejected',
      lifecycle: 'Job',
      from: 'GONE',
      to: 'GONE',
      operation: 'stop',
      status: '404',
      example: 'Gone',
      description,
      contract: `${pointer}/rejected/0`,
    },
  ]);
  expect(ids(graph.changes)).not.toContain('Job GONE stop rejected');
});

test('finds what an operation, time and other events do in a state', () => {
  expect(graph.stepBy('stop', 'UP')?.to).toBe('OFF');
  expect(graph.stepBy('stop', 'OFF')?.kind).toBe('unchanged');
  expect(graph.stepBy('stop', 'GONE')).toMatchObject({
    kind: 'rejected',
    status: '404',
  });
  expect(graph.stepBy('stop', 'NEW')).toBeUndefined();
  expect(graph.stepByTime('NEW')?.to).toBe('UP');
  expect(graph.stepByTime('UP')).toBeUndefined();
  expect(ids(graph.eventsIn('NEW'))).toEqual([
    'Job NEW -time-> UP',
    'Job NEW -time-> GONE',
  ]);
  // Not what an operation does there.
  expect(ids(graph.eventsIn('UP'))).toEqual(['Job UP -fault-> GONE']);
  expect(graph.eventsIn('OFF')).toEqual([]);
});

test('finds the shortest ways from a state', () => {
  const ways = [...graph.waysFrom('UP')].map(([state, first]) => [
    state,
    first?.id,
  ]);
  expect(Object.fromEntries(ways)).toEqual({
    UP: undefined,
    OFF: 'Job UP -stop-> OFF',
    GONE: 'Job UP -fault-> GONE',
    NEW: 'Job UP -stop-> OFF',
  });
  const events = graph.changes.filter(
    ({ operation }) => operation === undefined,
  );
  expect([...graph.waysFrom('UP', events).keys()]).toEqual(['UP', 'GONE']);
});

test('finds the lifecycles of a contract', () => {
  const components = {
    schemas: { Job: { 'x-lifecycle': lifecycle }, Other: {} },
  };
  const found = lifecyclesOf({ components } as unknown as Contract);
  expect([...found.keys()]).toEqual(['Job']);
  expect(found.get('Job')).toMatchObject({ initial: 'NEW', final: ['GONE'] });
});
