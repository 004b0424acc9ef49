/** Each rule, as it is reported of a change: how much it matters, and for whom. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Json, stepsOf } from '@agent-conversation/contract';
import { compareContracts } from './compare.ts';
import { rules } from './rules.ts';

const read = (name: string) =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const contract = read('contract.yaml');
type Edits = Readonly<Record<string, Json>>;

interface Case {
  readonly before?: Edits;
  readonly edits: Edits;
  /** The effect, and who is affected. */
  readonly reports: string;
}

const limit = '/components/parameters/Limit';
const start = '/paths/~1things/post';
const listed = '/paths/~1things/get/responses/200';
const lifecycle = '/components/schemas/State/x-lifecycle';
const detail = '/components/schemas/Problem/properties/detail';
const part = '/components/schemas/Start/properties/part';
const text = { type: 'string' };
const json = { 'application/json': { schema: text } };

/** What the service sends on its own: clients receive the request. */
const event = (operation: Json): Edits => ({
  '/webhooks': {
    changed: {
      post: {
        operationId: 'changed',
        responses: { 200: { description: 'Ok.' } },
        ...(operation as object),
      },
    },
  },
});
const withParameter = (more: object) =>
  event({
    parameters: [{ name: 'since', in: 'query', schema: text, ...more }],
  });

/** A form with a file of some types. */
const form = (contentType: string): Edits => ({
  [`${start}/requestBody/content`]: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: text } },
      encoding: { file: { contentType } },
    },
  },
});

const mapping = {
  text: '#/components/schemas/Text',
  image: '#/components/schemas/Image',
};

/** Of the rules that `fixtures/cases.yaml` has none of, or in one direction only. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  'server-default': [
    {
      before: {
        '/servers': [
          { url: 'https://a.example' },
          { url: 'https://b.example' },
        ],
      },
      edits: {
        '/servers': [
          { url: 'https://b.example' },
          { url: 'https://a.example' },
        ],
      },
      reports: 'breaking sender',
    },
  ],
  'event-removed': [
    {
      before: event({}),
      edits: { '/webhooks': null },
      reports: 'breaking receiver',
    },
  ],
  decision: [
    {
      before: { '/components/responses/Missing/x-decision': 'D01' },
      edits: { '/components/responses/Missing/x-decision': 'D02' },
      reports: 'editorial',
    },
  ],
  'parameter-optional': [
    {
      before: { [`${limit}/required`]: true },
      edits: { [`${limit}/required`]: false },
      reports: 'compatible',
    },
    {
      before: withParameter({ required: true }),
      edits: withParameter({ required: false }),
      reports: 'breaking receiver',
    },
  ],
  'reserved-allowed': [
    { edits: { [`${limit}/allowReserved`]: true }, reports: 'compatible' },
    {
      before: withParameter({}),
      edits: withParameter({ allowReserved: true }),
      reports: 'breaking receiver',
    },
  ],
  'written-alike': [
    {
      edits: { [`${limit}/schema`]: { type: 'string' } },
      reports: 'compatible',
    },
  ],
  'empty-value-allowed': [
    { edits: { [`${limit}/allowEmptyValue`]: true }, reports: 'compatible' },
    {
      before: withParameter({}),
      edits: withParameter({ allowEmptyValue: true }),
      reports: 'breaking receiver',
    },
  ],
  'empty-value-disallowed': [
    {
      before: { [`${limit}/allowEmptyValue`]: true },
      edits: { [`${limit}/allowEmptyValue`]: false },
      reports: 'breaking sender',
    },
    {
      before: withParameter({ allowEmptyValue: true }),
      edits: withParameter({}),
      reports: 'compatible',
    },
  ],
  'request-body-added': [
    {
      before: { [`${start}/requestBody`]: null },
      edits: { [`${start}/requestBody`]: { content: json } },
      reports: 'compatible',
    },
  ],
  'request-body-optional': [
    {
      before: { [`${start}/requestBody/required`]: true },
      edits: { [`${start}/requestBody/required`]: false },
      reports: 'compatible',
    },
    {
      before: event({ requestBody: { required: true, content: json } }),
      edits: event({ requestBody: { content: json } }),
      reports: 'breaking receiver',
    },
  ],
  'media-type-widened': [
    {
      before: { [`${listed}/content`]: { 'text/plain': { schema: text } } },
      edits: { [`${listed}/content`]: { 'text/*': { schema: text } } },
      reports: 'breaking receiver',
    },
  ],
  'media-type-removed': [
    {
      before: { [`${listed}/content/text~1plain`]: { schema: text } },
      edits: { [`${listed}/content/text~1plain`]: null },
      reports: 'breaking receiver',
    },
    {
      before: {
        [`${start}/requestBody/content/text~1plain`]: { schema: text },
      },
      edits: { [`${start}/requestBody/content/text~1plain`]: null },
      reports: 'breaking sender',
    },
  ],
  'media-type-pushed': [
    {
      before: event({ requestBody: { content: json } }),
      edits: event({
        requestBody: { content: { ...json, 'text/plain': { schema: text } } },
      }),
      reports: 'breaking receiver',
    },
  ],
  'part-type-added': [
    {
      before: form('image/png'),
      edits: form('image/png, image/gif'),
      reports: 'compatible',
    },
  ],
  'part-type-removed': [
    {
      before: form('image/png, image/gif'),
      edits: form('image/png'),
      reports: 'breaking sender',
    },
  ],
  'header-required': [
    {
      edits: { [`${listed}/headers/X-Page/required`]: true },
      reports: 'compatible',
    },
  ],
  'success-removed': [
    {
      before: { '/paths/~1things/get/responses/204': { description: 'None.' } },
      edits: { '/paths/~1things/get/responses/204': null },
      reports: 'breaking receiver',
    },
  ],
  'link-added': [
    {
      edits: { [`${listed}/links/Next`]: { operationId: 'listThings' } },
      reports: 'compatible',
    },
  ],
  'link-changed': [
    {
      edits: { [`${listed}/links/First/operationId`]: 'listThings' },
      reports: 'breaking receiver',
    },
  ],
  'link-renamed': [
    {
      edits: {
        [`${listed}/links/First`]: {
          operationRef: '#/paths/~1things~1{id}/get',
          parameters: { id: '$response.body#/0/id' },
        },
      },
      reports: 'editorial',
    },
  ],
  'enum-removed': [
    {
      before: { [`${detail}/enum`]: ['a'] },
      edits: { [`${detail}/enum`]: null },
      reports: 'breaking receiver',
    },
  ],
  'xml-notation': [
    {
      before: {
        [`${listed}/content`]: {
          'application/xml': { schema: { ...text, xml: { name: 'a' } } },
        },
      },
      edits: {
        [`${listed}/content`]: {
          'application/xml': { schema: { ...text, xml: { name: 'b' } } },
        },
      },
      reports: 'breaking receiver',
    },
  ],
  'default-unused': [
    {
      before: { '/components/schemas/Thing/properties/id/default': 'a' },
      edits: { '/components/schemas/Thing/properties/id/default': 'b' },
      reports: 'editorial',
    },
  ],
  'discriminator-added': [
    {
      before: { [`${part}/discriminator`]: null },
      edits: { [`${part}/discriminator`]: { propertyName: 'type', mapping } },
      reports: 'compatible',
    },
  ],
  'discriminator-changed': [
    {
      edits: { [`${part}/discriminator/propertyName`]: 'kind' },
      reports: 'breaking sender',
    },
  ],
  'secret-added': [
    {
      edits: { '/components/schemas/Thing/properties/id/x-secret': true },
      reports: 'compatible',
    },
  ],
  'lifecycle-added': [
    {
      before: { [lifecycle]: null },
      edits: {
        [lifecycle]: {
          initial: 'ON',
          final: [],
          transitions: [],
          unchanged: [],
          rejected: [],
        },
      },
      reports: 'compatible',
    },
  ],
  'lifecycle-removed': [
    { edits: { [lifecycle]: null }, reports: 'breaking sender receiver' },
  ],
  'final-state-added': [
    {
      edits: { [`${lifecycle}/final`]: ['OFF', 'ON'] },
      reports: 'breaking receiver',
    },
  ],
  'transition-removed': [
    {
      before: {
        [`${lifecycle}/transitions`]: [
          { from: 'ON', to: 'OFF', cause: 'time', description: 'Ends.' },
        ],
      },
      edits: { [`${lifecycle}/transitions`]: [] },
      reports: 'breaking receiver',
    },
  ],
  'outcome-added': [
    {
      edits: {
        [`${lifecycle}/unchanged`]: [
          { in: 'ON', operation: 'readThing', description: 'On.' },
        ],
      },
      reports: 'compatible',
    },
  ],
};

/** The contract with other values at JSON Pointers; null removes one. */
function edited(edits: Edits): string {
  const root = parse(contract) as Record<string, unknown>;
  for (const [pointer, value] of Object.entries(edits)) {
    const names = stepsOf(pointer);
    const last = names.pop()!;
    let parent = root;
    for (const name of names) parent = parent[name] as Record<string, unknown>;
    if (value === null) delete parent[last];
    else parent[last] = value;
  }
  return JSON.stringify(root);
}

const rows = Object.entries(cases).flatMap(([rule, ofRule]) =>
  ofRule.map((each) => ({ rule, ...each })),
);

function changesOf({ before = {}, edits }: Case) {
  return compareContracts(
    { file: 'base.json', text: edited(before) },
    { file: 'current.json', text: edited({ ...before, ...edits }) },
  );
}

test.each(rows)('$rule is $reports', ({ rule, reports, ...edits }) => {
  const changes = changesOf({ reports, ...edits });
  const got = changes.map((change) =>
    [change.rule, change.effect, ...change.breaks].join(' '),
  );
  expect(got).toContain(`${rule} ${reports}`);
});

test('what readers are advised to do is recorded', async () => {
  const texts = rows.flatMap(({ rule, ...each }) => {
    const change = changesOf(each).find((found) => found.rule === rule)!;
    return [
      `${rule}: ${change.message}`,
      ...(change.migration ? [`  ${change.migration}`] : []),
    ];
  });
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(
    'fixtures/rules.txt',
  );
});

/** Tested with programs, in `review.test.ts`. */
const elsewhere = ['source-incompatible'];

test('every rule has a case', () => {
  const words = new Set(read('cases.yaml').match(/[a-z]+(-[a-z]+)*/g));
  const without = Object.keys(rules).filter(
    (rule) => !words.has(rule) && !(rule in cases) && !elsewhere.includes(rule),
  );
  expect(without).toEqual([]);
});
