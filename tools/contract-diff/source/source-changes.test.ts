import { expect, test } from 'vitest';
import { documentWith, releasedDocument } from './testing/released.ts';
import { sourceChanges } from './source-changes.ts';

test('a contract that has not changed breaks no program', async () => {
  expect(await sourceChanges(releasedDocument, releasedDocument)).toEqual([]);
});

test('a change tells the program, what the compiler says, the element, and whom it concerns', async () => {
  const current = documentWith(({ components }) => {
    components.schemas['SandboxSpec']!.properties!['working_dir']!.type = ['string', 'null'];
  });
  expect(await sourceChanges(releasedDocument, current)).toEqual([
    {
      rule: 'source-read',
      effect: 'breaking',
      breaks: ['source'],
      needsApproval: true,
      pointer: '/components/schemas/SandboxSpec/properties/working_dir',
      place: { file: 'openapi/components/schemas/SandboxSpec.yaml', line: expect.any(Number) },
      operations: ['searchSandboxSpecs'],
      generation: 'v1',
      provenance: 'observed',
      message: expect.stringMatching(
        /^A program that reads `SandboxSpec\.working_dir` as `string \| undefined` no longer compiles: Type 'null' is not assignable to type 'string \| undefined' \(TS2322, schemas\/SandboxSpec\.ts:\d+\)\.$/,
      ),
      migration: 'Read the value as its type is now.',
      fingerprint: expect.stringMatching(/^[\da-f]{16}$/),
      seenBy: ['compiler'],
    },
  ]);
});

test('what is gone is found in the released contract, what is only assumed needs no approval', async () => {
  const current = documentWith(({ paths, components }) => {
    delete paths['/api/settings'];
    delete components.schemas['AgentType']!.enum;
    Object.assign(components.schemas['AgentType']!, { 'x-provenance': 'documented' });
  });
  const released = documentWith(({ components }) => {
    Object.assign(components.schemas['AgentType']!, { 'x-provenance': 'assumed' });
  });
  const changes = await sourceChanges({ ...released, file: releasedDocument.file }, current);
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
      pointer: '/components/schemas/AgentType',
      file: 'openapi/components/schemas/AgentType.yaml',
      generation: 'v1',
      provenance: 'assumed',
      needsApproval: false,
    },
    {
      pointer: '/paths/~1api~1settings',
      file: 'openapi/released/openapi.yaml',
      generation: 'v0',
      provenance: 'documented',
      needsApproval: true,
    },
  ]);
});

test('a contract of which no client can be made is told with the reason, beside what the types break', async () => {
  const current = documentWith(({ paths, components }) => {
    paths['/api/settings']!['get']!['operationId'] = 'settings';
    components.schemas['TaskType']!.enum!.pop();
  });
  const changes = await sourceChanges(releasedDocument, current);
  expect(changes.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['source-switch', '/components/schemas/TaskType'],
    ['source-client', '/paths/~1api~1settings/get/operationId'],
  ]);
  expect(changes[1]!.message).toBe(
    'No client can be made of the contract: must be a verb and what it acts on, such as pauseSandbox, and not settings.',
  );
});

test('the fingerprint is of the element and the way in which it changes', async () => {
  const withType = (type: string, description: string) =>
    documentWith(({ components }) => {
      Object.assign(components.schemas['Settings']!.properties!['language']!, {
        type,
        description,
      });
    });
  const [integer, reworded, boolean] = await Promise.all(
    [withType('integer', 'A.'), withType('integer', 'B.'), withType('boolean', 'A.')].map(
      (current) => sourceChanges(releasedDocument, current),
    ),
  );
  expect(integer).toHaveLength(1);
  expect(reworded![0]!.fingerprint).toBe(integer![0]!.fingerprint);
  expect(boolean![0]!.fingerprint).not.toBe(integer![0]!.fingerprint);
});

test('a document that is no contract is refused', async () => {
  const document = { file: 'openapi/dist/openapi.yaml', text: 'openapi: 3.1.1\ninfo: {}\n' };
  await expect(sourceChanges(releasedDocument, document)).rejects.toThrow(
    /^openapi\/dist\/openapi\.yaml.*`paths` must be an object/,
  );
});
