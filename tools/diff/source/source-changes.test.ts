import { expect, test, vi } from 'vitest';
import { sourceChanges } from './source-changes.ts';
import { changed } from './testing/changed.ts';
import { lamps } from './testing/lamps.ts';

// What was written by hand relies on the contract of the service.
vi.mock('./emit/written-programs.ts', () => ({ writtenPrograms: () => [] }));

test('a contract that has not changed breaks no program', async () => {
  expect(await sourceChanges(lamps, lamps)).toEqual([]);
});

test('a change tells the program, what the compiler says, the element, and whom it concerns', async () => {
  const current = changed(lamps, ({ components }) => {
    components.schemas['Lamp']!.properties!['place']!.type = ['string', 'null'];
  });
  expect(await sourceChanges(lamps, current)).toEqual([
    {
      rule: 'source-read',
      effect: 'breaking',
      breaks: ['source'],
      needsApproval: true,
      pointer: '/components/schemas/Lamp/properties/place',
      place: { file: current.file, line: expect.any(Number) },
      operations: ['createLamp', 'searchLamps'],
      generation: 'v1',
      provenance: 'observed',
      message: expect.stringMatching(
        /^A program that reads `Lamp\.place` as `string \| undefined` no longer compiles: Type 'null' is not assignable to type 'string \| undefined' \(TS2322, schemas\/Lamp\.ts:\d+\)\.$/,
      ),
      migration: 'Read the value as its type is now.',
      fingerprint: expect.stringMatching(/^[\da-f]{16}$/),
      seenBy: ['compiler'],
    },
  ]);
});

test('what is gone is found in the released contract, what is only assumed needs no approval', async () => {
  const current = changed(lamps, ({ paths, components }) => {
    delete paths['/api/rooms'];
    delete components.schemas['Colour']!.enum;
    Object.assign(components.schemas['Colour']!, { 'x-provenance': 'documented' });
  });
  const changes = await sourceChanges(lamps, current);
  expect(
    changes.map(({ pointer, place, generation, provenance, needsApproval }) => ({
      pointer,
      file: place.file,
      generation,
      provenance,
      needsApproval,
    })),
  ).toEqual([
    {
      pointer: '/components/schemas/Colour',
      file: current.file,
      generation: 'v1',
      provenance: 'assumed',
      needsApproval: false,
    },
    {
      pointer: '/paths/~1api~1rooms',
      file: lamps.file,
      generation: 'v0',
      provenance: 'documented',
      needsApproval: true,
    },
  ]);
});

test('a contract of which no client can be made is told with the reason, beside what the types break', async () => {
  const current = changed(lamps, ({ paths, components }) => {
    paths['/api/rooms']!['get']!['operationId'] = 'rooms';
    components.schemas['Colour']!.enum!.pop();
  });
  const changes = await sourceChanges(lamps, current);
  expect(changes.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['source-switch', '/components/schemas/Colour'],
    ['source-client', '/paths/~1api~1rooms/get/operationId'],
  ]);
  expect(changes[1]!.message).toBe(
    'No client can be made of the contract: must be a verb and what it acts on, such as pauseSandbox, and not rooms.',
  );
});

test('the fingerprint is of the element and the way in which it changes', async () => {
  const withType = (type: string, description: string) =>
    changed(lamps, ({ components }) => {
      Object.assign(components.schemas['Lamp']!.properties!['place']!, { type, description });
    });
  const [integer, reworded, boolean] = await Promise.all(
    [withType('integer', 'A.'), withType('integer', 'B.'), withType('boolean', 'A.')].map(
      (current) => sourceChanges(lamps, current),
    ),
  );
  expect(integer).toHaveLength(1);
  expect(reworded![0]!.fingerprint).toBe(integer![0]!.fingerprint);
  expect(boolean![0]!.fingerprint).not.toBe(integer![0]!.fingerprint);
});

test('a document that is no contract is refused', async () => {
  const document = { file: 'openapi/dist/openapi.yaml', text: 'openapi: 3.1.1\ninfo: {}\n' };
  await expect(sourceChanges(lamps, document)).rejects.toThrow(
    /^openapi\/dist\/openapi\.yaml.*`paths` must be an object/,
  );
});
