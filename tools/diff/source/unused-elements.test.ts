import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { readContract } from '../model/contract.ts';
import { madePrograms } from './emit/programs.ts';
import { changedContract } from './testing/changed.ts';
import { lamps } from './testing/lamps.ts';
import { releasedDocument } from './testing/released.ts';
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
  const contract = changedContract(lamps, ({ components }) => {
    components.schemas['Success']!.properties!['at'] = { type: 'string' };
    components.schemas['Colour']!.enum!.push('white');
  });
  const programs = madePrograms(readContract(lamps)).filter(
    ({ name }) => name !== 'schemas/Usage.ts' && name !== 'operations/listRooms.ts',
  );
  expect(unusedElements(contract, programs)).toEqual([
    '/paths/~1api~1rooms/get',
    '/paths/~1api~1rooms/get/responses/200',
    '/paths/~1api~1rooms/get/responses/401',
    '/components/schemas/Usage/properties/hours',
    '/components/schemas/Usage/properties/cost',
    '/components/schemas/Colour/enum/3',
    '/components/schemas/Success/properties/at',
  ]);
});

test('members of objects without a name are relied on, too', () => {
  const inner = { type: 'object', required: ['of'], properties: { of: { type: 'string' } } };
  const contract = changedContract(lamps, ({ components }) => {
    const members = components.schemas['Lamp']!.properties!;
    members['owner'] = structuredClone(inner);
    members['owners'] = { type: 'array', items: structuredClone(inner) };
  });
  const programs = madePrograms(contract);
  expect(unusedElements(contract, programs)).toEqual([]);
  expect(
    programs.flatMap(({ uses }) => uses).filter(({ pointer }) => pointer.endsWith('/of')).length,
  ).toBeGreaterThan(0);
});
