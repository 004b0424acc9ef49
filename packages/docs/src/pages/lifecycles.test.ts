import type { Lifecycle } from '@agent-conversation/contract';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../html/render.ts';
import { lifecycleDiagram, lifecyclesPage } from './lifecycles.ts';
import type { Context } from './links.ts';

const lifecycle: Lifecycle = {
  'x-provenance': 'observed',
  'x-decision': 'D01',
  initial: 'AWAKE',
  final: ['GONE'],
  transitions: [
    { from: 'AWAKE', to: 'AWAKE', cause: 'time', description: 'It stays.' },
    { from: 'AWAKE', to: 'GONE', cause: 'fault', description: 'It | fails.' },
    {
      from: 'AWAKE',
      to: 'GONE',
      operation: 'stopPet',
      description: 'It is stopped.',
    },
  ],
  unchanged: [{ in: 'AWAKE', operation: 'wakePet', description: 'It is.' }],
  rejected: [
    {
      in: 'GONE',
      operation: 'wakePet',
      status: '404',
      example: 'gone',
      description: 'It is not.',
    },
  ],
};
const State = {
  enum: ['AWAKE', 'GONE'],
  description: '- `AWAKE`: It is.',
  'x-lifecycle': lifecycle,
};
const contract = { components: { schemas: { Other: {}, State } } };
const linkTo = (kind: string, name: string) => `${kind}:${name}`;
const page = lifecyclesPage({ contract, linkTo } as unknown as Context);

test('the diagram has one arrow for the transitions between two states', () => {
  const diagram = lifecycleDiagram('State', lifecycle, linkTo);
  expect(diagram.split('\n').slice(2, -2)).toEqual([
    '- `AWAKE` (initial)',
    '  - time → `AWAKE`',
    '  - fault, [`stopPet`](operation:stopPet) → `GONE`',
    '- `GONE` (final)',
  ]);
  const [figure] = selectAll('figure.lifecycle', {
    type: 'root',
    children: renderMarkdown(diagram),
  });
  expect(toString(figure!).replaceAll(/\s+/g, ' ')).toBe(
    'Lifecycle of State AWAKE (initial) time → AWAKE fault, stopPet → GONE GONE (final) ',
  );
  const causes = selectAll('.states > li > ul .cause', figure).map((cause) =>
    toString(cause),
  );
  expect(causes).toEqual(['time', 'fault, stopPet']);
});

test('the tables have each state, transition, request without effect and rejected request', () => {
  expect(page.match(/^## .*/gm)).toEqual(['## State']);
  expect(page.split('\n').filter((line) => /^\| (`|\[)/.test(line))).toEqual([
    '| `AWAKE` | `AWAKE` | time | It stays. |',
    String.raw`| ${'`AWAKE`'} | ${'`GONE`'} | fault | It \| fails. |`,
    '| `AWAKE` | `GONE` | [`stopPet`](operation:stopPet) | It is stopped. |',
    '| `AWAKE` | unchanged | [`wakePet`](operation:wakePet) | It is. |',
    '| `GONE` | rejected: 404, example `gone` | [`wakePet`](operation:wakePet) | It is not. |',
  ]);
  expect(page).toContain('- `AWAKE`: It is.');
  expect(page).toContain('The initial state is `AWAKE`. Final: `GONE`');
  expect(page).toContain('*Observed transitions ([D01](decision:D01)).*');
});
