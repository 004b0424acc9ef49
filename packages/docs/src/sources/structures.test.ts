import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundle } from '../testing.ts';
import { structuresIn } from './structures.ts';

const json = readFileSync(bundle, 'utf8');
const before = structuresIn(json);

/** The operations and lifecycles that are other ones after a change of the contract. */
function changedBy(change: (contract: Loose) => void): string[] {
  const contract = JSON.parse(json) as Loose;
  change(contract);
  const after = structuresIn(JSON.stringify(contract));
  return [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
}

interface Loose {
  readonly [name: string]: Loose;
}

const sandboxes = ['startSandbox', 'searchSandboxes'];

test.each<[string, (contract: Loose) => void, string[]]>([
  [
    'a new member',
    ({ components }) =>
      Object.assign(components!['schemas']!['Sandbox']!['properties']!, { a: {} }),
    sandboxes,
  ],
  [
    'a member called description',
    ({ components }) =>
      Object.assign(components!['schemas']!['Sandbox']!['properties']!, { description: {} }),
    sandboxes,
  ],
  [
    'a new status',
    ({ paths }) => {
      const { responses } = paths!['/api/settings']!['get']!;
      Object.assign(responses!, { 410: responses!['404'] });
    },
    ['getSettings'],
  ],
  [
    'a new change of state',
    ({ components }) => {
      const { transitions } = components!['schemas']!['ConversationStatus']!['x-lifecycle']!;
      (transitions as unknown as object[]).push({ from: 'STOPPED', to: 'RUNNING', cause: 'time' });
    },
    ['ConversationStatus'],
  ],
  [
    'another description',
    ({ components, paths }) => {
      Object.assign(components!['schemas']!['Sandbox']!, { description: 'Other words' });
      Object.assign(paths!['/api/settings']!['get']!, { summary: 'Other words' });
    },
    [],
  ],
  [
    'another example of the same name',
    ({ components }) => Object.assign(components!['examples']!['SandboxStarting']!, { value: {} }),
    [],
  ],
])('%s is told by those that it changes', (_, change, names) => {
  expect(changedBy(change).toSorted()).toEqual(names.toSorted());
});
