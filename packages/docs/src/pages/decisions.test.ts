import type { Contract } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { decisionsPage, readDecisions } from './decisions.ts';
import type { Context } from './links.ts';

const observed = '2026-11-22 · observed';
const source = `# Decisions

See D02.

| Decision | Subject | Documented | Chosen | Provenance |
| -------- | ------- | ---------- | ------ | ---------- |
| D04 | Order | Nothing | By id | 2026-11-21 · assumed |
| D01 | Method | GET | GET | 2026-11-21 · documented |

## D03 · Limits

${observed}

**Documented:** A limit.

**Chosen:** 100, as D01, \`x-decision: D02\` and [D04](#D04).

**Alternatives:** 50.

**Evidence:** \`1.5.0 listPets/limit-101\`, read (1.11.0, 2026-11-22).

## D02 · Pets

2026-11-23 · assumed

**Documented:** Nothing.

**Chosen:** Cats.

**Alternatives:** Dogs.
`;

const parameters = [{ $ref: '#/components/parameters/limit' }];
const get = { operationId: 'listPets', 'x-decision': 'D01', parameters, responses: {} };
const contract = {
  paths: { '/pets': { get } },
  components: {
    schemas: { Pet: { properties: { id: { 'x-decision': 'D03' } } } },
    parameters: { limit: { 'x-assumed': { meaning: 'D03' } } },
  },
} as unknown as Contract;
const linkTo = (kind: string, name: string) => `${kind}:${name}`;
const decisions = readDecisions(source);
const context = { contract, decisions, linkTo } as unknown as Context;

test('reads sections and rows of the table, in the order of their numbers', () => {
  const titles = decisions.entries.map(({ title }) => title);
  expect(titles).toEqual(['Method', 'Pets', 'Limits', 'Order']);
});

test('the page has an overview by provenance, then each decision with what it applies to', () => {
  const page = decisionsPage(context);
  const [overview = '', first, second, third = ''] = page.split(/^## (?=D)/m);
  expect(overview.split('\n').filter((line) => /^(###|-|See)/.test(line))).toEqual([
    'See [D02](#D02).',
    '### Documented',
    '- [D01](#D01) Method',
    '### Observed',
    '- [D03](#D03) Limits',
    '### Assumed',
    '- [D02](#D02) Pets',
    '- [D04](#D04) Order',
  ]);
  expect(first).toContain('**Chosen:** GET.\n\n**Applies to:** [`listPets`](operation:listPets).');
  expect(second).not.toContain('Applies to');
  expect(third.trim().split('\n\n')).toEqual([
    'D03 · Limits',
    observed,
    '**Documented:** A limit.',
    '**Chosen:** 100, as [D01](#D01), `x-decision: D02` and [D04](#D04).',
    '**Alternatives:** 50.',
    '**Evidence:** `1.5.0 listPets/limit-101`, read (1.11.0, 2026-11-22).',
    '**Applies to:** parameter `limit`; [`Pet`](schema:Pet).',
  ]);
});
