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

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;

/** The operations that have a schema somewhere in what they send or answer. */
function operationsWith(schema: string): string[] {
  const { paths, components } = JSON.parse(json) as Loose & { readonly paths: Paths };
  const reaches = (value: unknown, seen: readonly string[] = []): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const { $ref } = value as { readonly $ref?: string };
    const [, , kind = '', name = ''] = $ref?.split('/') ?? [];
    if (kind === 'schemas' && name === schema) return true;
    if ($ref !== undefined && !seen.includes($ref)) {
      return reaches(components![kind]![name], [...seen, $ref]);
    }
    return Object.values(value).some((it) => reaches(it, seen));
  };
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => reaches(operation))
    .map(({ operationId }) => operationId);
}

const sandboxes = operationsWith('Sandbox');

test('sandboxes are what is started and searched, at least', () => {
  expect(sandboxes).toEqual(expect.arrayContaining(['startSandbox', 'searchSandboxes']));
});

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
