import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { readContract } from '../model/contract.ts';
import { madePrograms } from './emit/programs.ts';
import { contractWith, releasedDocument } from './testing/released.ts';
import { unusedElements } from './unused-elements.ts';

const file = 'openapi/dist/openapi.json';
const currentDocument = {
  file,
  text: readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
};

test.each([
  { name: 'released', document: releasedDocument },
  { name: 'current', document: currentDocument },
])('programs rely on everything in the $name contract', ({ document }) => {
  const contract = readContract(document);
  expect(unusedElements(contract, madePrograms(contract))).toEqual([]);
});

test('the elements on which no program relies are named', () => {
  const contract = contractWith(({ components }) => {
    components.schemas['Success']!.properties!['at'] = { type: 'string' };
    components.schemas['AgentType']!.enum!.push('review');
  });
  const programs = madePrograms(readContract(releasedDocument)).filter(
    ({ name }) => name !== 'schemas/Metrics.ts' && name !== 'operations/getSettings.ts',
  );
  expect(unusedElements(contract, programs)).toEqual([
    '/paths/~1api~1settings/get',
    '/paths/~1api~1settings/get/responses/200',
    '/paths/~1api~1settings/get/responses/401',
    '/paths/~1api~1settings/get/responses/404',
    '/components/schemas/Metrics/properties/model_name',
    '/components/schemas/Metrics/properties/accumulated_cost',
    '/components/schemas/Metrics/properties/max_budget_per_task',
    '/components/schemas/Metrics/properties/accumulated_token_usage',
    '/components/schemas/AgentType/enum/2',
    '/components/schemas/Success/properties/at',
  ]);
});

test('members of objects without a name are relied on, too', () => {
  const inner = { type: 'object', required: ['of'], properties: { of: { type: 'string' } } };
  const contract = contractWith(({ components }) => {
    const members = components.schemas['Sandbox']!.properties!;
    members['owner'] = structuredClone(inner);
    members['owners'] = { type: 'array', items: structuredClone(inner) };
  });
  const programs = madePrograms(contract);
  expect(unusedElements(contract, programs)).toEqual([]);
  expect(
    programs.flatMap(({ uses }) => uses).filter(({ pointer }) => pointer.endsWith('/of')).length,
  ).toBeGreaterThan(0);
});
