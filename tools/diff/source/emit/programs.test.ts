import { expect, test } from 'vitest';
import { changedContract, type ChangeableContract } from '../testing/changed.ts';
import { lamps } from '../testing/lamps.ts';
import { madePrograms } from './programs.ts';

test.each<readonly [string, (contract: ChangeableContract) => void, string]>([
  [
    'a type that nobody knows',
    ({ components }) => (components.schemas['Shade']!.properties!['form']!.type = 'glass'),
    'changed.json:1: no program knows the type glass',
  ],
  [
    'an operation of which no client can be made',
    ({ paths }) => (paths['/api/rooms']!['get']!['operationId'] = 'rooms'),
    'changed.json:1: #/paths/~1api~1rooms/get/operationId: must be a verb',
  ],
])('%s is refused in one line', (_, change, want) => {
  const make = () => madePrograms(changedContract(lamps, change));
  expect(make).toThrow(expect.objectContaining({ name: 'DiffInputError' }));
  expect(make).toThrow(want);
});
