import { readDecisions } from '@agent-conversation/cli/decisions';
import type { Evidence, Exchange } from '@agent-conversation/cli/evidence';
import type { Contract } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { twinOf } from '../twin.ts';
import { decisionsPage } from './decisions.ts';
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

**Evidence:** \`1.5.0 listPets/limit-101\`, \`addPet/no-key\`, read (1.11.0, 2026-11-22), read (hosted, 2026-11-23).

## D02 · Pets

2026-11-23 · assumed

**Documented:** Nothing.

**Chosen:** Cats.

**Alternatives:** Dogs.
`;

const parameters = [{ $ref: '#/components/parameters/limit' }];
const get = {
  operationId: 'listPets',
  'x-decision': 'D01',
  parameters,
  responses: {},
};
const contract = {
  paths: { '/pets': { get } },
  components: {
    schemas: { Pet: { properties: { id: { 'x-decision': 'D03' } } } },
    parameters: { limit: { 'x-assumed': { meaning: 'D03' } } },
  },
} as unknown as Contract;
const linkTo = (kind: string, name: string) => `${kind}:${name}`;
const decisions = readDecisions(source);
const evidence: Evidence[] = [
  exchangeOf('1.5.0', 'listPets/limit-101', {
    request: { method: 'GET', path: '/pets?limit=101' },
    response: {
      status: 500,
      headers: { 'content-type': 'text/plain' },
      text: 'Oh no',
    },
  }),
  exchangeOf('1.11.0', 'listPets/limit-101', {
    request: { method: 'GET', path: '/pets?limit=101' },
    response: { status: 422, body: { detail: [] } },
  }),
  ...['0.62.0', '1.5.0'].map((edition) =>
    exchangeOf(edition, 'addPet/no-key', {
      request: {
        method: 'POST',
        path: '/pets',
        headers: { 'X-Key': null },
        body: { id: 'a' },
      },
      response: { status: 401, body: { error: 'Who?' } },
    }),
  ),
  exchangeOf('1.11.0', 'addPet/no-key', {
    request: {
      method: 'POST',
      path: '/pets',
      headers: { 'X-Key': null },
      body: { id: 'a' },
    },
    response: { status: 200, body: { id: 'a' } },
  }),
];
const context = { contract, decisions, evidence, linkTo } as unknown as Context;

function exchangeOf(
  edition: string,
  fullName: string,
  exchange: Exchange,
): Evidence {
  const [operationId = '', name = ''] = fullName.split('/');
  return { edition, operationId, name, ...exchange };
}

const yaml = (title: string, lines: readonly string[]) =>
  `\`\`\`yaml ${title}\n${lines.join('\n')}\n\`\`\``;

test('the page has an overview by provenance, then each decision with what it applies to', () => {
  const page = twinOf(decisionsPage(context));
  const [overview = '', first, second, third = ''] = page.split(/^## (?=D)/m);
  expect(
    overview.split('\n').filter((line) => /^(###|-|See)/.test(line)),
  ).toEqual([
    'See [D02](#D02).',
    '### Documented',
    '- [D01](#D01) Method',
    '### Observed',
    '- [D03](#D03) Limits',
    '### Assumed',
    '- [D02](#D02) Pets',
    '- [D04](#D04) Order',
  ]);
  expect(first).toContain(
    '**Chosen:** GET.\n\n**Applies to:** [`listPets`](operation:listPets).',
  );
  expect(second).not.toContain('Applies to');
  expect(third.trim().split('\n\n')).toEqual([
    'D03 · Limits',
    observed,
    '**Documented:** A limit.',
    '**Chosen:** 100, as [D01](#D01), `x-decision: D02` and [D04](#D04).',
    '**Alternatives:** 50.',
    '**Recorded:**',
    '**`GET /pets?limit=101`: 500 in 1.5.0 (`listPets/limit-101`)**',
    yaml('1.5.0', [
      'request:\n  method: GET\n  path: /pets?limit=101',
      'response:\n  status: 500\n  headers:\n    content-type: text/plain\n  text: Oh no',
    ]),
    '**`POST /pets`: 401 in 0.62.0 and 1.5.0; 200 in 1.11.0 (`addPet/no-key`)**',
    yaml('0.62.0 and 1.5.0', [
      'request:\n  method: POST\n  path: /pets\n  headers:\n    X-Key: null\n  body:\n    id: a',
      'response:\n  status: 401\n  body:\n    error: Who?',
    ]),
    yaml('1.11.0', [
      'request:\n  method: POST\n  path: /pets\n  headers:\n    X-Key: null\n  body:\n    id: a',
      'response:\n  status: 200\n  body:\n    id: a',
    ]),
    '**Only read, not run:** the code of 1.11.0 (2026-11-22) and hosted deployments (2026-11-23).',
    '**Applies to:** parameter `limit`; [`Pet`](schema:Pet).',
  ]);
});

test('an exchange that several decisions name is shown at the first of them', () => {
  const text = source.replace(
    '**Alternatives:** Dogs.',
    '$&\n\n**Evidence:** `addPet/no-key`.',
  );
  const page = twinOf(
    decisionsPage({ ...context, decisions: readDecisions(text) }),
  );
  const [, , pets = '', limits = ''] = page.split(/^## (?=D)/m);
  expect(pets).toContain('(`addPet/no-key`)**\n\n```yaml');
  expect(limits).toContain(
    '(`addPet/no-key`, shown at [D02](#exchange-addPet-no-key))\n\n**Only',
  );
});

test('what is named and was not recorded is said so', () => {
  const page = twinOf(decisionsPage({ ...context, evidence: [] }));
  expect(page).toContain(
    '**Evidence:** `1.5.0 listPets/limit-101` (not recorded) and `addPet/no-key` (not recorded).',
  );
});
